// What a finished simple command means beyond its words; used by the scanner and by add_command().
#pragma once

#include <string_view>
#include <vector>

#include "facts/text_facts.h"

namespace npuport::shell {

// A piece of the command that is shell text itself.
struct NestedScript {
  Span span;
};

// "/usr/bin/bash" -> "bash".
std::string_view program_name(std::string_view word);

// sh, bash, dash, ksh, zsh.
bool is_shell(std::string_view program);

// "NAME=value", "NAME+=value" or "NAME[i]=value" -> length of NAME, else 0.
size_t assignment_name(std::string_view text);

// Assignment made of one word; spans follow the word's.
EnvAssignment make_assignment(std::string_view text, size_t name_size, Span span);

// Moves the command into `out` and returns the scripts its words hold.
std::vector<NestedScript> finish_command(Command command, TextFacts& out);

}  // namespace npuport::shell
