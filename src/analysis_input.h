// What the caller names, as one source tree: one path, or several below a common folder.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "source/tree.h"

namespace npuport {

// One path: its tree. Several: one tree whose root is their nearest common folder; a file that two
// of them hold appears once. Error when one of them cannot be read at all.
Result<SourceTree> read_paths(const std::vector<std::string>& paths, const TreeOptions& options);

// The name of the folder or file that the analysis is about.
std::string project_name(const std::string& root);

// The commit of the checkout at `root`, "" when there is none. Reads .git, runs nothing.
std::string project_revision(const std::string& root);

}  // namespace npuport
