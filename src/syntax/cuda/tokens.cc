#include "syntax/cuda/tokens.h"

#include <algorithm>

namespace npuport::cuda {
namespace {

// The offset after the closing apostrophe, or 0.
size_t character_end(std::string_view text, size_t quote) {
  for (size_t i = quote + 1; i < text.size() && !is_line_end(text[i]); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '\'') {
      return i + 1;
    }
  }
  return 0;
}

// The offset after a "..." or '...' literal that opens at `quote`. An unterminated string ends with
// its line; an apostrophe that closes nowhere near stands alone. Never beyond `end`.
size_t quoted_end(std::string_view text, size_t quote, size_t end) {
  constexpr size_t kMaxCharacterLiteral = 16;
  if (text[quote] == '\'') {
    size_t close =
        character_end(text.substr(0, std::min(end, quote + kMaxCharacterLiteral)), quote);
    return close != 0 ? close : quote + 1;
  }
  for (size_t i = quote + 1; i < end; ++i) {
    if (text[i] == '\\') {
      if (i + 2 < end && text[i + 1] == '\r' && text[i + 2] == '\n') ++i;
      ++i;
    } else if (text[i] == '"') {
      return i + 1;
    } else if (is_line_end(text[i])) {
      return i;
    }
  }
  return end;
}

// Whether the quote at `quote` opens a raw string: the name before it is R, LR, uR, UR or u8R.
bool opens_raw_string(std::string_view text, size_t quote) {
  size_t start = quote;
  while (start > 0 && quote - start < 4 && is_identifier_char(text[start - 1])) --start;
  std::string_view prefix = text.substr(start, quote - start);
  return prefix == "R" || prefix == "LR" || prefix == "uR" || prefix == "UR" || prefix == "u8R";
}

// The offset after the raw string whose quote is at `quote`, or the quote's own end when no
// delimiter follows.
size_t raw_string_end(std::string_view text, size_t quote, size_t end) {
  constexpr size_t kMaxDelimiter = 16;
  size_t open = quote + 1;
  while (open < end && open - quote <= kMaxDelimiter && text[open] != '(' &&
         !is_line_end(text[open])) {
    ++open;
  }
  if (open >= end || text[open] != '(') return quoted_end(text, quote, end);
  std::string close = ")" + std::string(text.substr(quote + 1, open - quote - 1)) + "\"";
  size_t found = text.substr(0, end).find(close, open);
  return found == std::string_view::npos ? end : found + close.size();
}

// Whether the apostrophe at `at` separates digits (1'000) and so opens no literal.
bool is_digit_separator(std::string_view text, size_t at) {
  constexpr size_t kMaxNumber = 64;
  size_t start = at;
  while (start > 0 && at - start < kMaxNumber &&
         (is_identifier_char(text[start - 1]) || text[start - 1] == '\'')) {
    --start;
  }
  return start < at && is_digit(text[start]);
}

size_t comment_end(std::string_view text, size_t at) {
  if (text[at + 1] == '*') {
    size_t close = text.find("*/", at + 2);
    return close == std::string_view::npos ? text.size() : close + 2;
  }
  size_t i = at + 2;
  for (; i < text.size(); ++i) {
    if (!is_line_end(text[i])) continue;
    bool continued = text[i - 1] == '\\';
    if (!continued) break;
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
  }
  return i;
}

class Tokenizer {
 public:
  Tokenizer(std::string_view text, Span range)
      : text_(text), at_(range.begin), end_(std::min<size_t>(range.end, text.size())) {}

  std::vector<Token> run() {
    while (at_ < end_) step();
    return std::move(tokens_);
  }

 private:
  void step() {
    char c = text_[at_];
    if (c == ' ' || c == '\t' || is_line_end(c) || c == '\\') {
      ++at_;
    } else if (is_digit(c)) {
      skip_number();
    } else if (is_identifier_char(c)) {
      name();
    } else if (c == '"') {
      string(at_);
    } else if (c == '\'') {
      at_ = quoted_end(text_, at_, end_);
    } else {
      punctuator(c);
    }
  }

