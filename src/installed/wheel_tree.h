// A wheel as the tree to analyse: its texts, read in place.
#pragma once

#include <string>

#include "base/result.h"
#include "source/tree.h"

namespace npuport {

// Paths in the tree are those in the archive. Compiled modules are counted, not read. Error: no
// sound wheel; the message begins with the path.
Result<SourceTree> read_wheel_tree(const std::string& file, const TreeOptions& options);

// Whether a path names a wheel by its ending, and is no folder.
bool is_wheel_path(const std::string& path);

}  // namespace npuport
