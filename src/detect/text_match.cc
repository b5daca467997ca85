// Rules against text facts.
#include <re2/re2.h>

#include <algorithm>

#include "detect/match.h"
#include "detect/predicate.h"

namespace npuport {
namespace {

bool partial_match(std::string_view text, const std::shared_ptr<re2::RE2>& pattern) {
  return pattern && RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *pattern);
}

bool full_match(std::string_view text, const std::shared_ptr<re2::RE2>& pattern) {
  return pattern && RE2::FullMatch(re2::StringPiece(text.data(), text.size()), *pattern);
}

std::string_view base_name(std::string_view program) {
  const size_t slash = program.rfind('/');
  return slash == std::string_view::npos ? program : program.substr(slash + 1);
}

// The name that `files:` of a rule uses for this file.
bool of_kind(const SourceFile& file, const std::vector<std::string>& wanted) {
  if (wanted.empty()) return true;
  const auto is = [&](std::string_view name) {
    return std::find(wanted.begin(), wanted.end(), name) != wanted.end();
  };
  if (is(to_string(file.kind))) return true;
  const std::string_view name = base_name(file.path);
  if (file.kind == FileKind::kDockerfile) return is("docker");
  if (file.kind == FileKind::kYaml) {
    if (name.find("compose") != std::string_view::npos) return is("compose");
    if (file.path.find(".github/") != std::string::npos || name.starts_with(".gitlab-ci"))
      return is("ci");
  }
  if (file.kind == FileKind::kMakefile) return is("make");
  return false;
}

class TextMatcher {
 public:
  TextMatcher(const DetectContext& context, const TextFacts& facts, FileFindings& findings)
      : context_(context),
        facts_(facts),
        out_(findings),
        file_(context.project.file(findings.file())) {}

  void run() {
    for (const EnvAssignment& variable : facts_.environment) environment(variable);
    for (const Command& command : facts_.commands) {
      for (const EnvAssignment& variable : command.environment) environment(variable);
      this->command(command);
    }
    for (const Setting& setting : facts_.settings) this->setting(setting);
    for (const ImageReference& image : facts_.images) {
      by_text(Subject::kImage, image.image, image.span);
    }
    for (const SchedulerDirective& directive : facts_.directives) {
      by_text(Subject::kDirective, directive.text, directive.span);
    }
    for (const PackageIndex& index : facts_.indexes)
      by_text(Subject::kIndex, index.value, index.span);
    for (const BuildCommand& build : facts_.build) this->build(build);
  }

 private:
  bool applies(const MatcherRef& ref) const { return of_kind(file_, ref.matcher->files); }

  // One place may be told by several lists (ENV and its command): once is enough.
  void fire(const MatcherRef& ref, Span span, std::string name, std::string_view value) {
    if (out_.has(span, ref.rule->domain)) return;
    Finding& finding = out_.add(*ref.rule, span, std::move(name));
    finding.values["value"] = std::string(value);
  }

  static const MatcherRef* strongest(const std::vector<MatcherRef>& refs) {
    const MatcherRef* best = nullptr;
    for (const MatcherRef& ref : refs) {
      if (best == nullptr || ref.specificity > best->specificity) best = &ref;
    }
    return best;
  }

  void environment(const EnvAssignment& variable) {
    std::vector<MatcherRef> refs;
    context_.rules.for_text(Subject::kEnvironment, variable.name, refs);
    std::erase_if(refs, [&](const MatcherRef& ref) {
      const ValuePredicate& value = ref.matcher->value;
      const bool any = value.kind == ValuePredicate::Kind::kAny && !value.negated;
      return !applies(ref) || (!any && !satisfies_text(value, variable.value));
    });
    const MatcherRef* best = strongest(refs);
    if (best == nullptr) return;
    const Span span =
        best->matcher->report == ReportSpan::kValue ? variable.span : variable.name_span;
    fire(*best, span, variable.name, variable.value);
  }

  static std::string joined(const Command& command, size_t from) {
    std::string text;
    for (size_t i = from; i < command.words.size(); ++i) {
      if (i > from) text += ' ';
      text += command.words[i].text;
    }
    return text;
  }

