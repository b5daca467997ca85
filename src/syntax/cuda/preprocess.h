// What the preprocessor lines of a C++ text say, and the text without them.
//
// The parser never sees a directive: it keeps macro bodies as raw text, and a brace that is opened
// in two branches of an #if breaks the rest of the file. Offsets stay those of the original text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"
#include "facts/cuda_facts.h"

namespace npuport::cuda {

struct Include {
  std::string path;
  Span span;  // the path without its quotes
};

struct Define {
  std::string name;
  Span name_span;
  Span body;
  Span extent;  // the directive
};

// A condition that is tested in the text (#else is none).
struct Gate {
  std::string text;
  Span span;           // the condition as written
  uint32_t begin = 0;  // of the directive
};

struct Preprocessed {
  std::string code;        // comments, directives and dead code blanked
  std::string macro_text;  // comments blanked only; macro bodies are read from it
  std::vector<Include> includes;
  std::vector<Define> defines;
  std::vector<Gate> gates;  // only those about an accelerator
  std::vector<CppCondition> conditions;
  // Branches that would unbalance the braces; part of `code`, but not to be parsed.
  std::vector<Span> unparsed;

  // Index into `conditions` of what must hold for the line at `offset`, or -1.
  int32_t condition_at(uint32_t offset) const;

  struct Change {
    uint32_t offset = 0;
    int32_t condition = -1;
  };
  std::vector<Change> changes;  // by offset
};

Preprocessed preprocess(std::string_view text);

}  // namespace npuport::cuda
