#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/knowledge_option.h"
#include "cli/suggest.h"
#include "render/phrases.h"
#include "render/rule_json.h"
#include "render/rule_page.h"
#include "render/rule_text.h"
#include "render/terminal_text.h"
#include "render/text.h"

namespace npuport {
namespace {

class Explanation {
 public:
  Explanation(const Environment& environment, Language language)
      : environment_(environment), language_(language) {}

  void title(const Rule& rule) {
    out_ += colored(rule.id, Color::kBold, environment_.colors) + "  " +
            visible(in_language(rule.title, language_)) + "\n";
  }
  void paragraph(Phrase label, const std::string& text) {
    if (text.empty()) return;
    out_ += "\n" + colored(label.in(language_), Color::kBold, environment_.colors) + "\n";
    size_t from = 0;
    while (from < text.size()) {
      const size_t end = std::min(text.find('\n', from), text.size());
      out_ += "  " + wrap(visible(text.substr(from, end - from)), environment_.width, 2) + "\n";
      from = end + 1;
    }
  }
  std::string str() && { return std::move(out_); }

 private:
  const Environment& environment_;
  Language language_;
  std::string out_;
};

std::string lines(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += item + "\n";
  return out;
}

std::string facts(const Rule& rule, Language language) {
  std::string out = std::string(Phrase{"domain: ", "迁移域："}.in(language)) +
                    std::to_string(rule.domain) + " " +
                    std::string(domain_name(rule.domain).in(language)) + "\n";
  out += std::string(Phrase{"risk: ", "风险："}.in(language)) +
         std::string(phrase_of(rule.risk).in(language)) + "\n";
  out += std::string(Phrase{"confidence: ", "置信度："}.in(language)) +
         std::string(phrase_of(rule.confidence).in(language)) + "\n";
  if (!rule.effort.empty()) {
    out += std::string(Phrase{"effort class: ", "工作量等级："}.in(language)) + rule.effort + "\n";
  }
  if (rule.from_user) out += rule.origin + "\n";
  return out;
}

std::string pitfall_lines(const Rule& rule, const Knowledge& knowledge) {
  std::string out;
  for (const Pitfall* pitfall : pitfalls_of(rule, knowledge)) {
    out += std::string(pitfall->id) + " (" + std::string(pitfall->severity) + ") " +
           std::string(pitfall->symptom) + " -> " + std::string(pitfall->remedy) + " [" +
           std::string(pitfall->source) + "]\n";
  }
  return out;
}

std::string as_text(const Rule& rule, const Knowledge& knowledge, Language language,
                    const Environment& environment) {
  Explanation text(environment, language);
  text.title(rule);
  text.paragraph({"What happens on an NPU", "在 NPU 上的表现"},
                 in_language(rule.message, language));
  text.paragraph({"What to do", "如何修改"}, in_language(rule.replacement, language));
  text.paragraph({"Mode", "方式"}, lines(mode_lines(rule, knowledge, language)));
  text.paragraph({"On some targets", "特定目标环境"}, lines(target_lines(rule, language)));
  text.paragraph({"Looks for", "匹配对象"}, lines(matcher_lines(rule)));
  text.paragraph({"Facts", "属性"}, facts(rule, language));
  text.paragraph({"Known pitfalls", "已知问题"}, pitfall_lines(rule, knowledge));
  text.paragraph({"Sources", "依据"}, lines(rule.sources));
  return std::move(text).str();
}

std::string as_json(const Rule& rule) {
  std::string out;
  JsonWriter w(out);
  write_rule(w, rule);
  return out + "\n";
}

std::vector<std::string> rule_ids(const Knowledge& knowledge) {
  std::vector<std::string> ids;
  for (const Rule& rule : knowledge.rules()) ids.push_back(rule.id);
  return ids;
}

}  // namespace

int run_explain(const ExplainOptions& options, Console& console) {
  const Result<Knowledge> knowledge = load_knowledge(options.knowledge, RuleUse::kMatch);
  if (!knowledge) {
    console.note(knowledge.error().message);
    return kExitUsage;
  }
  const Rule* rule = knowledge.value().rule(options.rule);
  if (rule == nullptr) {
    const std::string near = nearest_name(options.rule, rule_ids(knowledge.value()));
    console.note("there is no rule \"" + options.rule + "\"" +
                 (near.empty() ? "; npuport rules lists all" : "; did you mean " + near + "?"));
    return kExitUsage;
  }
  const Language language = choose_language(options.language, console.environment);
  std::string text;
  if (options.format == "json") {
    text = as_json(*rule);
  } else if (options.format == "markdown") {
    text = render_rule(*rule, knowledge.value(), language);
  } else {
    text = as_text(*rule, knowledge.value(), language, console.environment);
  }
  return console.data(text) ? kExitOk : kExitUsage;
}

}  // namespace npuport
