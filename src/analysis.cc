#include "analysis.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "analysis_input.h"
#include "assess/assess.h"
#include "assess/target.h"
#include "assess/version_plan.h"
#include "base/keep.h"
#include "base/parallel.h"
#include "detect/detect.h"
#include "installed/wheel_tree.h"
#include "project/project.h"
#include "syntax/lower.h"

namespace npuport {
namespace {

// One stage: announced, then timed.
template <typename Work>
auto stage(const AnalysisOptions& options, StageTimes& times, const char* name, Work work) {
  if (options.on_stage) options.on_stage(name);
  const StageTimes::Scope timer(times, name);
  return work();
}

std::vector<FileFacts> lower_all(const SourceTree& tree, SymbolTable& symbols, unsigned threads) {
  std::vector<FileFacts> facts(tree.files.size());
  std::vector<size_t> weights(tree.files.size());
  for (size_t i = 0; i < weights.size(); ++i) weights[i] = tree.files[i].text.size();
  parallel_for(weights, threads, [&](size_t i) { facts[i] = lower(tree.files[i], symbols); });
  return facts;
}

// A wheel that is analysed is looked into like one beside a project.
InstalledOptions installed_options(const AnalysisOptions& options) {
  InstalledOptions installed = options.installed;
  std::copy_if(options.paths.begin(), options.paths.end(), std::back_inserter(installed.wheels),
               is_wheel_path);
  return installed;
}

std::vector<ParseProblem> parse_problems(const Project& project) {
  std::vector<ParseProblem> problems;
  for (FileId id = 0; id < project.file_count(); ++id) {
    const FileFacts& facts = project.facts(id);
    for (const SyntaxError& e : facts.python.errors) problems.push_back({id, e.offset, e.message});
    for (const TextProblem& p : facts.text.problems) problems.push_back({id, p.offset, p.message});
    for (const std::string& p : facts.cuda.problems) problems.push_back({id, 0, p});
  }
  return problems;
}

}  // namespace

const char* program_version() { return NPUPORT_VERSION; }

Result<Report> analyze(const AnalysisOptions& options, StageTimes& times) {
  const unsigned threads = options.tree.threads;
  const auto run = [&](const char* name, auto work) { return stage(options, times, name, work); };

  Result<Knowledge> loaded = run("knowledge", [&] { return Knowledge::load(options.knowledge); });
  if (!loaded) return loaded.error();
  const Knowledge& knowledge = loaded.value();

  Result<SourceTree> tree = run("source", [&] { return read_paths(options.paths, options.tree); });
  if (!tree) return tree.error();

  const InstalledOptions beside = installed_options(options);
  Result<InstalledPackages> installed = InstalledPackages();
  if (!beside.empty()) {
    installed = run("installed", [&] { return InstalledPackages::read(beside); });
    if (!installed) return installed.error();
  }

  auto symbols = std::make_unique<SymbolTable>();
  std::vector<FileFacts> facts =
      run("syntax", [&] { return lower_all(tree.value(), *symbols, threads); });

  const auto linked = run("project", [&] {
    return std::make_shared<const Project>(
        Project::link(std::move(tree.value()), std::move(facts), std::move(symbols), threads));
  });
  const Project& project = *linked;

  const Result<ChosenTarget> target = choose_target(options.target, project, knowledge);
  if (!target) return target.error();

  const auto detected = run("detect", [&] {
    return std::make_shared<const Detection>(detect(project, knowledge, target.value().target,
                                                    threads,
                                                    beside.empty() ? nullptr : &installed.value()));
  });
  if (options.ends_process) {
    keep_until_exit(linked);
    keep_until_exit(detected);
  }

  return run("assess", [&] {
    const std::string& root = project.tree().root;
    return assess({.tree = project.tree(),
                   .detection = *detected,
                   .tool = {kProgramName, program_version(), std::string(knowledge.date())},
                   .target = target.value().report,
                   .project_name = project_name(root),
                   .revision = project_revision(root),
                   .parse_problems = parse_problems(project),
                   .version_plan = plan_versions(project.tree(), *detected, target.value().target,
                                                 target.value().asks, knowledge)});
  });
}

bool has_analysable_files(const Report& report) {
  return std::any_of(report.project.languages.begin(), report.project.languages.end(),
                     [](const LanguageCount& l) { return l.files > 0 && l.name != "other"; });
}

}  // namespace npuport
