#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/knowledge_option.h"
#include "cli/suggest.h"
#include "render/phrases.h"
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

std::string mode_text(const ModeRule& mode, Language language) {
  const auto say = [&](Phrase phrase) { return std::string(phrase.in(language)); };
  switch (mode.kind) {
    case ModeRule::Kind::kFixed:
      return say(phrase_of(mode.fixed));
    case ModeRule::Kind::kTransfer:
      return say({"Auto where transfer_to_npu of the target release covers the name, otherwise ",
                  "目标版本的 transfer_to_npu 覆盖时为自动，否则为"}) +
             say(phrase_of(mode.fixed));
    case ModeRule::Kind::kByRelease:
      break;
  }
  std::string out;
  for (const ModeRule::Step& step : mode.steps) {
    out += "torch_npu " + (step.torch_npu.empty() ? "*" : step.torch_npu) + ": " +
           say(phrase_of(step.mode)) + "\n";
  }
  return out;
}

// What holds for some targets only, one line each.
std::string targets_text(const Rule& rule, Language language) {
  std::string out;
  for (const TargetVariant& variant : rule.targets) {
    out += variant.when.words + (language == Language::kChinese ? "：" : ": ");
    if (variant.risk) {
      out += std::string(Phrase{"risk ", "风险"}.in(language)) +
             std::string(phrase_of(*variant.risk).in(language)) +
             (language == Language::kChinese ? "；" : "; ");
    }
    out += in_language(variant.note, language) + "\n";
  }
  return out;
}

std::vector<std::string> rule_ids(const Knowledge& knowledge) {
  std::vector<std::string> ids;
  for (const Rule& rule : knowledge.rules()) ids.push_back(rule.id);
  return ids;
}

}  // namespace

int run_explain(const ExplainOptions& options, Console& console) {
  const Result<Knowledge> knowledge = load_knowledge(options.knowledge);
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
  Explanation text(console.environment, language);
  text.title(*rule);
  text.paragraph({"What happens on an NPU", "在 NPU 上的表现"},
                 in_language(rule->message, language));
  text.paragraph({"What to do", "如何修改"}, in_language(rule->replacement, language));
  text.paragraph({"Mode", "方式"}, mode_text(rule->mode, language));
  text.paragraph({"On some targets", "特定目标环境"}, targets_text(*rule, language));
  text.paragraph({"Facts", "属性"}, facts(*rule, language));
  text.paragraph({"Sources", "依据"}, lines(rule->sources));
  return console.data(std::move(text).str()) ? kExitOk : kExitUsage;
}

}  // namespace npuport
