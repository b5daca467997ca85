// Rule files to rules: many files at once, with the checks that need more than one file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "knowledge/data_tree.h"
#include "knowledge/rule.h"
#include "knowledge/rule_reader.h"

namespace npuport {

struct RuleFile {
  std::string path;  // for messages; its stem must be the rule's id
  std::string text;
};

// Rules by id. The rules of files with problems are left out.
struct LoadedRules {
  std::vector<Rule> rules;
  std::vector<FileProblem> problems;  // in file order, then by place
};

LoadedRules load_rules(const std::vector<RuleFile>& files, const RuleVocabulary& vocabulary);

// Every *.yaml and *.yml below `folder` in path order. Paths in messages start with `folder` as
// given. Unreadable folders and files are problems.
std::vector<RuleFile> read_rule_files(const std::string& folder,
                                      std::vector<FileProblem>& problems);

// Adds `more` to `rules`; an id that is already there is a problem.
void add_rules(LoadedRules more, LoadedRules& rules);

// The compact form of rule files, and back. Samples are not stored. Files with problems, which are
// those of load_rules, are left out.
std::string compact_rules(const std::vector<RuleFile>& files, const RuleVocabulary& vocabulary,
                          std::vector<FileProblem>& problems);
Result<std::vector<Rule>> load_compact_rules(std::string_view bytes,
                                             const RuleVocabulary& vocabulary,
                                             unsigned threads = 0);

}  // namespace npuport
