// Reads the tree to analyse: walk, ignore rules, kinds, decoding.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "source/source_file.h"

namespace npuport {

struct TreeOptions {
  unsigned threads = 0;
  uint64_t max_file_bytes = 32ull << 20;  // a larger file is skipped, with the reason
  uint64_t max_total_bytes = 4ull << 30;  // reading stops there, with the reason
  bool respect_gitignore = true;
  std::vector<std::string> exclude;  // gitignore patterns
};

// Walks `root` (a folder or one file). Never follows links out of the tree or in circles, never
// opens anything that is not a regular file. Error when root does not exist or cannot be listed at
// all.
Result<SourceTree> read_tree(const std::string& root, const TreeOptions& options);

// The same pipeline (kind, decoding, notebook, tags, lines) for one file held in memory; used by
// tests.
SourceFile make_source_file(std::string path, std::string raw_bytes);

}  // namespace npuport
