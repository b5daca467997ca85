// A place in the project that matters for a migration, as the detectors found it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/span.h"
#include "knowledge/rule.h"

namespace npuport {

// Why a site is no work although it names CUDA, or how it is softened.
enum class GuardState : uint8_t {
  kUnguarded,
  kOptionalImport,  // inside try: import ... except ImportError
  kNpuHandled,      // an NPU branch exists beside it, or the code runs only when NPU is absent
  kCudaOnlyBranch,  // runs only when torch.cuda.is_available() (false without the patch)
  kBuildSwitch,     // behind #ifdef WITH_CUDA or a build option
  kTypeChecking,    // if TYPE_CHECKING
};

struct Finding {
  const Rule* rule = nullptr;
  uint32_t file = 0;                          // index into SourceTree::files
  Span span;                                  // the token that must change
  std::string name;                           // matched qualified name, package, variable, ...
  std::map<std::string, std::string> values;  // for the placeholders of the rule's texts
  Mode mode = Mode::kManual;
  Risk risk = Risk::kMedium;
  Confidence confidence = Confidence::kHigh;
  GuardState guard = GuardState::kUnguarded;
  bool import_time = false;           // evaluated when the module is imported: breaks first
  std::string cause;                  // findings with the same cause are one piece of work
  LocalizedText detail;               // what this site adds to the rule's message
  std::vector<std::string> notes_en;  // evidence or limits particular to this site
  std::vector<std::string> notes_zh;
  std::vector<std::string> sources;  // beyond the rule's own
};

}  // namespace npuport
