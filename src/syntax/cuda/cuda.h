// Front end for CUDA and for C++ that touches CUDA: one file in, an inventory of sites out.
//
// Two sources of truth are joined. The token stream says which names are used and how (called,
// launched, declared); it cannot be thrown off by code that does not parse. The syntax tree of
// tree-sitter says what tokens cannot: where functions begin and end, and whether `f_cuda(...)`
// declares or calls. Comments, string literals and code under `#if 0` never yield a site.
//
// Time and memory are bounded: a text above kMaxParsedBytes, or one whose parse takes too long, is
// inventoried from its tokens alone and a problem says so.
#pragma once

#include <cstdint>
#include <string_view>

#include "facts/cuda_facts.h"
#include "source/source_file.h"

namespace npuport {

// Bytes that are given to the parser; trees take about 21 bytes per byte of text.
inline constexpr uint32_t kMaxParsedBytes = 2u << 20;

// Sites kept per file; the rest is dropped and a problem says so.
inline constexpr uint32_t kMaxCppSites = 50'000;

// Facts of a kCuda file, or of a kCpp file that mentions CUDA or binds to Python. Empty for others.
CudaFacts lower_cuda(const SourceFile& file);

// The same for CUDA text that is embedded in another file, e.g. in a Python string handed to
// load_inline. Spans are shifted by `offset`, the place of the text in that file.
CudaFacts lower_cuda_text(std::string_view text, uint32_t offset);

// Whether C++ text is worth reading: it names CUDA, one of its libraries, or a Python binding.
bool mentions_cuda(std::string_view text);

}  // namespace npuport
