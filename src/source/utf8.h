// Checks and repairs of UTF-8.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace npuport {

bool is_ascii(std::string_view text);

// Valid as RFC 3629 says: no overlong forms, no surrogates, nothing above U+10FFFF.
bool is_valid_utf8(std::string_view text);

// Counts of well-formed sequences of two bytes and more, and of bytes that belong to none.
struct Utf8Census {
  uint64_t sequences = 0;
  uint64_t stray_bytes = 0;
};
Utf8Census utf8_census(std::string_view text);

// The text with U+FFFD for each stray byte.
std::string repair_utf8(std::string_view text);

void append_utf8(std::string& out, uint32_t code_point);

}  // namespace npuport
