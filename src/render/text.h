// Text as people and terminals see it: UTF-8 decoding that survives any bytes, display width, and
// visible forms of characters that would mislead or control a reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace npuport {

// One decoded step of a byte string.
struct CodePoint {
  uint32_t value = 0;
  uint32_t bytes = 1;  // taken from the input
  bool valid = true;   // false: the byte at this place is no UTF-8; `value` is that byte
};
CodePoint decode_utf8(std::string_view text, size_t at);

// Controls, line and paragraph separators, bidirectional marks, zero-width characters, tags: what a
// hostile path or source line could use to hide or reorder text.
bool is_deceptive(uint32_t code_point);

// `text` as one line of valid UTF-8: deceptive characters as \n, \t, \u202e or \xff. Idempotent on
// ordinary text.
std::string visible(std::string_view text);

// Terminal cells: 2 for East Asian wide characters, 0 for combining marks, 1 otherwise.
size_t display_width(std::string_view text);

// At most `cells` wide, with `ellipsis` in place of what was cut.
std::string fit(std::string_view text, size_t cells, std::string_view ellipsis);

// `text` and spaces up to `cells`; longer text stays as it is.
std::string pad(std::string_view text, size_t cells);

// `text` in ASCII: dashes, quotes, ellipses and arrows spelled out, everything else as '?'.
std::string to_ascii(std::string_view text);

}  // namespace npuport
