// Rules against the facts of one file: Python, text formats, C++ and CUDA.
#pragma once

#include "detect/context.h"

namespace npuport {

void match_python(const DetectContext& context, FileFindings& findings);

// Rules against text facts: environment, commands, settings, images, directives, indexes, build
// files.
void match_text(const DetectContext& context, const TextFacts& facts, FileFindings& findings);

// Rules against the C++/CUDA inventory. `at` is the Python node that carries the source as a
// string, kNone for a file of its own.
void match_cpp(const DetectContext& context, const CudaFacts& facts, FileFindings& findings);

}  // namespace npuport
