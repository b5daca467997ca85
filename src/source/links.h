// Symbolic links found by the walk.
#pragma once

#include <string>
#include <vector>

#include "source/walk.h"

namespace npuport {

class LinkedFiles {
 public:
  // `root` is the open folder of the tree.
  explicit LinkedFiles(int root) : root_(root) {}

  void add(std::string path) { links_.push_back(std::move(path)); }

  // Adds to `listing`, whose files are sorted, the links that lead to a file of the tree that is
  // not listed yet, and notes why the others are left out. The first of several links to one file
  // wins.
  void resolve(Listing& listing);

 private:
  int root_;
  std::vector<std::string> links_;
};

}  // namespace npuport
