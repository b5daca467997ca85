// What the evidence of an installed distribution means for its row of the matrix.
#pragma once

#include "detect/dependency.h"
#include "knowledge/package_table.h"

namespace npuport {

// Sets the class of a row that the package table leaves open, and quotes the evidence in its
// advice. The table keeps the last word where it has one. `row` is nullptr for a package that the
// table does not hold.
void judge_installed(Dependency& dependency, const PackageRow* row);

}  // namespace npuport
