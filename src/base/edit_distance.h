// How far two words are apart: insertions, deletions and changes of one byte.
#pragma once

#include <cstddef>
#include <string_view>

namespace npuport {

// The distance, or any number above `limit` when it is larger than that.
size_t edit_distance(std::string_view a, std::string_view b, size_t limit);

}  // namespace npuport
