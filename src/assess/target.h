// The target of the analysis: named by the caller, or inferred from what the project asks for, and
// in both cases said so in the report.
#pragma once

#include <string>

#include "assess/report.h"
#include "assess/target_asks.h"
#include "base/result.h"
#include "knowledge/knowledge.h"
#include "project/project.h"

namespace npuport {

struct ChosenTarget {
  Target target;
  ReportTarget report;
  ProjectAsks asks;
};

// `wanted` as --target takes it; empty = infer. Error: no such combination.
Result<ChosenTarget> choose_target(const std::string& wanted, const Project& project,
                                   const Knowledge& knowledge);

}  // namespace npuport
