#include "knowledge/field_reader.h"

#include <re2/re2.h>

#include <algorithm>

namespace npuport {
namespace {

size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t substitute = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
    }
  }
  return row[b.size()];
}

std::string join(const std::vector<std::string_view>& words) {
  std::string joined;
  for (const std::string_view word : words) {
    if (!joined.empty()) joined += ", ";
    joined += word;
  }
  return joined;
}

std::string suggestion(std::string_view found, const std::vector<std::string_view>& known) {
  const std::string_view best = nearest(found, known);
  return best.empty() ? "" : "; did you mean \"" + std::string(best) + "\"?";
}

}  // namespace

std::string_view nearest(std::string_view word, const std::vector<std::string_view>& known) {
  std::string_view best;
  if (word.size() > 64) return best;
  size_t best_distance = std::max<size_t>(1, (word.size() + 2) / 3) + 1;
  for (const std::string_view candidate : known) {
    const size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string unexpected(std::string_view found, const std::vector<std::string_view>& expected) {
  return "expected one of " + join(expected) + "; found \"" + std::string(found.substr(0, 64)) +
         "\"" + suggestion(found, expected);
}

std::string_view kind_name(const DataNode& node) {
  switch (node.kind) {
    case DataNode::Kind::kNull:
      return "nothing";
    case DataNode::Kind::kScalar:
      return "text";
    case DataNode::Kind::kList:
      return "a list";
    case DataNode::Kind::kMap:
      return "a map";
  }
  return "";
}

bool check_keys(const DataNode& map, const std::vector<std::string_view>& allowed,
                ProblemLog& log) {
  if (!map.is_map()) {
    log.add(map, "expected a map with the keys " + join(allowed) + "; found " +
                     std::string(kind_name(map)));
    return false;
  }
  for (size_t i = 0; i < map.items.size(); i += 2) {
    const DataNode& key = map.items[i];
    if (std::find(allowed.begin(), allowed.end(), key.text) != allowed.end()) continue;
    std::string message = "unknown key \"" + key.text.substr(0, 64) + "\"";
    const std::string hint = suggestion(key.text, allowed);
    message += hint.empty() ? "; expected one of " + join(allowed) : hint;
    log.add(key, std::move(message));
  }
  return true;
}

const DataNode* require(const DataNode& map, std::string_view key, ProblemLog& log) {
  const DataNode* value = map.find(key);
  if (value == nullptr) log.add(map, "the key \"" + std::string(key) + "\" is missing");
  return value;
}

std::string read_text(const DataNode& node, ProblemLog& log) {
  if (!node.is_scalar()) {
    log.add(node, "expected text; found " + std::string(kind_name(node)));
  } else if (node.text.empty()) {
    log.add(node, "expected text; it is empty");
  }
  return node.text;
}

std::vector<std::string> read_texts(const DataNode& node, ProblemLog& log) {
  if (!node.is_list()) return {read_text(node, log)};
  if (node.items.empty()) log.add(node, "expected at least one item");
  std::vector<std::string> texts;
  texts.reserve(node.items.size());
  for (const DataNode& item : node.items) texts.push_back(read_text(item, log));
  return texts;
}

bool read_flag(const DataNode& node, ProblemLog& log) {
  return read_enum(node, {{"true", true}, {"false", false}}, false, log);
}

std::shared_ptr<re2::RE2> read_pattern(const DataNode& node, ProblemLog& log) {
  const std::string text = read_text(node, log);
  if (text.empty() || !log.patterns()) return nullptr;
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(1 << 20);
  auto pattern = std::make_shared<re2::RE2>(text, options);
  if (pattern->ok()) return pattern;
  log.add(node, "not a regular expression of RE2: " + pattern->error());
  return nullptr;
}

}  // namespace npuport
