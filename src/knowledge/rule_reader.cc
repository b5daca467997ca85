#include "knowledge/rule_reader.h"

#include <algorithm>

#include "knowledge/field_reader.h"
#include "knowledge/rule_parts.h"

namespace npuport {
namespace {

bool is_kebab(std::string_view id) {
  if (id.empty() || id.front() == '-' || id.back() == '-') return false;
  if (id.find("--") != std::string_view::npos) return false;
  return std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

std::string_view stem(std::string_view file) {
  if (const size_t slash = file.rfind('/'); slash != std::string_view::npos) {
    file.remove_prefix(slash + 1);
  }
  const size_t dot = file.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : file.substr(0, dot);
}

bool has_cjk(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) >= 0xe3; });
}

std::string read_word_of(const DataNode& node, const std::vector<std::string>& known,
                         ProblemLog& log) {
  std::string word = read_text(node, log);
  if (!word.empty() && std::find(known.begin(), known.end(), word) == known.end()) {
    log.add(node, unexpected(word, {known.begin(), known.end()}));
  }
  return word;
}

void read_id(const DataNode& node, Rule& rule, ProblemLog& log) {
  rule.id = read_text(node, log);
  if (rule.id.empty()) return;
  if (!is_kebab(rule.id)) {
    log.add(node, "expected an id in kebab-case such as nccl-backend; found \"" +
                      rule.id.substr(0, 64) + "\"");
    return;
  }
  const std::string_view name = stem(log.file());
  if (!name.empty() && name != rule.id) {
    log.add(node, "the id \"" + rule.id + "\" and the file name \"" + std::string(name) +
                      "\" must be equal");
  }
}

// The keys that say what the rule is about and where it fires.
void read_identity(const DataNode& tree, Rule& rule, ProblemLog& log) {
  if (const DataNode* node = require(tree, "id", log)) read_id(*node, rule, log);
  if (const DataNode* node = require(tree, "domain", log)) {
    rule.domain =
        read_enum(*node, {{"1", 1}, {"2", 2}, {"3", 3}, {"4", 4}, {"5", 5}, {"6", 6}}, 2, log);
  }
  if (const DataNode* node = require(tree, "match", log)) rule.match = read_match(*node, log);
  if (const DataNode* node = require(tree, "mode", log)) rule.mode = read_mode(*node, log);
  if (const DataNode* node = tree.find("targets")) rule.targets = read_variants(*node, log);
}

void read_prose(const DataNode& tree, bool informational, Rule& rule, ProblemLog& log) {
  if (const DataNode* node = require(tree, "title", log)) {
    rule.title = read_localized(*node, false, log);
  }
  if (const DataNode* node = require(tree, "message", log)) {
    rule.message = read_localized(*node, true, log);
  }
  const DataNode* replacement =
      informational ? tree.find("replacement") : require(tree, "replacement", log);
  if (replacement != nullptr) rule.replacement = read_localized(*replacement, false, log);
}

void read_weight(const DataNode& tree, bool informational, const RuleVocabulary& vocabulary,
                 Rule& rule, ProblemLog& log) {
  rule.risk = informational ? Risk::kNone : Risk::kMedium;
  if (const DataNode* node = tree.find("risk")) {
    rule.risk = read_risk(*node, log);
  }
  if (const DataNode* node = tree.find("confidence")) {
    rule.confidence = read_enum(
        *node,
        {{"low", Confidence::kLow}, {"medium", Confidence::kMedium}, {"high", Confidence::kHigh}},
        Confidence::kHigh, log);
  }
  rule.effort = "none";
  const DataNode* effort = informational ? tree.find("effort") : require(tree, "effort", log);
  if (effort != nullptr) rule.effort = read_word_of(*effort, vocabulary.effort_classes, log);
}

void read_references(const DataNode& tree, const RuleVocabulary& vocabulary, Rule& rule,
                     ProblemLog& log) {
  if (const DataNode* node = tree.find("table")) {
    rule.table = read_word_of(*node, vocabulary.tables, log);
  }
  if (const DataNode* node = require(tree, "sources", log)) rule.sources = read_texts(*node, log);
  if (const DataNode* node = tree.find("packages")) rule.packages = read_texts(*node, log);
  if (const DataNode* node = tree.find("covers")) rule.covers = read_texts(*node, log);
}

}  // namespace

LocalizedText read_localized(const DataNode& node, bool prose, ProblemLog& log) {
  LocalizedText text;
  if (!check_keys(node, {"en", "zh"}, log)) return text;
  if (const DataNode* en = require(node, "en", log)) text.en = read_text(*en, log);
  if (const DataNode* zh = require(node, "zh", log)) {
    text.zh = read_text(*zh, log);
    if (prose && !text.zh.empty() && !has_cjk(text.zh)) log.add(*zh, "expected Chinese text");
  }
  return text;
}

Risk read_risk(const DataNode& node, ProblemLog& log) {
  return read_enum(node,
                   {{"none", Risk::kNone},
                    {"low", Risk::kLow},
                    {"medium", Risk::kMedium},
                    {"high", Risk::kHigh},
                    {"blocker", Risk::kBlocker}},
                   Risk::kMedium, log);
}

RuleVocabulary default_vocabulary() {
  return {{"none", "trivial", "small", "medium", "large"},
          {"cuda_api_map", "env_vars", "distributed", "packages", "npu_ops", "triton", "mindiesd"},
          true};
}

std::optional<Rule> read_rule(const DataNode& tree, const std::string& file,
                              const RuleVocabulary& vocabulary, SampleCheck samples,
                              std::vector<FileProblem>& problems) {
  ProblemLog log(file, problems, vocabulary.patterns);
  const bool is_rule = check_keys(
      tree,
      {"id", "domain", "title", "match", "mode", "risk", "confidence", "effort", "message",
       "replacement", "table", "sources", "covers", "samples", "targets", "packages"},
      log);
  if (!is_rule) return std::nullopt;
  Rule rule;
  rule.origin = file;
  read_identity(tree, rule, log);
  const bool informational =
      rule.mode.kind == ModeRule::Kind::kFixed && rule.mode.fixed == Mode::kNone;
  read_prose(tree, informational, rule, log);
  read_weight(tree, informational, vocabulary, rule, log);
  read_references(tree, vocabulary, rule, log);
  if (samples == SampleCheck::kRequired) {
    if (const DataNode* node = require(tree, "samples", log)) read_samples(*node, rule, log);
  }
  if (!log.clean()) return std::nullopt;
  return rule;
}

}  // namespace npuport
