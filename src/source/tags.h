// Properties of a file that change how much its findings matter.
#pragma once

#include <cstdint>
#include <string_view>

#include "source/source_file.h"

namespace npuport {

// Vendored, test, example and docs by the names of the folders above and of the file.
uint8_t tags_of_path(std::string_view path);

// Generated code by what its first lines say, and tests by what they use; needs path, kind, text
// and lines.
uint8_t tags_of_text(const SourceFile& file);

}  // namespace npuport
