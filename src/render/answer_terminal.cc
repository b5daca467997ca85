#include <algorithm>

#include "render/answer.h"
#include "render/answer_phrases.h"
#include "render/terminal_text.h"
#include "render/text.h"

namespace npuport {
namespace {

constexpr size_t kNarrowest = 40;
constexpr size_t kMostPitfalls = 5;

class AnswerText {
 public:
  AnswerText(const TerminalStyle& style, std::string& out)
      : style_(style), width_(std::max(style.width, kNarrowest)), out_(out) {}

  void answer(const Answer& answer) {
    out_ += colored(visible(answer.name), Color::kBold, style_.color);
    if (answer.asked != answer.name) out_ += "  (" + visible(answer.asked) + ")";
    out_ += "\n";
    if (!answer.known()) out_ += "  " + wrap(say(kNothing), width_, 2) + "\n";
    for (const AnswerEntry& one : answer.entries) entry(one);
    rules(answer);
    if (!style_.verdict_only) pitfalls(answer);
    if (answer.near.empty()) return;
    std::string names;
    for (const std::string& name : answer.near)
      names += (names.empty() ? "" : ", ") + visible(name);
    labelled(kNear, names);
  }

 private:
  std::string say(Phrase phrase) const { return std::string(phrase.in(style_.language)); }

  void labelled(Phrase label, const std::string& text) {
    const std::string head = "  " + say(label) + say({": ", "："});
    // The label takes part in wrapping and is coloured after it.
    std::string lines = wrap(head.substr(2) + text, width_, 6);
    const std::string plain = head.substr(2);
    if (lines.starts_with(plain)) {
      lines = colored(say(label), Color::kCyan, style_.color) + lines.substr(say(label).size());
    }
    out_ += "  " + lines + "\n";
  }

  void sources(const std::vector<std::string>& sources) {
    for (const std::string& source : sources) {
      out_ += "      " +
              colored(wrap("[" + visible(source) + "]", width_, 6), Color::kDim, style_.color) +
              "\n";
    }
  }

  void entry(const AnswerEntry& entry) {
    out_ += "\n" + colored(say(phrase_of(entry.kind)), Color::kBold, style_.color) + "  " +
            visible(entry.name) + "  ";
    out_ +=
        colored(status_text(entry, style_.language), color_of(entry.status), style_.color) + "\n";
    if (shows_replacement(entry)) labelled(kReplacement, visible(entry.replacement));
    for (size_t i = 0; i < entry.statements.size(); ++i) {
      const Statement& statement = entry.statements[i];
      labelled(phrase_of(statement.topic), visible(in_language(statement.text, style_.language)));
      const bool same_follows =
          i + 1 < entry.statements.size() && entry.statements[i + 1].sources == statement.sources;
      if (!same_follows) sources(statement.sources);
    }
  }

  static Color color_of(AnswerStatus status) {
    switch (status) {
      case AnswerStatus::kSupported:
      case AnswerStatus::kEquivalent:
      case AnswerStatus::kNpuOwn:
      case AnswerStatus::kCompatible:
      case AnswerStatus::kNotInvolved:
        return Color::kGreen;
      case AnswerStatus::kNoCounterpart:
      case AnswerStatus::kUnsupported:
      case AnswerStatus::kRewrite:
        return Color::kRed;
      default:
        return Color::kYellow;
    }
  }

  void rules(const Answer& answer) {
    if (answer.rules.empty()) return;
    out_ += "\n" + colored(say(kRules), Color::kBold, style_.color) + "\n";
    for (const TouchingRule& rule : answer.rules) {
      std::string head = rule.id + "  " + visible(in_language(rule.title, style_.language));
      head += say({" (", "（"}) + say(phrase_of(rule.mode)) + say({", risk ", "，风险"}) +
              say(phrase_of(rule.risk)) + say({")", "）"});
      out_ += "  " + wrap(head, width_, 6) + "\n";
      if (style_.verdict_only || !rule.exact) continue;
      const std::string& message = in_language(rule.message, style_.language);
      const std::string& replacement = in_language(rule.replacement, style_.language);
      if (!message.empty()) out_ += "      " + wrap(visible(message), width_, 6) + "\n";
      if (!replacement.empty()) {
        out_ += "      " + wrap((style_.unicode ? "→ " : "-> ") + visible(replacement), width_, 6) +
                "\n";
      }
      sources(rule.sources);
    }
  }

  void pitfalls(const Answer& answer) {
    if (answer.pitfalls.empty()) return;
    out_ += "\n" + colored(say(kPitfalls), Color::kBold, style_.color) + "\n";
    for (size_t i = 0; i < std::min(answer.pitfalls.size(), kMostPitfalls); ++i) {
      const KnownPitfall& pitfall = answer.pitfalls[i];
      out_ += "  " +
              wrap(pitfall.id + " (" + visible(pitfall.severity) + ")  " + visible(pitfall.symptom),
                   width_, 6) +
              "\n";
      out_ += "      " +
              wrap((style_.unicode ? "→ " : "-> ") + visible(pitfall.remedy), width_, 6) + "\n";
      sources(pitfall.sources);
    }
    if (answer.pitfalls.size() > kMostPitfalls) {
      const std::string more = std::to_string(answer.pitfalls.size() - kMostPitfalls);
      out_ += "  " + say({"and ", "另有 "}) + more +
              say({" more in --format json", " 条，见 --format json"}) + "\n";
    }
  }

  const TerminalStyle& style_;
  size_t width_;
  std::string& out_;
};

}  // namespace

std::string render_answers_terminal(const QueryResult& result, const TerminalStyle& style) {
  std::string out = colored(about_text(result, style.language), Color::kDim, style.color) + "\n";
  AnswerText text(style, out);
  for (const Answer& answer : result.answers) {
    out += "\n";
    text.answer(answer);
  }
  return style.unicode ? out : to_ascii(out);
}

}  // namespace npuport
