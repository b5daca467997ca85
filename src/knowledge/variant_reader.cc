// "targets": what a rule says differently for some targets.
#include "knowledge/rule_parts.h"

namespace npuport {
namespace {

std::optional<VersionBound> read_bound(const DataNode& when, std::string_view key,
                                       std::string& words, ProblemLog& log) {
  const DataNode* node = when.find(key);
  if (node == nullptr) return std::nullopt;
  const std::string text = read_text(*node, log);
  words += (words.empty() ? "" : ", ") + std::string(key) + " " + text;
  std::optional<VersionBound> bound = VersionBound::parse(text);
  if (!text.empty() && !bound) {
    log.add(*node, "expected a version bound such as \">=2.6,<2.8\"; found \"" +
                       text.substr(0, 64) + "\"");
  }
  return bound;
}

TargetCondition read_when(const DataNode& node, ProblemLog& log) {
  TargetCondition when;
  if (!check_keys(node, {"torch", "torch_npu", "release", "cann", "python", "soc"}, log)) {
    return when;
  }
  when.torch = read_bound(node, "torch", when.words, log);
  when.torch_npu = read_bound(node, "torch_npu", when.words, log);
  when.release = read_bound(node, "release", when.words, log);
  when.cann = read_bound(node, "cann", when.words, log);
  when.python = read_bound(node, "python", when.words, log);
  if (const DataNode* soc = node.find("soc")) {
    when.soc = read_texts(*soc, log);
    when.words += when.words.empty() ? "soc" : ", soc";
    for (const std::string& name : when.soc) {
      when.words += " " + name;
      if (name != "A2" && name != "A3" && name != "310P" && name != "950") {
        log.add(*soc, unexpected(name, {"A2", "A3", "310P", "950"}));
      }
    }
  }
  if (node.items.empty()) log.add(node, "expected a condition such as {release: \"<7.3.0\"}");
  return when;
}

TargetVariant read_variant(const DataNode& node, ProblemLog& log) {
  TargetVariant variant;
  if (!check_keys(node, {"when", "names", "mode", "risk", "note", "sources"}, log)) return variant;
  if (const DataNode* when = require(node, "when", log)) variant.when = read_when(*when, log);
  if (const DataNode* names = node.find("names")) variant.names = read_texts(*names, log);
  if (const DataNode* mode = node.find("mode")) variant.mode = read_mode_word(*mode, log);
  if (const DataNode* risk = node.find("risk")) variant.risk = read_risk(*risk, log);
  if (const DataNode* note = require(node, "note", log)) {
    variant.note = read_localized(*note, true, log);
  }
  if (const DataNode* sources = require(node, "sources", log)) {
    variant.sources = read_texts(*sources, log);
  }
  return variant;
}

}  // namespace

std::vector<TargetVariant> read_variants(const DataNode& node, ProblemLog& log) {
  std::vector<TargetVariant> variants;
  if (!node.is_list() || node.items.empty()) {
    log.add(node, "expected a list of at least one entry; found " + std::string(kind_name(node)));
    return variants;
  }
  for (const DataNode& item : node.items) variants.push_back(read_variant(item, log));
  return variants;
}

}  // namespace npuport
