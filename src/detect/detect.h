// The detect stage: rules and detectors ask the project model; the result is findings.
#pragma once

#include "detect/detection.h"
#include "installed/installed_packages.h"
#include "knowledge/knowledge.h"
#include "project/project.h"

namespace npuport {

// Applies every rule and detector to the project. The findings refer to the rules of `knowledge`,
// which must outlive them. Deterministic for any number of threads.
// `installed`: packages beside the project, opened when the project needs them; nullptr for none.
Detection detect(const Project& project, const Knowledge& knowledge, const Target& target,
                 unsigned threads, const InstalledPackages* installed = nullptr);

}  // namespace npuport
