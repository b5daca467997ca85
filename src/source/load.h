// Bytes of one file to a SourceFile: decoding, kind, notebook cells, tags, line index.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/kind.h"
#include "source/source_file.h"

namespace npuport {

struct LoadedFile {
  // Nothing when the bytes are no text; `notes` says so.
  std::optional<SourceFile> file;
  std::vector<SkippedPath> notes;
};

LoadedFile load_file(std::string path, KindGuess guess, std::string_view raw);

// A file that is counted and not read.
SourceFile unread_file(std::string path, uint64_t bytes);

}  // namespace npuport
