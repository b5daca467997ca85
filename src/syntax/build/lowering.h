// The lowerings behind lower_build().
#pragma once

#include <cstddef>
#include <string_view>

#include "facts/text_facts.h"

namespace npuport::build {

// Bounds for hostile files; what lies beyond is left out.
inline constexpr size_t kMaxCommands = 50'000;
inline constexpr size_t kMaxArguments = 20'000;

void lower_cmake(std::string_view text, TextFacts& out);
void lower_makefile(std::string_view text, TextFacts& out);

}  // namespace npuport::build
