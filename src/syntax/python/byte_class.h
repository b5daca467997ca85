// What a byte of Python source can be part of, for the lexer.
#pragma once

#include <array>
#include <cstdint>

namespace npuport::python {

enum ByteClass : uint8_t {
  kIdentifierStart = 1 << 0,
  kDigit = 1 << 1,
  kBlank = 1 << 2,
  kStringStop = 1 << 3,   // what a scan through a one-line string must look at
  kLiteralStop = 1 << 4,  // the same for the literal text of an f-string
};

constexpr std::array<uint8_t, 256> make_byte_classes() {
  std::array<uint8_t, 256> classes{};
  for (int c = 0; c < 256; ++c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (letter || c == '_' || c >= 0x80) classes[c] |= kIdentifierStart;
    if (c >= '0' && c <= '9') classes[c] |= kDigit;
  }
  for (const char c : {' ', '\t', '\f'}) classes[static_cast<uint8_t>(c)] |= kBlank;
  for (const char c : {'"', '\'', '\\', '\n', '\r', '\0'}) {
    classes[static_cast<uint8_t>(c)] |= kStringStop | kLiteralStop;
  }
  for (const char c : {'{', '}'}) classes[static_cast<uint8_t>(c)] |= kLiteralStop;
  return classes;
}
inline constexpr std::array<uint8_t, 256> kByteClasses = make_byte_classes();

inline bool is(char c, uint8_t classes) {
  return (kByteClasses[static_cast<uint8_t>(c)] & classes) != 0;
}

inline bool is_line_end(char c) { return c == '\n' || c == '\r'; }

// The length of the line end at p: \n, \r\n or \r.
inline int line_end_size(const char* p) { return p[0] == '\r' && p[1] == '\n' ? 2 : 1; }

inline char lower(char c) { return static_cast<char>(c | 0x20); }

}  // namespace npuport::python
