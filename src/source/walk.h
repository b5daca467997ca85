// Lists the files of a tree that are to be read, and what is left out with the reason.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "source/kind.h"
#include "source/source_file.h"
#include "source/tree.h"

namespace npuport {

struct FoundFile {
  std::string path;       // relative to the root
  std::string read_path;  // where its bytes are, relative to the root, when `path` is a link
  uint64_t bytes = 0;
  KindGuess guess;
};

struct Listing {
  std::vector<FoundFile> files;         // sorted by path
  std::vector<SkippedPath> skipped;     // in no order
  std::vector<std::string> submodules;  // folders that .gitmodules names
};

// Walks the folder open at `root`. Excluded folders appear once in `skipped`; links are not
// followed to folders, and a linked file is listed only when its target lies in the tree and is not
// listed itself.
Listing walk(int root, const TreeOptions& options);

}  // namespace npuport
