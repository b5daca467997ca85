#include "syntax/python/lexer.h"

#include <algorithm>
#include <cstring>

#include "syntax/python/byte_class.h"

namespace npuport::python {
namespace {

bool is_hex_digit(char c) {
  return is(c, kDigit) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// Digits and underscores; in Python an underscore only between digits, which is not checked.
const char* skip_digits(const char* p) {
  while (is(*p, kDigit) || *p == '_') ++p;
  return p;
}

bool contains_lone_cr(std::string_view text) {
  for (size_t at = text.find('\r'); at != text.npos; at = text.find('\r', at + 1)) {
    if (at + 1 == text.size() || text[at + 1] != '\n') return true;
  }
  return false;
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
  if (size <= 2 && (*p == '"' || *p == '\'') && read_prefixed_string(begin, p)) return;
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

// ---- recovery and magics

void Lexer::resume(uint32_t offset) {
  const uint32_t column = state_.column;
  state_ = State{};
  state_.cursor = text_ + offset;
  state_.column = column;
  state_.token.end = state_.previous_end = offset;
  read_token();
  starts_line(state_.column);
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
