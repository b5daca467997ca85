// Whether a build script without CUDA fails, skips the extension or builds a stub, read from the
// guards around the place that makes the extension.
#pragma once

#include <vector>

#include "detect/extension_build.h"
#include "project/project.h"

namespace npuport {

// `site` is a use of CUDAExtension in a Python file, its offset inside the file. A test counts when
// it probes for CUDA (torch.cuda.is_available, CUDA_HOME, nvcc), also through variables; a test of
// a build option alone leaves the answer open.
ExtensionBuild judge_build(const Project& project, FileId file, Span site);

}  // namespace npuport
