// The knowledge folder as it was when the program was built. Paths are relative to knowledge/:
// "packages.tsv", "torch_npu/env_vars.tsv"; "rules.bin" is the compact form of all rules.
#pragma once

#include <string_view>
#include <vector>

namespace npuport {

// The bytes of a file, or a null view when there is none. Valid for the life of the program.
std::string_view embedded(std::string_view path);

// All paths, in byte order.
std::vector<std::string_view> embedded_paths();

}  // namespace npuport
