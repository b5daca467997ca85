// Writing an output file so that nobody ever sees half of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace npuport {

// Writes to a temporary file beside `path` and renames it. A link is followed first, and what
// exists and is no regular file (a pipe, /dev/null) is written to directly. The mode of an existing
// file stays.
std::optional<Error> write_output_file(const std::string& path, std::string_view content);

}  // namespace npuport
