// What an installed distribution shows about CUDA: its compiled modules, from their headers, and
// its Python sources, through the same detection as the project's.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "installed/module_evidence.h"
#include "knowledge/rule.h"

namespace npuport {

// Sites of one domain in the Python of a package. Each is counted once.
struct SiteTally {
  uint32_t automatic = 0;  // covered by transfer_to_npu
  uint32_t manual = 0;     // somebody has to edit
  uint32_t guarded = 0;    // automatic or manual, but behind a guard
  uint32_t none = 0;       // listed for information
};

struct PythonSummary {
  uint32_t files = 0;
  uint64_t lines = 0;
  std::array<SiteTally, 5> domains;  // 2..6; the packages that it imports have rows of their own

  SiteTally total() const;
};

struct InstalledEvidence {
  std::string version;
  std::string place;  // the metadata folder or the wheel, as the caller reaches it
  bool wheel = false;
  bool is_project = false;               // its Python is what the report is about
  uint32_t modules = 0;                  // compiled
  uint32_t cuda_modules = 0;             // of them: made for CUDA
  uint32_t cuda_sources = 0;             // *.cu and the like that it ships
  uint32_t foreign = 0;                  // binaries of other systems
  std::vector<std::string> machines;     // of its modules, sorted
  std::vector<ModuleEvidence> evidence;  // modules with CUDA, at most kMaxShownModules, by path
  std::optional<PythonSummary> python;   // nothing when it was not analysed
  std::vector<std::string> problems;     // what could not be read, "path: reason"

  bool needs_cuda() const;
  // Whether all that could speak for CUDA was seen.
  bool is_complete() const { return problems.empty() && foreign == 0; }
};
inline constexpr size_t kMaxShownModules = 16;

// The evidence in one sentence without a full stop: "`x/_C.so` links libcudart.so.12 and holds 3.1
// MB of GPU code; 2 of 5 compiled modules are built for CUDA". "" without any.
LocalizedText describe_cuda_modules(const InstalledEvidence& evidence);

}  // namespace npuport
