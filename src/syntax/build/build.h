// Build files: CMake and Make.
//
// CMake: every command invocation with its arguments, quotes removed; nested parentheses are
// flattened. Make: an assignment has the variable as its name and one argument, the value; a rule
// has its targets with a ':' at the end as its name ("%.o:") and its prerequisites as arguments;
// `include` and conditionals keep their own name. Recipe lines, $(shell ...) and != assignments are
// commands; exported variables are environment. Call add_install_requirements() for packages
// installed by recipes.
#pragma once

#include "facts/text_facts.h"
#include "source/source_file.h"

namespace npuport {

// kCMake and kMakefile.
TextFacts lower_build(const SourceFile& file);

}  // namespace npuport
