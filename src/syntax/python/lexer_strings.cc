// The part of the lexer that reads string literals and the literal text of f-strings.
#include <cstring>

#include "syntax/python/byte_class.h"
#include "syntax/python/lexer.h"

namespace npuport::python {
namespace {

// True when an odd number of backslashes stands before `quote`.
bool is_escaped(const char* begin, const char* quote) {
  const char* p = quote;
  while (p > begin && p[-1] == '\\') --p;
  return (quote - p) % 2 != 0;
}

// String prefix letters to flags; false when they are no string prefix.
bool read_prefix(const char* letters, size_t count, uint8_t& flags, bool& is_f, bool& is_t) {
  for (size_t i = 0; i < count; ++i) {
    switch (lower(letters[i])) {
      case 'r':
        flags |= kFlagRaw;
        break;
      case 'b':
        flags |= kFlagBytes;
        break;
      case 'f':
        is_f = true;
        break;
      case 't':
        is_t = true;
        break;
      case 'u':
        break;
      default:
        return false;
    }
  }
  return true;
}

}  // namespace

// A string whose prefix letters are [prefix, quote). False, and nothing read, when they are no
// prefix.
bool Lexer::read_prefixed_string(const char* prefix, const char* quote) {
  uint8_t flags = 0;
  bool is_f = false;
  bool is_t = false;
  const size_t size = static_cast<size_t>(quote - prefix);
  if (!read_prefix(prefix, size, flags, is_f, is_t)) return false;
  if (!is_f && !is_t) {
    read_string(quote, flags);
    return true;
  }
  TokenInfo& token = state_.token;
  token.kind = Token::kFString;
  token.flags = flags;
  token.is_template = is_t;
  read_opening(quote, token);
  token.end = offset(state_.cursor);
  return true;
}

// Moves the cursor behind the opening quotes at `quote`.
bool Lexer::read_opening(const char* quote, TokenInfo& token) {
  const bool triple = quote + 2 < end_ && quote[1] == *quote && quote[2] == *quote;
  if (triple) token.flags |= kFlagTriple;
  state_.cursor = quote + (triple ? 3 : 1);
  token.prefix = static_cast<uint8_t>(state_.cursor - (text_ + token.begin));
  return triple;
}

// The first closing quote at or after p; null when the string does not end.
const char* Lexer::closing_quote(const char* p, char quote, bool triple) const {
  if (triple) {
    for (const char* from = p; from < end_; ++from) {
      from = static_cast<const char*>(std::memchr(from, quote, static_cast<size_t>(end_ - from)));
      if (from == nullptr || end_ - from < 3) return nullptr;
      if (from[1] == quote && from[2] == quote && !is_escaped(p, from)) return from;
    }
    return nullptr;
  }
  for (;;) {
    while (!is(*p, kStringStop)) ++p;
    if (p >= end_) return nullptr;
    if (*p == quote) return p;
    if (is_line_end(*p)) return nullptr;
    if (*p == '\\' && p + 1 < end_) p += is_line_end(p[1]) ? line_end_size(p + 1) : 1;
    ++p;
  }
}

void Lexer::read_string(const char* quote, uint8_t flags) {
  state_.token.flags = flags;
  const bool triple = read_opening(quote, state_.token);
  const char* const closing = closing_quote(state_.cursor, *quote, triple);
  if (closing == nullptr) {
    return fail(triple ? "unterminated triple-quoted string" : "unterminated string",
                line_end(state_.cursor));
  }
  state_.cursor = closing;
  set(Token::kString, triple ? 3 : 1);
}

void Lexer::skip_string() {
  const TokenInfo& token = state_.token;
  const char quote = text_[token.begin + token.prefix - 1];
  const bool triple = (token.flags & kFlagTriple) != 0;
  const char* const closing = closing_quote(state_.cursor, quote, triple);
  state_.cursor = closing != nullptr ? closing + (triple ? 3 : 1) : line_end(state_.cursor);
  state_.token.kind = Token::kString;
  finish_string();
}

// ---- f-strings

Lexer::Literal Lexer::read_literal(const TokenInfo& opening, bool in_specification) {
  const char quote = text_[opening.begin + opening.prefix - 1];
  const bool triple = (opening.flags & kFlagTriple) != 0;
  const bool raw = (opening.flags & kFlagRaw) != 0;
  const char*& p = state_.cursor;
  for (;; ++p) {
    while (!is(*p, kLiteralStop)) ++p;
    if (p >= end_) return Literal::kBroken;
    if (*p == '{') {
      const bool doubled = !in_specification && p[1] == '{';
      ++p;
      if (!doubled) return Literal::kField;
    } else if (*p == '}') {
      if (!in_specification) continue;
      ++p;
      return Literal::kSpecEnd;
    } else if (*p == '\\') {
      if (!raw && p[1] == 'N' && p[2] == '{') {
        while (p < end_ && *p != '}' && !is_line_end(*p)) ++p;
        if (p >= end_ || *p != '}') return Literal::kBroken;
      } else if (p[1] != '{' && p[1] != '}') {
        p += is_line_end(p[1]) ? line_end_size(p + 1) : 1;
        if (p >= end_) return Literal::kBroken;
      }
    } else if (*p == quote) {
      if (triple && !(p[1] == quote && p[2] == quote)) continue;
      if (in_specification) return Literal::kBroken;
      p += triple ? 3 : 1;
      return Literal::kClosed;
    } else if (is_line_end(*p) && !triple) {
      return Literal::kBroken;
    }
  }
}

Lexer::Field Lexer::enter_field() {
  const Field saved{state_.depth, state_.field_depth};
  state_.field_depth = ++state_.depth;
  return saved;
}

void Lexer::leave_field(Field saved) {
  state_.depth = saved.depth;
  state_.field_depth = saved.field_depth;
}

uint32_t Lexer::finish_string() {
  const uint32_t end = offset(state_.cursor);
  state_.token.end = end;
  advance();
  return end;
}

}  // namespace npuport::python
