// What the detect stage hands on.
#pragma once

#include <string>
#include <vector>

#include "detect/dependency.h"
#include "detect/extension_build.h"
#include "detect/finding.h"

namespace npuport {

// A place that the analysis could not see through.
struct DynamicPlace {
  uint32_t file = 0;
  Span span;
  std::string what;  // "import of a computed module name", "exec of a string"
};

struct Detection {
  std::vector<Finding> findings;         // by file, span, rule id
  std::vector<Dependency> dependencies;  // by name
  std::vector<DynamicPlace> dynamic;
  std::vector<std::string> unknown_packages;
  std::vector<ExtensionBuild> builds;  // by file, span
};

}  // namespace npuport
