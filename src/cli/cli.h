// The command line: arguments in, exit code out.
#pragma once

#include <string>
#include <vector>

#include "cli/console.h"

namespace npuport {

// The program. Ends quietly when the reader of stdout goes away; reports an internal error with 70.
int run_cli(int argc, char** argv);

// The same with its streams and environment given; `arguments` without the program's name.
int run_cli(const std::vector<std::string>& arguments, Console& console);

}  // namespace npuport
