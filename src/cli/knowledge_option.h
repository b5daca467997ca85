// --knowledge and --rules as the knowledge stage takes them.
#pragma once

#include "base/result.h"
#include "cli/commands.h"
#include "knowledge/knowledge.h"

namespace npuport {

inline Result<Knowledge> load_knowledge(const KnowledgeSources& sources, RuleUse rules) {
  KnowledgeOptions options;
  if (!sources.directory.empty()) options.directory = sources.directory;
  options.rule_directories = sources.rule_directories;
  options.rules = rules;
  return Knowledge::load(options);
}

}  // namespace npuport
