// Tokens of C++ text, as far as an inventory needs them: names, literals and single punctuators.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"

namespace npuport::cuda {

enum class TokenKind : uint8_t {
  kIdentifier,
  kString,      // with prefix and quotes
  kScope,       // ::
  kArrow,       // ->
  kLaunchOpen,  // <<<
  kPunct,       // any other single character
};

struct Token {
  Span span;
  TokenKind kind = TokenKind::kPunct;
  char punct = 0;  // the character of a kPunct
};

// Tokens of text[range). Numbers and character literals are left out, and a run of commas is one
// comma, so that a table of constants costs nothing. Expects comments to be blanked.
std::vector<Token> tokenize(std::string_view text, Span range);

// A copy of `text` with each comment replaced by spaces (line ends stay), and where raw strings
// lie.
struct UncommentedText {
  std::string text;
  std::vector<Span> raw_strings;
};
UncommentedText blank_comments(std::string_view text);

// Overwrites text[span) with spaces, leaving line ends.
void blank(std::string& text, Span span);

inline bool is_identifier_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || static_cast<unsigned char>(c) >= 0x80;
}
inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\v'; }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_line_end(char c) { return c == '\n' || c == '\r'; }

}  // namespace npuport::cuda
