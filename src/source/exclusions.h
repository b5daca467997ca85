// Folders that are never analysed: version control data, caches, environments, build output.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace npuport {

// Why a folder of this name is left out, or nothing.
std::optional<std::string> excluded_by_name(std::string_view name);

// Why a folder with these entries is left out (a virtual environment, CMake or setuptools output, a
// cache that says so), or nothing. `names` is sorted.
std::optional<std::string> excluded_by_content(std::string_view name,
                                               const std::vector<std::string>& names);

}  // namespace npuport
