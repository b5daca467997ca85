#include "render/rule_text.h"

#include <re2/re2.h>

#include <array>
#include <map>

#include "query/release_coverage.h"

namespace npuport {
namespace {

// As rule files spell them, in the order of the enumerators.
constexpr std::array<std::string_view, 19> kSubjects = {
    "reference", "call",   "import",      "base",        "decorator", "method",  "attribute",
    "keyword",   "string", "compare",     "environment", "command",   "setting", "image",
    "directive", "index",  "requirement", "build",       "cpp"};

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

std::string step_line(const ModeRule::Step& step, Language language) {
  const std::string bound =
      step.torch_npu.empty()
          ? std::string(Phrase{"any other torch_npu", "其他 torch_npu 版本"}.in(language))
          : "torch_npu " + step.torch_npu;
  return bound + std::string(Phrase{": ", "："}.in(language)) +
         std::string(phrase_of(step.mode).in(language));
}

// The names that the transfer table is asked for.
std::vector<std::string> asked_names(const Rule& rule) {
  if (!rule.mode.api.empty()) return {rule.mode.api};
  std::vector<std::string> names;
  for (const Matcher& matcher : rule.match) {
    for (const std::string& name : matcher.names) {
      if (name.find('*') == std::string::npos && name.find('.') != std::string::npos)
        names.push_back(name);
    }
  }
  return names;
}

}  // namespace

std::vector<std::string> mode_lines(const Rule& rule, const Knowledge& knowledge,
                                    Language language) {
  const ModeRule& mode = rule.mode;
  const std::string fixed(phrase_of(mode.fixed).in(language));
  std::vector<std::string> lines;
  if (mode.kind == ModeRule::Kind::kFixed) return {fixed};
  if (mode.kind == ModeRule::Kind::kByRelease) {
    for (const ModeRule::Step& step : mode.steps) lines.push_back(step_line(step, language));
    return lines;
  }
  lines.push_back(
      std::string(
          Phrase{"Auto where transfer_to_npu of the target's release covers the name, Manual where "
                 "it does not; a name that its table does not hold: ",
                 "目标版本的 transfer_to_npu 覆盖该名称时为自动，未覆盖时为人工；表中没有的名称为"}
              .in(language)) +
      fixed);
  // Names that agree stand on one line.
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;
  for (const std::string& name : asked_names(rule)) {
    if (knowledge.transfer().ask(name, knowledge.versions().default_target()).coverage ==
        Coverage::kUnknown)
      continue;
    const LocalizedText text = coverage_text(release_coverage(knowledge, name));
    const std::string& words = in_language(text, language);
    auto group =
        std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == words; });
    if (group == groups.end()) group = groups.insert(groups.end(), {words, {}});
    group->second.push_back(name);
  }
  for (const auto& [words, names] : groups) {
    lines.push_back(joined(names) + std::string(Phrase{": ", "："}.in(language)) + words);
  }
  return lines;
}

std::vector<std::string> target_lines(const Rule& rule, Language language) {
  const bool zh = language == Language::kChinese;
  std::vector<std::string> out;
  for (const TargetVariant& variant : rule.targets) {
    std::string line = variant.when.words + (zh ? "：" : ": ");
    if (variant.risk) {
      line += (zh ? "风险" : "risk ") + std::string(phrase_of(*variant.risk).in(language)) +
              (zh ? "；" : "; ");
    }
    out.push_back(line + in_language(variant.note, language));
  }
  return out;
}

std::vector<std::string> matcher_lines(const Rule& rule) {
  std::vector<std::string> lines;
  for (const Matcher& matcher : rule.match) {
    std::string line = std::string(kSubjects[static_cast<size_t>(matcher.subject)]);
    std::string what = joined(matcher.names);
    const auto add = [&](const std::string& more) { what += (what.empty() ? "" : "; ") + more; };
    if (!matcher.cpp_kind.empty()) add(matcher.cpp_kind);
    if (matcher.key) add("key ~ " + matcher.key->pattern());
    if (matcher.text) add("~ " + matcher.text->pattern());
    if (matcher.flag) add("flag ~ " + matcher.flag->pattern());
    if (matcher.value.pattern) add("value ~ " + matcher.value.pattern->pattern());
    if (!matcher.value.texts.empty())
      add((matcher.value.negated ? "value not: " : "value: ") + joined(matcher.value.texts));
    if (!matcher.except.empty()) add("except " + joined(matcher.except));
    lines.push_back(line + (what.empty() ? "" : ": " + what));
  }
  return lines;
}

std::vector<const Pitfall*> pitfalls_of(const Rule& rule, const Knowledge& knowledge) {
  std::vector<const Pitfall*> found;
  for (const std::string& id : rule.covers) {
    if (const Pitfall* pitfall = knowledge.pitfalls().find(id)) found.push_back(pitfall);
  }
  return found;
}

}  // namespace npuport
