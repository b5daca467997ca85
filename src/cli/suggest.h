// "Did you mean": the nearest of some names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace npuport {

// The name at the smallest edit distance (or one that `word` is part of), "" when none is near.
std::string nearest_name(std::string_view word, const std::vector<std::string>& names);

}  // namespace npuport
