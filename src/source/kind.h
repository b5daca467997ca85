// What a file is, by its name, its first line and, where names do not tell, its text.
#pragma once

#include <string_view>

#include "source/source_file.h"

namespace npuport {

struct KindGuess {
  FileKind kind = FileKind::kOther;
  bool look_inside = false;  // kOther by name, but a first line "#!" or the text may say more
};

// `path` is relative to the root. Names are compared without regard to ASCII case.
KindGuess kind_of_path(std::string_view path);

// The kind that a "#!" line names, else kOther. `head` is the beginning of the file.
FileKind kind_of_shebang(std::string_view head);

// The kind after a look at the decoded text: conda environments among YAML files, requirement lists
// among *.in files.
FileKind refine_kind(KindGuess guess, std::string_view path, std::string_view text);

// Configuration larger than this is data (token tables, weight maps) and is not read.
constexpr uint64_t kMaxConfigBytes = 4ull << 20;
constexpr uint64_t kMaxJsonBytes = 2ull << 20;

// The limit in bytes for the kind, or `otherwise` when the kind has none of its own.
uint64_t size_limit(FileKind kind, uint64_t otherwise);

}  // namespace npuport
