#include <re2/re2.h>

#include <algorithm>

#include "knowledge/rule_parts.h"

namespace npuport {
namespace {

// A mark ends a line: two or more spaces are usual before it, "#! a-rule b-rule" or "//! a-rule".
constexpr char kMark[] =
    R"(\s*(?:#|//)!\s+([a-z0-9]+(?:-[a-z0-9]+)*(?:[ ,]+[a-z0-9]+(?:-[a-z0-9]+)*)*)\s*$)";

bool holds_word(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const size_t end = words.find_first_of(" ,");
    if (words.substr(0, end) == word) return true;
    if (end == std::string_view::npos) return false;
    words.remove_prefix(end + 1);
  }
  return false;
}

// Removes the marks of `code` and notes the lines that carry the rule's own.
void take_marks(std::string_view code, const std::string& id, Sample& sample) {
  static const re2::RE2 mark(kMark);
  uint32_t number = 0;
  while (!code.empty()) {
    const size_t end = code.find('\n');
    std::string line(code.substr(0, end));
    code = end == std::string_view::npos ? std::string_view() : code.substr(end + 1);
    ++number;
    re2::StringPiece found[2];
    if (mark.Match(line, 0, line.size(), re2::RE2::UNANCHORED, found, 2)) {
      const bool own = holds_word({found[1].data(), found[1].size()}, id);
      line.resize(static_cast<size_t>(found[0].data() - line.data()));
      if (own) sample.lines.push_back(number);
    }
    sample.text += line;
    if (end != std::string_view::npos) sample.text += '\n';
  }
}

void read_lines(const DataNode& node, std::vector<uint32_t>& lines, ProblemLog& log) {
  for (const std::string& text : read_texts(node, log)) {
    const bool number = !text.empty() && text.size() <= 5 &&
                        text.find_first_not_of("0123456789") == std::string::npos;
    if (number && text != "0") {
      lines.push_back(static_cast<uint32_t>(std::stoul(text)));
    } else if (!text.empty()) {
      log.add(node, "expected 1-based line numbers; found \"" + text.substr(0, 64) + "\"");
    }
  }
}

// {NAME: TEXT}: files that the sample needs around it.
void read_beside(const DataNode& node, Sample& sample, ProblemLog& log) {
  if (!node.is_map()) {
    log.add(node, "expected a map of file names to texts; found " + std::string(kind_name(node)));
    return;
  }
  for (size_t i = 0; i + 1 < node.items.size(); i += 2) {
    sample.beside.emplace_back(node.items[i].text, read_text(node.items[i + 1], log));
  }
}

Sample read_sample(const DataNode& node, const std::string& id, ProblemLog& log) {
  Sample sample;
  sample.file = "sample.py";
  const DataNode* code = &node;
  if (node.is_map()) {
    check_keys(node, {"file", "code", "lines", "beside"}, log);
    if (const DataNode* file = node.find("file")) sample.file = read_text(*file, log);
    if (const DataNode* lines = node.find("lines")) read_lines(*lines, sample.lines, log);
    if (const DataNode* beside = node.find("beside")) read_beside(*beside, sample, log);
    code = require(node, "code", log);
    if (code == nullptr) return sample;
  } else if (!node.is_scalar()) {
    log.add(node, "expected the text of a sample, or {file: NAME, code: TEXT}; found " +
                      std::string(kind_name(node)));
    return sample;
  }
  take_marks(read_text(*code, log), id, sample);
  const auto total =
      static_cast<uint32_t>(std::count(sample.text.begin(), sample.text.end(), '\n') +
                            (sample.text.ends_with('\n') ? 0 : 1));
  for (const uint32_t line : sample.lines) {
    if (line > total) log.add(node, "the sample has no line " + std::to_string(line));
  }
  return sample;
}

std::vector<Sample> read_list(const DataNode& node, const std::string& id, bool fires,
                              ProblemLog& log) {
  std::vector<Sample> samples;
  if (!node.is_list()) {
    log.add(node, "expected a list of samples; found " + std::string(kind_name(node)));
    return samples;
  }
  if (node.items.empty()) log.add(node, "expected at least one sample");
  for (const DataNode& item : node.items) {
    Sample& sample = samples.emplace_back(read_sample(item, id, log));
    if (fires && sample.lines.empty()) {
      log.add(item, "no line of this sample is marked \"#! " + id + "\"");
    }
    if (!fires && !sample.lines.empty()) {
      log.add(item, "a silent sample must not be marked \"#! " + id + "\"");
    }
  }
  return samples;
}

}  // namespace

void read_samples(const DataNode& node, Rule& rule, ProblemLog& log) {
  if (!check_keys(node, {"fires", "silent"}, log)) return;
  if (const DataNode* fires = require(node, "fires", log)) {
    rule.fires = read_list(*fires, rule.id, true, log);
  }
  if (const DataNode* silent = require(node, "silent", log)) {
    rule.silent = read_list(*silent, rule.id, false, log);
  }
}

}  // namespace npuport
