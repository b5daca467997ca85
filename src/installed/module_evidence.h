// What a compiled module shows about CUDA, from its ELF headers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "installed/byte_source.h"
#include "knowledge/cuda_libraries.h"

namespace npuport {

struct ModuleEvidence {
  std::string path;                   // in its package
  std::string machine;                // "x86-64", "aarch64"; "" when it is no ELF file
  std::vector<std::string> links;     // CUDA libraries that it links (DT_NEEDED)
  std::vector<std::string> loads;     // CUDA libraries that its text names: opened when needed
  std::vector<std::string> sections;  // with GPU code
  uint64_t device_code_bytes = 0;     // of those sections
  std::string provides;               // it is a copy of this CUDA library
  std::string problem;                // what could not be read

  // Made for CUDA. A module that only names a library may run without it.
  bool is_cuda() const { return needs_cuda() || !sections.empty(); }
  // Cannot be loaded where CUDA is missing. One with GPU code alone can: it brings its own runtime.
  bool needs_cuda() const { return !links.empty() || !provides.empty(); }
};

// `look_for_names`: also search what is loaded read-only for names of libraries to open, in the
// first 64 MiB; for packages of which nothing else is known.
ModuleEvidence examine_module(const std::string& path, ByteSource& source,
                              const CudaLibraryTable& libraries, bool look_for_names);

}  // namespace npuport
