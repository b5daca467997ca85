#include "render/answer.h"
#include "render/answer_phrases.h"
#include "render/markdown_text.h"

namespace npuport {
namespace {

using markdown::code;
using markdown::plain;
using markdown::prose;

class AnswerMarkdown {
 public:
  explicit AnswerMarkdown(Language language) : language_(language) {}

  std::string answer(const Answer& answer) {
    out_ = "## " + code(answer.name) + "\n\n";
    if (!answer.known()) out_ += say(kNothing) + say({".", "。"}) + "\n\n";
    for (const AnswerEntry& one : answer.entries) entry(one);
    rules(answer);
    pitfalls(answer);
    if (!answer.near.empty()) {
      out_ += say(kNear) + say({": ", "："});
      for (size_t i = 0; i < answer.near.size(); ++i)
        out_ += (i == 0 ? "" : ", ") + code(answer.near[i]);
      out_ += "\n\n";
    }
    return std::move(out_);
  }

 private:
  std::string say(Phrase phrase) const { return std::string(phrase.in(language_)); }

  std::string list(const std::vector<std::string>& sources) const {
    std::string out;
    for (const std::string& source : sources) out += (out.empty() ? "" : "; ") + plain(source);
    return out;
  }

  void entry(const AnswerEntry& entry) {
    out_ += "### " + say(phrase_of(entry.kind)) + ": " + code(entry.name) + "\n\n";
    out_ += "**" + status_text(entry, language_) + "**";
    if (!entry.replacement.empty())
      out_ += say({". Instead: ", "。替代："}) + code(entry.replacement);
    out_ += "\n\n";
    markdown::Table table(
        {say({"Topic", "项目"}), say({"What holds", "内容"}), say({"Source", "依据"})});
    for (const Statement& statement : entry.statements) {
      table.add({say(phrase_of(statement.topic)), prose(in_language(statement.text, language_)),
                 list(statement.sources)});
    }
    out_ += table.str() + "\n";
  }

  void rules(const Answer& answer) {
    if (answer.rules.empty()) return;
    out_ += "### " + say(kRules) + "\n\n";
    markdown::Table table({say({"Rule", "规则"}), say({"Mode", "方式"}), say({"Risk", "风险"}),
                           say({"What breaks, what to do", "影响与修改方法"}),
                           say({"Source", "依据"})});
    for (const TouchingRule& rule : answer.rules) {
      table.add({code(rule.id), say(phrase_of(rule.mode)), say(phrase_of(rule.risk)),
                 prose(in_language(rule.message, language_) + " " +
                       in_language(rule.replacement, language_)),
                 list(rule.sources)});
    }
    out_ += table.str() + "\n";
  }

  void pitfalls(const Answer& answer) {
    if (answer.pitfalls.empty()) return;
    out_ += "### " + say(kPitfalls) + "\n\n";
    markdown::Table table({"", say({"Severity", "严重程度"}), say({"Symptom", "现象"}),
                           say({"Remedy", "处理方法"}), say({"Source", "依据"})});
    for (const KnownPitfall& one : answer.pitfalls) {
      table.add({plain(one.id), plain(one.severity), prose(one.symptom), prose(one.remedy),
                 list(one.sources)});
    }
    out_ += table.str() + "\n";
  }

  Language language_;
  std::string out_;
};

}  // namespace

std::string render_answers_markdown(const QueryResult& result, Language language) {
  std::string out = "# npuport query\n\n" + markdown::plain(about_text(result, language)) + "\n\n";
  AnswerMarkdown text(language);
  for (const Answer& answer : result.answers) out += text.answer(answer);
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace npuport
