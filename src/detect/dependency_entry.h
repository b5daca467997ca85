// What a project says about each distribution: its declarations and imports, collected by name.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "detect/dependencies.h"

namespace npuport {

// Everything that was said about one distribution.
struct Entry {
  std::vector<const DeclaredPackage*> declared;
  std::vector<const ImportedModule*> imported;
  bool doubtful = false;  // a homonym without evidence
};

using Entries = std::map<std::string, Entry>;

// Declarations and imports by distribution; the standard library, the project's own modules and
// local folders are left out.
Entries collect_entries(const std::vector<DeclaredPackage>& declared,
                        const std::vector<ImportedModule>& imported, const Knowledge& knowledge,
                        const InstalledPackages* installed);

// Whether every declaration has that source; false without declarations.
bool is_only(const Entry& entry, RequirementSource source);

// Whether only lock files and constraints name it.
bool is_only_locked(const Entry& entry);

// The extras that its declarations ask for.
std::vector<std::string> extras_of(const Entry& entry);

}  // namespace npuport
