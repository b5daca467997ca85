// What the project and its other dependencies say about a row of the matrix that the tables call
// compatible.
#pragma once

#include <vector>

#include "detect/context.h"
#include "detect/dependency.h"

namespace npuport {

// A compatible package that brings one which does not run on NPU needs an install option or a
// substitute for that one.
void weigh_brought_packages(std::vector<Dependency>& rows);

// A compatible package that the project uses with CUDA, as findings of rules with `packages` show,
// needs the NPU build or another option there. Tests and documents do not count.
void weigh_cuda_uses(const DetectContext& context, const std::vector<FileFindings>& found,
                     std::vector<Dependency>& rows);

}  // namespace npuport
