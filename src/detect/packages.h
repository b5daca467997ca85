// The dependency matrix: what is declared, what is imported, and the findings at the declarations.
#pragma once

#include <vector>

#include "detect/context.h"

namespace npuport {

// `found` is parallel to the files of the project and receives the findings of domain 1.
void detect_packages(const DetectContext& context, std::vector<FileFindings>& found,
                     Detection& detection);

}  // namespace npuport
