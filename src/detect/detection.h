// What the detect stage hands on.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "detect/dependency.h"
#include "detect/extension_build.h"
#include "detect/finding.h"
#include "knowledge/native_signal.h"
#include "source/source_file.h"

namespace npuport {

// A place that the analysis could not see through.
struct DynamicPlace {
  uint32_t file = 0;
  Span span;
  std::string what;  // "import of a computed module name", "exec of a string"
};

// What the vendor's lists have against an API on the target.
struct NativeApiNote {
  std::string api;  // "torch.nn.functional.embedding_bag"
  NativeSignal signal = NativeSignal::kNone;
  std::string limits;  // the restriction without its dtype list; English
  std::string kernel;  // an operator that op-plugin registers for it, "" = none
  std::string source;  // the list: repository, file and line
};

struct NativeApiCall {
  const NativeApiNote* note = nullptr;
  uint32_t file = 0;
  Span span;
};

struct Detection {
  std::vector<Finding> findings;         // by file, span, rule id
  std::vector<Dependency> dependencies;  // by name
  std::vector<DynamicPlace> dynamic;
  std::vector<NativeApiCall> native_calls;   // by API, file, span
  std::shared_ptr<const void> native_index;  // owns the notes
  std::vector<std::string> unknown_packages;
  std::vector<SkippedPath> unread_packages;  // installed ones, and parts of them
  std::vector<ExtensionBuild> builds;        // by file, span
};

}  // namespace npuport
