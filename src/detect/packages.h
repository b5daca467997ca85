// The dependency matrix: what is declared, what is imported, and the findings at the declarations.
#pragma once

#include <vector>

#include "detect/context.h"
#include "detect/dependencies.h"
#include "installed/installed_packages.h"

namespace npuport {

// What lies beside the project; `packages` is nullptr when nothing was given to look into.
struct InstalledSource {
  const InstalledPackages* packages = nullptr;
  unsigned threads = 0;
};

// Everything that the project declares, the lists in setup.py included; vendored files are left
// out.
std::vector<DeclaredPackage> declared_packages(const Project& project);

// `found` is parallel to the files of the project and receives the findings of domain 1.
void detect_packages(const DetectContext& context, std::vector<FileFindings>& found,
                     InstalledSource installed, Detection& detection);

}  // namespace npuport
