// One rule file to one Rule, with every problem of the file and its place.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/data_tree.h"
#include "knowledge/rule.h"

namespace npuport {

// The names a rule may refer to.
struct RuleVocabulary {
  std::vector<std::string> effort_classes;
  std::vector<std::string> tables;
  // Whether regular expressions are compiled. Without them a rule can be read and shown, not
  // matched; only for rules that were checked before.
  bool patterns = true;
};

// The vocabulary of the shipped knowledge: classes of effort.yaml, tables that can fill texts.
RuleVocabulary default_vocabulary();

// Whether samples must be there. The compact form of the shipped rules has none: they were checked
// when it was made.
enum class SampleCheck : uint8_t { kRequired, kNotStored };

// The rule in `tree`, or nothing when there was any problem. `file` is used for messages and, when
// it has a stem, for the check that the stem is the id.
std::optional<Rule> read_rule(const DataNode& tree, const std::string& file,
                              const RuleVocabulary& vocabulary, SampleCheck samples,
                              std::vector<FileProblem>& problems);

// Bounds of a rule file.
inline constexpr size_t kMaxRuleBytes = 256 * 1024;

}  // namespace npuport
