#include <sys/resource.h>

#include <cstdio>
#include <string>

#include "analysis.h"
#include "cli/commands.h"
#include "cli/delivery.h"
#include "cli/exit_codes.h"
#include "cli/progress.h"

namespace npuport {
namespace {

AnalysisOptions analysis_options(const AnalyzeOptions& from) {
  AnalysisOptions to;
  if (!from.paths.empty()) to.paths = from.paths;
  to.tree.threads = from.threads;
  to.tree.max_file_bytes = from.max_file_size;
  to.tree.respect_gitignore = !from.no_gitignore;
  to.tree.exclude = from.exclude;
  if (!from.knowledge.directory.empty()) to.knowledge.directory = from.knowledge.directory;
  to.knowledge.rule_directories = from.knowledge.rule_directories;
  to.target = from.target;
  to.ends_process = true;
  to.installed = {from.site_packages, from.wheels};
  return to;
}

std::string time_table(const StageTimes& times) {
  std::string out;
  char line[96];
  double total = 0;
  for (const auto& [stage, seconds] : times.stages()) {
    std::snprintf(line, sizeof line, "%-10s %8.1f ms\n", stage.c_str(), seconds * 1e3);
    out += line;
    total += seconds;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::snprintf(line, sizeof line, "%-10s %8.1f ms, peak memory %.1f MB\n", "total", total * 1e3,
                static_cast<double>(usage.ru_maxrss) / 1024);
  return out + line;
}

int nothing_found(const Report& report, Console& console) {
  console.note("nothing to analyse under " + report.project.root + ": " +
               std::to_string(report.project.files) + " files, none of a kind that is read; " +
               std::to_string(report.coverage.unread.size()) + " paths could not be read");
  return kExitNothing;
}

}  // namespace

int run_analyze(const AnalyzeOptions& options, Console& console) {
  const Result<Delivery> delivery = check_output_options(options.output, console.environment);
  if (!delivery) {
    console.note(delivery.error().message);
    return kExitUsage;
  }
  StageTimes times;
  AnalysisOptions analysis = analysis_options(options);
  Progress progress(console, !options.output.quiet);
  analysis.on_stage = [&](std::string_view stage) { progress.stage(stage); };
  const Result<Report> report = analyze(analysis, times);
  progress.stop();
  if (!report) {
    console.note(report.error().message);
    return kExitUsage;
  }
  if (!has_analysable_files(report.value())) return nothing_found(report.value(), console);

  const Staged timed = [&](std::string_view name, const std::function<void()>& work) {
    const StageTimes::Scope timer(times, std::string(name));
    work();
  };
  int code = deliver(report.value(), delivery.value(), console, timed);
  if (options.time) console.talk(time_table(times));
  const size_t unread = report.value().coverage.unread.size();
  if (options.max_unread >= 0 && unread > static_cast<size_t>(options.max_unread)) {
    console.note("incomplete: " + std::to_string(unread) + " paths could not be read, " +
                 std::to_string(options.max_unread) + " allowed");
    if (code == kExitOk) code = kExitIncomplete;
  }
  return code;
}

}  // namespace npuport
