#include <algorithm>
#include <string>

#include "analysis.h"
#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/knowledge_option.h"
#include "query/lookup.h"
#include "render/answer.h"

namespace npuport {
namespace {

// How many names one call may ask for.
constexpr size_t kMostNames = 10'000;

Result<QueryResult> ask(const QueryOptions& options, const Knowledge& knowledge) {
  QueryResult result;
  result.program = kProgramName;
  result.version = program_version();
  result.knowledge_date = std::string(knowledge.date());
  result.target = knowledge.versions().default_target();
  if (!options.target.empty()) {
    Result<Target> wanted = knowledge.versions().parse_target(options.target);
    if (!wanted) return wanted.error();
    result.target = std::move(wanted.value());
  }
  Lookup lookup(knowledge, result.target);
  for (const std::string& name : options.names) {
    Result<Answer> answer = lookup.answer(name);
    if (!answer) return answer.error();
    result.answers.push_back(std::move(answer.value()));
  }
  return result;
}

std::string render(const QueryResult& result, const QueryOptions& options,
                   const Environment& environment) {
  if (options.format == "json") return render_answers_json(result);
  const Language language = choose_language(options.language, environment);
  if (options.format == "markdown") return render_answers_markdown(result, language);
  TerminalStyle style;
  style.language = language;
  style.width = environment.width;
  style.color = environment.colors;
  style.unicode = environment.utf8 || language == Language::kChinese;
  return render_answers_terminal(result, style);
}

}  // namespace

int run_query(const QueryOptions& options, Console& console) {
  if (options.names.size() > kMostNames) {
    console.note("query: at most " + std::to_string(kMostNames) + " names at once");
    return kExitUsage;
  }
  const Result<Knowledge> knowledge = load_knowledge(options.knowledge, RuleUse::kRead);
  if (!knowledge) {
    console.note(knowledge.error().message);
    return kExitUsage;
  }
  const Result<QueryResult> result = ask(options, knowledge.value());
  if (!result) {
    console.note(result.error().message);
    return kExitUsage;
  }
  if (!console.data(render(result.value(), options, console.environment))) return kExitUsage;
  const std::vector<Answer>& answers = result.value().answers;
  for (const Answer& answer : answers) {
    if (answer.known() || knowledge.value().rule(answer.name) == nullptr) continue;
    console.note("\"" + answer.name + "\" is a rule: npuport explain " + answer.name);
  }
  const bool all_known = std::all_of(answers.begin(), answers.end(),
                                     [](const Answer& answer) { return answer.known(); });
  return all_known ? kExitOk : kExitNothing;
}

}  // namespace npuport
