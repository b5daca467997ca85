#include <string>

#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/knowledge_option.h"
#include "render/phrases.h"
#include "render/rule_json.h"
#include "render/text.h"

namespace npuport {
namespace {

bool wanted(const Rule& rule, int domain) { return domain == 0 || rule.domain == domain; }

std::string as_json(const Knowledge& knowledge, int domain) {
  std::string out;
  JsonWriter w(out);
  w.begin_array(JsonWriter::Layout::kBlock);
  for (const Rule& rule : knowledge.rules()) {
    if (wanted(rule, domain)) write_rule(w, rule);
  }
  w.end_array();
  return out + "\n";
}

std::string as_text(const Knowledge& knowledge, int only, Language language) {
  size_t widest = 0;
  for (const Rule& rule : knowledge.rules()) {
    if (wanted(rule, only)) widest = std::max(widest, rule.id.size());
  }
  std::string out;
  for (int domain = 1; domain <= kDomainCount; ++domain) {
    bool first = true;
    for (const Rule& rule : knowledge.rules()) {
      if (rule.domain != domain || !wanted(rule, only)) continue;
      if (first) {
        out += (out.empty() ? "" : "\n") + std::to_string(domain) + " " +
               std::string(domain_name(domain).in(language)) + "\n";
      }
      first = false;
      out += "  " + pad(rule.id, widest + 2) + visible(in_language(rule.title, language)) + "\n";
    }
  }
  return out;
}

}  // namespace

int run_rules(const RulesOptions& options, Console& console) {
  const Result<Knowledge> knowledge = load_knowledge(options.knowledge, RuleUse::kRead);
  if (!knowledge) {
    console.note(knowledge.error().message);
    return kExitUsage;
  }
  const Language language = choose_language(options.language, console.environment);
  const std::string text = options.format == "json"
                               ? as_json(knowledge.value(), options.domain)
                               : as_text(knowledge.value(), options.domain, language);
  return console.data(text) ? kExitOk : kExitUsage;
}

}  // namespace npuport
