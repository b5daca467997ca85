// Opens the installed distributions that a project needs and collects their evidence.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "detect/installed_evidence.h"
#include "installed/installed_packages.h"
#include "knowledge/knowledge.h"

namespace npuport {

using EvidenceByName = std::map<std::string, InstalledEvidence, std::less<>>;

// Evidence for those of `names` that are installed. The Python of frameworks that the table knows
// (torch and its like) and of distributions in `analysed` is not read again. Deterministic for any
// number of threads.
EvidenceByName examine_installed(const std::vector<std::string>& names,
                                 const InstalledPackages& installed,
                                 const std::vector<std::string>& analysed,
                                 const Knowledge& knowledge, const Target& target,
                                 unsigned threads);

}  // namespace npuport
