// From detection to the report: places, grouping by cause, tables, counted verdict.
#pragma once

#include <string>
#include <vector>

#include "assess/report.h"
#include "detect/detection.h"
#include "source/source_file.h"

namespace npuport {

// A statement that the syntax stage lost.
struct ParseProblem {
  uint32_t file = 0;  // index into SourceTree::files
  uint32_t offset = 0;
  std::string message;
};

struct AssessInput {
  const SourceTree& tree;
  const Detection& detection;
  ReportTool tool;
  ReportTarget target;
  std::string project_name;
  std::string revision;
  std::vector<ParseProblem> parse_problems;  // in any order
  VersionPlan version_plan = {};
};

// Never fails: whatever detection found has a place in the report. The order of the result does not
// depend on the order of the input.
Report assess(const AssessInput& input);

}  // namespace npuport
