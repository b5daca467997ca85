// What packages bring along: from the metadata of those that are installed, from the package table
// for the others.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "installed/installed_packages.h"
#include "knowledge/knowledge.h"

namespace npuport {

struct NeededPackage {
  std::vector<std::string> extras;  // asked for
  bool only_locked = false;         // only a lock file or a constraint names it
};
using NeededPackages = std::map<std::string, NeededPackage>;  // by normalised name

struct BroughtPackage {
  std::string name;    // may hold a "*" when it comes from the table
  std::string parent;  // the needed or brought package that asks for it
  std::string source;  // the metadata or the row of the table
};

// The packages that `needed` bring and that nobody asks for, each once with its first parent, in
// the order they are reached. What a lock file names is brought by what asks for it. Markers are
// read for `python` ("3.11") on Linux. Torch brings nothing: what its CUDA build brings goes away
// with it. `installed` may be nullptr.
std::vector<BroughtPackage> brought_packages(const NeededPackages& needed,
                                             const InstalledPackages* installed,
                                             const Knowledge& knowledge, const std::string& python);

}  // namespace npuport
