// The whole pipeline: paths in, report out.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "assess/report.h"
#include "base/result.h"
#include "base/timer.h"
#include "installed/installed_packages.h"
#include "knowledge/knowledge.h"
#include "source/tree.h"

namespace npuport {

inline constexpr const char* kProgramName = "npuport";
const char* program_version();

struct AnalysisOptions {
  std::vector<std::string> paths = {"."};
  TreeOptions tree;  // its thread count is for every stage
  KnowledgeOptions knowledge;
  InstalledOptions installed;  // looked into for what the project needs
  std::string target;          // empty = inferred from the project
  // Leave the model in memory: the process is about to end.
  bool ends_process = false;
  // Told the name of each stage when it starts.
  std::function<void(std::string_view stage)> on_stage;
};

// A path that is a wheel is analysed as one. Nothing of the project is executed, nothing is
// written. Error: a path that cannot be read, a site-packages folder or wheel without packages, a
// rule or knowledge file that does not load, a target that does not exist.
Result<Report> analyze(const AnalysisOptions& options, StageTimes& times);

// Did the analysis find any file of a kind that it reads?
bool has_analysable_files(const Report& report);

}  // namespace npuport
