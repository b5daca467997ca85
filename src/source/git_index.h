// The names that git tracks, read from .git/index.
//
// Ignore rules say nothing about tracked files, and projects do track what their ignore files name
// (a `lib/` of sources under a stock Python .gitignore), so the walk asks here first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace npuport {

class GitIndex {
 public:
  GitIndex() = default;

  // Parses versions 2 to 4 with SHA-1 names. Empty when the bytes are anything else.
  static GitIndex parse(std::string_view bytes);

  bool empty() const { return paths_.empty(); }
  bool tracks(std::string_view path) const;
  // Is there a tracked file somewhere below the folder?
  bool tracks_below(std::string_view folder) const;

 private:
  std::vector<std::string> paths_;  // sorted
};

}  // namespace npuport
