#include <string>

#include "assess/names.h"
#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/knowledge_option.h"
#include "render/json_writer.h"
#include "render/phrases.h"
#include "render/text.h"

namespace npuport {
namespace {

void text_member(JsonWriter& w, std::string_view name, const LocalizedText& text) {
  w.key(name).begin_object();
  w.member("en", text.en);
  w.member("zh", text.zh);
  w.end_object();
}

std::string as_json(const Knowledge& knowledge) {
  std::string out;
  JsonWriter w(out);
  w.begin_array(JsonWriter::Layout::kBlock);
  for (const Rule& rule : knowledge.rules()) {
    w.begin_object();
    w.member("id", rule.id);
    w.member("domain", rule.domain);
    text_member(w, "title", rule.title);
    text_member(w, "message", rule.message);
    text_member(w, "replacement", rule.replacement);
    w.member("risk", name_of(rule.risk));
    w.member("confidence", name_of(rule.confidence));
    w.member("effort_class", rule.effort);
    w.member("from_user", rule.from_user);
    w.key("sources").begin_array();
    for (const std::string& source : rule.sources) w.value(source);
    w.end_array();
    w.end_object();
  }
  w.end_array();
  return out + "\n";
}

std::string as_text(const Knowledge& knowledge, Language language) {
  size_t widest = 0;
  for (const Rule& rule : knowledge.rules()) widest = std::max(widest, rule.id.size());
  std::string out;
  for (int domain = 1; domain <= kDomainCount; ++domain) {
    bool first = true;
    for (const Rule& rule : knowledge.rules()) {
      if (rule.domain != domain) continue;
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
  const std::string text =
      options.format == "json" ? as_json(knowledge.value()) : as_text(knowledge.value(), language);
  return console.data(text) ? kExitOk : kExitUsage;
}

}  // namespace npuport
