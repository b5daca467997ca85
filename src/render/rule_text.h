// What rules look for and how they decide, in words.
#pragma once

#include <string>
#include <vector>

#include "knowledge/knowledge.h"
#include "render/phrases.h"

namespace npuport {

// The mode in sentences, one a line. Where transfer_to_npu decides, the releases that cover the
// rule's names are told.
std::vector<std::string> mode_lines(const Rule& rule, const Knowledge& knowledge,
                                    Language language);

// What holds for some targets only, one line each.
std::vector<std::string> target_lines(const Rule& rule, Language language);

// What the rule fires on, one matcher a line: "call: torch.a, torch.b". Patterns are told when the
// rule was loaded with them. A rule whose places a detector finds has none.
std::vector<std::string> matcher_lines(const Rule& rule);

// Pitfalls that the rule answers for, with symptom and remedy.
std::vector<const Pitfall*> pitfalls_of(const Rule& rule, const Knowledge& knowledge);

}  // namespace npuport
