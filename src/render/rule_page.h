// Rules as Markdown: one rule, a page of rules, and the index of pages in docs/rules.
#pragma once

#include <string>
#include <vector>

#include "knowledge/knowledge.h"
#include "render/phrases.h"

namespace npuport {

// A section of one rule: title, what breaks, what to do, mode by release, what it fires on, samples
// where the rule carries them, pitfalls, sources. `level` is the number of #.
std::string render_rule(const Rule& rule, const Knowledge& knowledge, Language language,
                        int level = 2);

struct RulePage {
  std::string path;  // below docs/rules: "device.md", "zh/device.md"
  std::string text;
};

// A page per folder of knowledge/rules and an index, in both languages. The rules' origins are
// "rules/<folder>/<id>.yaml" below some folder.
std::vector<RulePage> rule_pages(const std::vector<Rule>& rules, const Knowledge& knowledge);

}  // namespace npuport
