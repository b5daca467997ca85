// What happens to the build of an extension on a machine without CUDA.
#pragma once

#include <cstdint>
#include <string>

#include "base/span.h"

namespace npuport {

enum class WithoutCuda : uint8_t {
  kUnknown,  // cannot be read from the script
  kFails,    // the build raises or exits, or nothing keeps it from calling nvcc
  kSkips,    // the CUDA part is left out: no extension, or its C++ sources only
  kStub,     // a placeholder is built in its place
};

// One place of a setup.py that makes a CUDA extension.
struct ExtensionBuild {
  uint32_t file = 0;
  Span span;      // the name that makes it: CUDAExtension
  Span evidence;  // the statement or test that decides; may equal `span`
  WithoutCuda without_cuda = WithoutCuda::kUnknown;
};

}  // namespace npuport