  // Wrappers that run the rest: sudo nvidia-smi, watch nvidia-smi, srun python.
  void command(const Command& command) {
    static constexpr std::array kWrappers = {"sudo",    "watch",  "time",    "exec",  "srun",
                                             "nohup",   "env",    "command", "xargs", "timeout",
                                             "numactl", "stdbuf", "poetry",  "uv",    "run"};
    size_t start = 0;
    while (start < command.words.size()) {
      if (match_command(command, start)) return;
      const std::string_view word = base_name(command.words[start].text);
      if (std::find(kWrappers.begin(), kWrappers.end(), word) == kWrappers.end()) return;
      ++start;
      while (start < command.words.size() && command.words[start].text.starts_with('-')) ++start;
    }
  }

  bool match_command(const Command& command, size_t start) {
    const std::string_view program = base_name(command.words[start].text);
    std::vector<MatcherRef> refs;
    context_.rules.for_text(Subject::kCommand, program, refs);
    if (refs.empty()) return false;
    const std::string arguments = joined(command, start + 1);
    bool fired = false;
    for (const MatcherRef& ref : refs) {
      if (!applies(ref)) continue;
      if (ref.matcher->text && !partial_match(arguments, ref.matcher->text)) continue;
      if (ref.matcher->flag) {
        fired |= match_flag(ref, command, start, program);
        continue;
      }
      fire(ref, command.words[start].span, std::string(program), arguments);
      fired = true;
    }
    return fired;
  }

  // A flag is one word ("--gpus=all"), or an option and its value ("--device cuda").
  bool match_flag(const MatcherRef& ref, const Command& command, size_t start,
                  std::string_view program) {
    bool fired = false;
    for (size_t i = start + 1; i < command.words.size(); ++i) {
      const std::string& word = command.words[i].text;
      if (full_match(word, ref.matcher->flag)) {
        const bool whole = ref.matcher->report == ReportSpan::kDefault;
        fire(ref, whole ? command.words[start].span : command.words[i].span, std::string(program),
             word);
        fired = true;
      } else if (i + 1 < command.words.size() && word.starts_with('-') &&
                 full_match(word + " " + command.words[i + 1].text, ref.matcher->flag)) {
        const Span span{command.words[i].span.begin, command.words[i + 1].span.end};
        fire(ref, span, std::string(program), word + " " + command.words[i + 1].text);
        fired = true;
      }
    }
    return fired;
  }

  void setting(const Setting& setting) {
    for (const MatcherRef& ref : context_.rules.all(Subject::kSetting)) {
      const Matcher& m = *ref.matcher;
      if (!applies(ref) || (m.key && !partial_match(setting.key, m.key))) continue;
      if (m.text && !full_match(setting.value, m.text)) continue;
      const bool any = m.value.kind == ValuePredicate::Kind::kAny && !m.value.negated;
      if (!any && !satisfies_text(m.value, setting.value)) continue;
      const bool key = m.report == ReportSpan::kKey;
      fire(ref, key ? setting.key_span : setting.value_span, setting.key, setting.value);
    }
  }

  void by_text(Subject subject, std::string_view text, Span span) {
    for (const MatcherRef& ref : context_.rules.all(subject)) {
      if (applies(ref) && partial_match(text, ref.matcher->text))
        fire(ref, span, std::string(text), text);
    }
  }

  void build(const BuildCommand& build) {
    std::string arguments;
    for (const Word& word : build.arguments) {
      if (!arguments.empty()) arguments += ' ';
      arguments += word.text;
    }
    for (const MatcherRef& ref : context_.rules.all(Subject::kBuild)) {
      const auto named = [&](const std::string& name) { return glob_match(name, build.name); };
      const auto& names = ref.matcher->names;
      if (!applies(ref) || std::none_of(names.begin(), names.end(), named)) continue;
      if (ref.matcher->text && !partial_match(arguments, ref.matcher->text)) continue;
      Span span = build.name_span;
      for (const Word& word : build.arguments) {
        if (ref.matcher->text && partial_match(word.text, ref.matcher->text)) {
          span = word.span;
          break;
        }
      }
      fire(ref, span, build.name, arguments);
    }
  }

  const DetectContext& context_;
  const TextFacts& facts_;
  FileFindings& out_;
  const SourceFile& file_;
};

}  // namespace

void match_text(const DetectContext& context, const TextFacts& facts, FileFindings& findings) {
  TextMatcher(context, facts, findings).run();
}

}  // namespace npuport
