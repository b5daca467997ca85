// The lowerings behind lower_build().
#pragma once

#include <string_view>

#include "facts/text_facts.h"

namespace npuport::build {

void lower_cmake(std::string_view text, TextFacts& out);
void lower_makefile(std::string_view text, TextFacts& out);

}  // namespace npuport::build
