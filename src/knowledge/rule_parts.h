// The parts of a rule file that have a reader of their own. Internal to the rule reader.
#pragma once

#include <string_view>
#include <vector>

#include "knowledge/field_reader.h"
#include "knowledge/rule.h"
#include "knowledge/rule_reader.h"

namespace npuport {

// "match": one item or a list.
std::vector<Matcher> read_match(const DataNode& node, ProblemLog& log);

// A value predicate such as {contains: nccl}.
ValuePredicate read_predicate(const DataNode& node, ProblemLog& log);

// "auto", "manual", "none".
Mode read_mode_word(const DataNode& node, ProblemLog& log);

// "none" ... "blocker".
Risk read_risk(const DataNode& node, ProblemLog& log);

// {en, zh}; `prose` must be Chinese in zh, a title may be a name.
LocalizedText read_localized(const DataNode& node, bool prose, ProblemLog& log);

// "targets": a list.
std::vector<TargetVariant> read_variants(const DataNode& node, ProblemLog& log);

// "mode": a word, {transfer: ...}, or a list of steps.
ModeRule read_mode(const DataNode& node, ProblemLog& log);

// "samples": fills rule.fires and rule.silent.
void read_samples(const DataNode& node, Rule& rule, ProblemLog& log);

}  // namespace npuport
