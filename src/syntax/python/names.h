// From the bytes of an identifier to its keyword or Symbol, fast.
//
// One file uses a few hundred spellings thousands of times. A direct-mapped cache in front of the
// shared SymbolTable answers nearly all look-ups with one probe and no atomic; it also holds the
// keywords, so that telling a keyword from a name costs nothing extra.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/symbol.h"
#include "syntax/python/token.h"

namespace npuport::python {

// Spellings that the parser must recognise although they are ordinary names.
struct KnownNames {
  explicit KnownNames(SymbolTable& symbols);
  Symbol match, case_, type, print, exec, underscore, ellipsis;
  Symbol sys, os, exit, quit, underscore_exit, abort;
};

class NameCache {
 public:
  // `text` is the file; it must outlive the cache. Identifiers looked up lie inside it.
  NameCache(std::string_view text, SymbolTable& symbols);

  struct Identifier {
    Symbol symbol = Symbol::kNone;  // kNone for keywords other than constants
    Token token = Token::kName;
  };
  Identifier find(uint32_t begin, uint32_t size);

  // The symbol of any spelling, keywords included.
  Symbol intern(std::string_view spelling) { return symbols_.intern(spelling); }

  const KnownNames known;

 private:
  struct Entry {
    uint64_t head = 0;  // the first eight bytes, zero-padded
    uint32_t begin = 0;
    uint16_t size = 0;  // 0: free
    Token token = Token::kName;
    Symbol symbol = Symbol::kNone;
  };

  uint64_t load_head(uint32_t begin, uint32_t size) const;
  Identifier resolve(uint32_t begin, uint32_t size);

  std::string_view text_;
  SymbolTable& symbols_;
  std::vector<Entry> entries_;
  int shift_ = 0;
};

}  // namespace npuport::python
