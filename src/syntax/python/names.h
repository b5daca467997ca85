// From the bytes of an identifier to its keyword or Symbol, fast.
//
// One file uses a few hundred spellings thousands of times. A direct-mapped cache in front of the
// shared SymbolTable answers nearly all look-ups with one probe and no atomic; it also holds the
// keywords, so that telling a keyword from a name costs nothing extra.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
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
  Identifier find(uint32_t begin, uint32_t size) {
    const uint64_t head = load_head(begin, size);
    const Entry& entry = entries_[slot(head, begin, size)];
    const bool found = entry.head == head && entry.size == size &&
                       (size <= kHeadBytes || same_after_head(entry.begin, begin, size));
    return found ? Identifier{entry.symbol, entry.token} : resolve(head, begin, size);
  }

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

  static constexpr uint32_t kHeadBytes = 8;

  static uint64_t load64(const char* p) {
    uint64_t value;
    std::memcpy(&value, p, sizeof value);
    return value;
  }

  uint64_t load_head(uint32_t begin, uint32_t size) const {
    if (begin + kHeadBytes > text_.size()) return load_last(begin, size);
    const uint64_t head = load64(text_.data() + begin);
    if (size >= kHeadBytes) return head;
    const uint32_t unused = 8 * (kHeadBytes - size);
    return std::endian::native == std::endian::little ? head << unused >> unused
                                                      : head >> unused << unused;
  }

  size_t slot(uint64_t head, uint32_t begin, uint32_t size) const {
    uint64_t hash = head;
    if (size > kHeadBytes) {
      hash = hash * 0xD6E8FEB86659FD93ull ^ load64(text_.data() + begin + size - kHeadBytes);
    }
    return ((hash ^ size) * 0x9E3779B97F4A7C15ull) >> shift_;
  }

  bool same_after_head(uint32_t a, uint32_t b, uint32_t size) const;
  uint64_t load_last(uint32_t begin, uint32_t size) const;
  Identifier resolve(uint64_t head, uint32_t begin, uint32_t size);

  std::string_view text_;
  SymbolTable& symbols_;
  std::vector<Entry> entries_;
  int shift_ = 0;
};

}  // namespace npuport::python
