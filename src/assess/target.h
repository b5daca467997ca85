// The target of the analysis: named by the caller, or inferred from the torch version that the
// project asks for, and in both cases said so in the report.
#pragma once

#include <string>
#include <utility>

#include "assess/report.h"
#include "base/result.h"
#include "knowledge/knowledge.h"
#include "project/project.h"

namespace npuport {

struct ChosenTarget {
  Target target;
  ReportTarget report;
};

// `wanted` as --target takes it; empty = infer. Error: no such combination.
Result<ChosenTarget> choose_target(const std::string& wanted, const Project& project,
                                   const Knowledge& knowledge);

// Where the project asks for torch: the specifier ("==2.4.0+cu121") and the file. A manifest nearer
// to the root speaks before one below it, a declaration before a lock file or an install command;
// both empty when nothing asks.
std::pair<std::string, std::string> declared_torch(const Project& project);

}  // namespace npuport