  void skip_number() {
    while (at_ < end_ &&
           (is_identifier_char(text_[at_]) || text_[at_] == '.' ||
            (text_[at_] == '\'' && at_ + 1 < end_ && is_identifier_char(text_[at_ + 1])))) {
      ++at_;
    }
  }

  void name() {
    size_t begin = at_;
    while (at_ < end_ && is_identifier_char(text_[at_])) ++at_;
    bool prefix = at_ - begin <= 3 && at_ < end_;
    if (prefix && text_[at_] == '"' && is_string_prefix(text_.substr(begin, at_ - begin))) {
      string(begin);
    } else if (prefix && text_[at_] == '\'' && at_ - begin <= 2) {
      at_ = quoted_end(text_, at_, end_);
    } else {
      push(begin, at_, TokenKind::kIdentifier);
    }
  }

  static bool is_string_prefix(std::string_view name) {
    if (name.back() == 'R') name.remove_suffix(1);
    return name.empty() || name == "L" || name == "u" || name == "U" || name == "u8";
  }

  void string(size_t begin) {
    at_ = opens_raw_string(text_, at_) ? raw_string_end(text_, at_, end_)
                                       : quoted_end(text_, at_, end_);
    push(begin, at_, TokenKind::kString);
  }

  void punctuator(char c) {
    if (c == ':' && next_is(1, ':')) {
      advance(2, TokenKind::kScope);
    } else if (c == '-' && next_is(1, '>')) {
      advance(2, TokenKind::kArrow);
    } else if (c == '<') {
      size_t run = 1;
      while (next_is(run, '<')) ++run;
      if (run == 3 && !after_operator()) {
        advance(3, TokenKind::kLaunchOpen);
      } else {
        for (; run > 0; --run) advance(1, TokenKind::kPunct, c);
      }
    } else if (c == ',' && !tokens_.empty() && tokens_.back().punct == ',') {
      ++at_;
    } else {
      advance(1, TokenKind::kPunct, c);
    }
  }

  bool next_is(size_t ahead, char c) const { return at_ + ahead < end_ && text_[at_ + ahead] == c; }

  bool after_operator() const {
    if (tokens_.empty()) return false;
    Span last = tokens_.back().span;
    return text_.substr(last.begin, last.end - last.begin) == "operator";
  }

  void advance(size_t length, TokenKind kind, char punct = 0) {
    push(at_, at_ + length, kind, punct);
    at_ += length;
  }

  void push(size_t begin, size_t end, TokenKind kind, char punct = 0) {
    tokens_.push_back({{static_cast<uint32_t>(begin), static_cast<uint32_t>(end)}, kind, punct});
  }

  std::string_view text_;
  size_t at_;
  size_t end_;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(std::string_view text, Span range) {
  return Tokenizer(text, range).run();
}

void blank(std::string& text, Span span) {
  uint32_t end = std::min<uint32_t>(span.end, static_cast<uint32_t>(text.size()));
  for (uint32_t i = span.begin; i < end; ++i) {
    if (!is_line_end(text[i])) text[i] = ' ';
  }
}

UncommentedText blank_comments(std::string_view text) {
  UncommentedText out{std::string(text), {}};
  size_t i = 0;
  while (i < text.size()) {
    while (i < text.size() && text[i] != '/' && text[i] != '"' && text[i] != '\'') ++i;
    if (i == text.size()) break;
    size_t begin = i;
    if (text[i] == '/') {
      if (i + 1 < text.size() && (text[i + 1] == '/' || text[i + 1] == '*')) {
        i = comment_end(text, i);
        blank(out.text, {static_cast<uint32_t>(begin), static_cast<uint32_t>(i)});
      } else {
        ++i;
      }
    } else if (text[i] == '"' && opens_raw_string(text, i)) {
      i = raw_string_end(text, i, text.size());
      out.raw_strings.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(i)});
    } else if (text[i] == '\'' && is_digit_separator(text, i)) {
      ++i;
    } else {
      i = quoted_end(text, i, text.size());
    }
  }
  return out;
}

}  // namespace npuport::cuda
