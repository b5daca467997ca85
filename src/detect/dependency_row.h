// One row of the dependency matrix, judged by the tables.
#pragma once

#include <optional>
#include <string>

#include "detect/dependency_entry.h"

namespace npuport {

// A distribution that the project declares or imports.
Dependency make_row(const std::string& name, const Entry& entry, bool project_imports_anything,
                    const Knowledge& knowledge, const InstalledAudit& installed,
                    const Target* target);

// One that another package brings; nothing when it has no part in CUDA.
std::optional<Dependency> brought_row(const BroughtPackage& brought, const Knowledge& knowledge,
                                      const InstalledAudit& installed);

// Whether a distribution that nobody asks for by name has a row: the table or what is installed
// knows of CUDA in it.
bool is_shown_when_brought(const PackageRow* row, const InstalledEvidence* evidence);

// Whether the table says that it holds, needs or may use CUDA.
inline bool is_about_cuda(const PackageRow& row) { return row.cuda != CudaBinding::kNone; }
// The same, by what is installed.
bool is_about_cuda(const InstalledEvidence& evidence);

}  // namespace npuport
