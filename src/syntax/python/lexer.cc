#include "syntax/python/lexer.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace npuport::python {
namespace {

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
constexpr std::array<uint8_t, 256> kByteClasses = make_byte_classes();

bool is(char c, uint8_t classes) { return (kByteClasses[static_cast<uint8_t>(c)] & classes) != 0; }

bool is_line_end(char c) { return c == '\n' || c == '\r'; }

// The length of the line end at p: \n, \r\n or \r.
int line_end_size(const char* p) { return p[0] == '\r' && p[1] == '\n' ? 2 : 1; }

bool is_hex_digit(char c) {
  return is(c, kDigit) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

char lower(char c) { return static_cast<char>(c | 0x20); }

// Digits and underscores; in Python an underscore only between digits, which is not checked.
const char* skip_digits(const char* p) {
  while (is(*p, kDigit) || *p == '_') ++p;
  return p;
}

// True when an odd number of backslashes stands before `quote`.
bool is_escaped(const char* begin, const char* quote) {
  const char* p = quote;
  while (p > begin && p[-1] == '\\') --p;
  return (quote - p) % 2 != 0;
}

bool contains_lone_cr(std::string_view text) {
  for (size_t at = text.find('\r'); at != text.npos; at = text.find('\r', at + 1)) {
    if (at + 1 == text.size() || text[at + 1] != '\n') return true;
  }
  return false;
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

Lexer::Lexer(std::string_view text, NameCache& names)
    : text_(text.data()),
      text_end_(text.data() + text.size()),
      end_(text_end_),
      has_lone_cr_(contains_lone_cr(text)),
      names_(names) {}

void Lexer::start(uint32_t begin, uint32_t end) {
  end_ = text_ + end;
  state_ = State{};
  state_.cursor = text_ + begin;
  if (begin == 0 && end >= 3 && std::memcmp(text_, "\xef\xbb\xbf", 3) == 0) state_.cursor += 3;
  begin_line();
  read_token();
}

void Lexer::advance() {
  state_.previous_end = state_.token.end;
  if (state_.token.kind == Token::kNewline) begin_line();
  read_token();
}

char Lexer::peek() const {
  const char* p = text_ + state_.token.end;
  while (is(*p, kBlank)) ++p;
  return p < end_ ? *p : '\0';
}

void Lexer::treat_as_name() {
  TokenInfo& token = state_.token;
  token.kind = Token::kName;
  token.name = names_.intern({text_ + token.begin, token.end - token.begin});
}

// ---- lines and blanks

const char* Lexer::line_end(const char* p) const {
  const size_t left = static_cast<size_t>(end_ - p);
  const char* found = static_cast<const char*>(std::memchr(p, '\n', left));
  const char* const newline = found != nullptr ? found : end_;
  if (has_lone_cr_) {
    found = static_cast<const char*>(std::memchr(p, '\r', static_cast<size_t>(newline - p)));
    if (found != nullptr) return found;
  }
  return newline > p && newline < end_ && newline[-1] == '\r' ? newline - 1 : newline;
}

// Skips blank and comment lines, then measures the indentation of the next one.
void Lexer::begin_line() {
  const char* p = state_.cursor;
  for (;;) {
    uint32_t column = 0;
    for (;; ++p) {
      if (*p == ' ') {
        ++column;
      } else if (*p == '\t') {
        column = (column / 8 + 1) * 8;
      } else if (*p == '\f') {
        column = 0;
      } else {
        break;
      }
    }
    state_.column = column;
    if (p < end_ && *p == '#') p = line_end(p);
    if (p >= end_ || !is_line_end(*p)) break;
    p += line_end_size(p);
  }
  state_.cursor = std::min(p, end_);
}

// Leaves the cursor at the first byte of a token. Returns false at the end.
bool Lexer::skip_blanks() {
  const char* p = state_.cursor;
  for (;;) {
    while (is(*p, kBlank)) ++p;
    if (p >= end_) break;
    if (*p == '#') {
      p = line_end(p);
    } else if (*p == '\\' && is_line_end(p[1])) {
      p += 1 + line_end_size(p + 1);
    } else if (state_.depth > 0 && is_line_end(*p)) {
      p += line_end_size(p);
    } else {
      break;
    }
  }
  state_.cursor = std::min(p, end_);
  return state_.cursor < end_;
}

// ---- tokens

void Lexer::read_token() {
  const char* p = state_.cursor;
  while (is(*p, kBlank)) ++p;
  if (is(*p, kIdentifierStart) && p < end_) return read_word(p);
  read_other_token(p);
}

void Lexer::read_other_token(const char* p) {
  TokenInfo& token = state_.token;
  state_.cursor = p;
  const bool more = skip_blanks();
  token.begin = offset(state_.cursor);
  if (!more) {
    token.kind = Token::kEnd;
    token.end = token.begin;
    return;
  }
  const char c = *state_.cursor;
  if (is(c, kIdentifierStart)) return read_word(state_.cursor);
  if (c == '"' || c == '\'') return read_string(state_.cursor, 0);
  if (is(c, kDigit) || (c == '.' && is(state_.cursor[1], kDigit))) return read_number();
  read_operator(c);
}

void Lexer::set(Token kind, int length) {
  state_.cursor += length;
  state_.token.kind = kind;
  state_.token.end = offset(state_.cursor);
}

void Lexer::fail(const char* message, const char* cursor) {
  state_.cursor = cursor;
  state_.error = message;
  state_.token.kind = Token::kError;
  state_.token.end = offset(cursor);
}

void Lexer::read_word(const char* begin) {
  state_.token.begin = offset(begin);
  const char* p = begin + 1;
  while (is(*p, kIdentifierStart | kDigit)) ++p;
  const size_t size = static_cast<size_t>(p - begin);
  if (size <= 2 && (*p == '"' || *p == '\'')) {
    uint8_t flags = 0;
    bool is_f = false;
    bool is_t = false;
    if (read_prefix(begin, size, flags, is_f, is_t)) {
      if (!is_f && !is_t) return read_string(p, flags);
      state_.token.flags = flags;
      state_.token.is_template = is_t;
      state_.token.kind = Token::kFString;
      read_opening(p, state_.token);
      state_.token.end = offset(state_.cursor);
      return;
    }
  }
  const NameCache::Identifier found = names_.find(state_.token.begin, static_cast<uint32_t>(size));
  state_.cursor = p;
  state_.token.kind = found.token;
  state_.token.name = found.symbol;
  state_.token.end = offset(p);
}

void Lexer::read_number() {
  const char* p = state_.cursor;
  const char radix = *p == '0' ? lower(p[1]) : '\0';
  if (radix == 'x') {
    for (p += 2; is_hex_digit(*p) || *p == '_';) ++p;
  } else if (radix == 'b' || radix == 'o') {
    p = skip_digits(p + 2);
  } else {
    p = skip_digits(p);
    if (*p == '.') p = skip_digits(p + 1);
    if (lower(*p) == 'e') {
      const bool sign = p[1] == '+' || p[1] == '-';
      if (is(p[sign ? 2 : 1], kDigit)) p = skip_digits(p + (sign ? 2 : 1));
    }
  }
  if (lower(*p) == 'j' || lower(*p) == 'l') ++p;
  set(Token::kNumber, static_cast<int>(p - state_.cursor));
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

void Lexer::read_operator(char first) {
  const char* const p = state_.cursor;
  const char second = p[1];  // the terminator at the worst
  const bool assigns = second == '=';
  const auto binary = [&](Token plain) {
    assigns ? set(Token::kAugmentedAssign, 2) : set(plain, 1);
  };
  const auto doubled = [&](Token single, Token twice) {
    if (second != first) return binary(single);
    p[2] == '=' ? set(Token::kAugmentedAssign, 3) : set(twice, 2);
  };
  const auto open = [&](Token bracket) {
    ++state_.depth;
    set(bracket, 1);
  };
  const auto close = [&](Token bracket) {
    if (state_.depth > 0) --state_.depth;
    set(bracket, 1);
  };
  switch (first) {
    case '\n':
    case '\r':
      return set(Token::kNewline, line_end_size(p));
    case '(':
      return open(Token::kLeftParen);
    case '[':
      return open(Token::kLeftBracket);
    case '{':
      return open(Token::kLeftBrace);
    case ')':
      return close(Token::kRightParen);
    case ']':
      return close(Token::kRightBracket);
    case '}':
      return close(Token::kRightBrace);
    case ',':
      return set(Token::kComma, 1);
    case '.':
      return second == '.' && p[2] == '.' ? set(Token::kEllipsis, 3) : set(Token::kDot, 1);
    case '=':
      return assigns ? set(Token::kEqual, 2) : set(Token::kAssign, 1);
    case ':': {
      const bool in_field = state_.field_depth != 0 && state_.field_depth == state_.depth;
      return assigns && !in_field ? set(Token::kWalrus, 2) : set(Token::kColon, 1);
    }
    case ';':
      return set(Token::kSemicolon, 1);
    case '+':
      return binary(Token::kPlus);
    case '-':
      return second == '>' ? set(Token::kArrow, 2) : binary(Token::kMinus);
    case '*':
      return doubled(Token::kStar, Token::kDoubleStar);
    case '/':
      return doubled(Token::kSlash, Token::kDoubleSlash);
    case '%':
      return binary(Token::kPercent);
    case '@':
      return binary(Token::kAt);
    case '&':
      return binary(Token::kAmpersand);
    case '|':
      return binary(Token::kPipe);
    case '^':
      return binary(Token::kCaret);
    case '~':
      return set(Token::kTilde, 1);
    case '<':
      if (second == '>') return set(Token::kNotEqual, 2);
      if (assigns) return set(Token::kLessEqual, 2);
      return doubled(Token::kLess, Token::kLeftShift);
    case '>':
      if (assigns) return set(Token::kGreaterEqual, 2);
      return doubled(Token::kGreater, Token::kRightShift);
    case '!':
      return assigns ? set(Token::kNotEqual, 2) : set(Token::kBang, 1);
    case '?':
      return set(Token::kQuestion, 1);
    case '`':
      return set(Token::kBacktick, 1);
    case '\0':
      return fail("NUL byte", p + 1);
    case '\\':
      return fail("a backslash must be the last byte of its line", p + 1);
    default:
      return fail("invalid character", p + 1);
  }
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

// ---- recovery and magics

void Lexer::resume(uint32_t offset) {
  const uint32_t column = state_.column;
  state_ = State{};
  state_.cursor = text_ + offset;
  state_.column = column;
  state_.token.end = offset;
  read_token();
  starts_line(state_.column);
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

bool Lexer::starts_line(uint32_t& column) const {
  const char* const at = text_ + state_.token.begin;
  const char* line = at;
  while (line > text_ && is(line[-1], kBlank)) --line;
  if (line > text_ && !is_line_end(line[-1])) return false;
  column = 0;
  for (; line < at; ++line) {
    column = *line == '\t' ? (column / 8 + 1) * 8 : *line == '\f' ? 0 : column + 1;
  }
  return true;
}

uint32_t Lexer::skip_line() {
  const char* p = line_end(text_ + state_.token.begin);
  while (p < end_ && p > text_ && p[-1] == '\\') p = line_end(p + line_end_size(p));
  state_.cursor = std::min(p, end_);
  state_.token.kind = Token::kError;
  state_.token.end = offset(state_.cursor);
  state_.depth = 0;
  const uint32_t end = state_.token.end;
  advance();
  return end;
}

}  // namespace npuport::python
