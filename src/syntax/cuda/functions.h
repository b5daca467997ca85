// Function definitions and prototypes of a C++ text, from its syntax tree.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"

namespace npuport::cuda {

struct Function {
  std::string name;  // as written: "f", "Foo::bar"
  Span name_span;
  Span extent;  // from the first specifier to the closing brace or semicolon
  bool is_definition = false;
  bool is_kernel = false;     // __global__
  bool is_device = false;     // __device__
  bool takes_stream = false;  // a parameter is a CUDA stream
};

enum class ParseOutcome : uint8_t { kParsed, kTooSlow };

struct FunctionList {
  std::vector<Function> functions;  // by extent.begin; a prototype inside a body is left out
  ParseOutcome outcome = ParseOutcome::kParsed;
};

// Parses `code`, whose directives and comments must be blank. Gives up, with no functions, when the
// parse takes more than `steps` hundreds of operations.
FunctionList find_functions(std::string_view code, uint32_t steps);

}  // namespace npuport::cuda
