// Commands that build a CUDA extension of the project: "python setup.py install" beside a setup.py
// that uses CUDAExtension, and the scripts that run such a command.
#pragma once

#include <vector>

#include "detect/context.h"

namespace npuport {

// `found` is parallel to the files of the project and already holds what the rules found. Findings
// at CUDAExtension are told what becomes of the build without CUDA; the builds are returned.
std::vector<ExtensionBuild> detect_extension_builds(const DetectContext& context,
                                                    std::vector<FileFindings>& found);

}  // namespace npuport
