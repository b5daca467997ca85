// Cuts Python source into tokens, one at a time and on demand.
//
// There is always exactly one current token and nothing read beyond it, so the parser can take over
// at any token: that is how f-strings with nested quotes work, and how a snapshot is a small copy.
// Inside brackets line ends are white space. Any bytes are accepted; what is no token is kError.
#pragma once

#include <cstdint>
#include <string_view>

#include "facts/python_facts.h"
#include "syntax/python/names.h"
#include "syntax/python/token.h"

namespace npuport::python {

class Lexer {
 public:
  // `text` must be followed by a byte that is no identifier byte (std::string's terminator will
  // do).
  Lexer(std::string_view text, NameCache& names);

  // Restarts at the beginning of a line, to end at `end`. The first token is current afterwards.
  void start(uint32_t begin, uint32_t end);

  void advance();

  const TokenInfo& token() const { return state_.token; }
  Token kind() const { return state_.token.kind; }
  uint32_t previous_end() const { return state_.previous_end; }

  // The column of the first token of the current logical line; tabs go to multiples of eight.
  uint32_t column() const { return state_.column; }

  // Why the current token is kError.
  const char* error() const { return state_.error; }

  // The first byte after the current token that is no blank.
  char peek() const;

  // Makes the current token, a keyword, an ordinary name.
  void treat_as_name();

  // Everything that advance() changes; restoring it is going back.
  struct State {
    const char* cursor = nullptr;
    TokenInfo token;
    uint32_t previous_end = 0;
    uint32_t column = 0;
    uint32_t depth = 0;        // open brackets
    uint32_t field_depth = 0;  // `depth` directly inside an f-string's replacement field, else 0
    const char* error = "";
  };
  const State& state() const { return state_; }
  void restore(const State& state) { state_ = state; }

  // ---- f-strings, driven by the parser

  enum class Literal : uint8_t { kField, kClosed, kSpecEnd, kBroken };

  // Reads literal text from the cursor: to after the "{" of a field, to after the closing quotes,
  // or, in a format specification, to after the "}" that ends it.
  Literal read_literal(const TokenInfo& opening, bool in_specification);

  // Between a field's "{" and its end, line ends are white space and ":=" is no operator.
  struct Field {
    uint32_t depth;
    uint32_t field_depth;
  };
  Field enter_field();
  void leave_field(Field saved);

  // Ends the string that `opening` began at the cursor; the next token is current afterwards.
  // Returns the offset after the closing quotes.
  uint32_t finish_string();

  // ---- error recovery and notebook magics

  // Goes on from `offset`, the start of a token, outside all brackets; that token is current.
  void resume(uint32_t offset);

  // Skips an f-string without looking inside; the token after it is current.
  void skip_string();

  // True when only blanks stand before the current token on its line; `column` gets their width.
  bool starts_line(uint32_t& column) const;

  // Drops the rest of the line of the current token (with its backslash continuations): the
  // kNewline is current afterwards. Returns where the line ends.
  uint32_t skip_line();

  std::string_view text() const { return {text_, static_cast<size_t>(end_ - text_)}; }
  NameCache& names() { return names_; }

 private:
  uint32_t offset(const char* p) const { return static_cast<uint32_t>(p - text_); }
  const char* line_end(const char* p) const;
  void begin_line();
  bool skip_blanks();
  void read_token();
  void read_other_token(const char* p);
  void read_word(const char* begin);
  void read_number();
  void read_string(const char* quote, uint8_t flags);
  bool read_prefixed_string(const char* prefix, const char* quote);
  void read_operator(char first);
  void set(Token kind, int length);
  void fail(const char* message, const char* cursor);
  bool read_opening(const char* quote, TokenInfo& token);
  const char* closing_quote(const char* p, char quote, bool triple) const;

  const char* const text_;
  const char* const text_end_;
  const char* end_;
  bool has_lone_cr_ = false;
  NameCache& names_;
  State state_;
};

}  // namespace npuport::python
