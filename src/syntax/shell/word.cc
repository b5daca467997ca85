// Words: quoting, expansion, command substitution.
#include <algorithm>
#include <array>

#include "syntax/shell/scanner.h"

namespace npuport::shell {
namespace {

constexpr int kMaxDepth = 48;

constexpr auto kPlain = [] {
  std::array<bool, 256> table{};
  for (bool& plain : table) plain = true;
  for (unsigned char c : {' ', '\t', '\r', '\n', '\0', ';', '&', '|', '<', '>', '(', ')', '\\',
                          '\'', '"', '$', '`'}) {
    table[c] = false;
  }
  return table;
}();

bool is_plain(char c) { return kPlain[static_cast<unsigned char>(c)]; }

}  // namespace

size_t Scanner::continuation() const {
  if (peek() != '\\') return 0;
  if (peek(1) == '\n') return 2;
  return peek(1) == '\r' && peek(2) == '\n' ? 3 : 0;
}

size_t Scanner::line_end() const {
  const size_t end = text_.find('\n', pos_);
  return end == std::string_view::npos ? text_.size() : end;
}

bool Scanner::read_word(Word& word, bool& quoted) {
  const size_t begin = pos_;
  quoted = false;
  while (!at_end()) {
    size_t run = pos_;
    while (run < text_.size() && is_plain(text_[run])) ++run;
    word.text.append(text_, pos_, run - pos_);
    pos_ = run;
    if (at_end()) break;
    const char c = peek();
    if (c == '\\') {
      if (const size_t size = continuation()) {
        pos_ += size;
        if (dialect_.docker) skip_docker_comments();
        continue;
      }
      quoted = true;
      if (pos_ + 1 < text_.size()) word.text += text_[pos_ + 1];
      pos_ = std::min(pos_ + 2, text_.size());
    } else if (c == '\'') {
      quoted = true;
      single_quoted(word.text);
    } else if (c == '"') {
      quoted = true;
      double_quoted(word.text);
    } else if (c == '$') {
      dollar(word.text);
    } else if (c == '`' && close_ != '`') {
      backquote(word.text);
    } else if (c == '\0') {
      ++pos_;
    } else {
      break;
    }
  }
  word.span = {at(begin), at(pos_)};
  const char first = begin < pos_ ? text_[begin] : '\0';
  word.quoted = (first == '"' || first == '\'') && pos_ - begin == word.text.size() + 2 &&
                text_[pos_ - 1] == first;
  return pos_ > begin;
}

void Scanner::single_quoted(std::string& text) {
  size_t end = std::string_view::npos;
  if (!no_single_quote_ahead_) end = text_.find('\'', pos_ + 1);
  if (end == std::string_view::npos) {
    no_single_quote_ahead_ = true;
    text += text_[pos_++];  // an apostrophe
    return;
  }
  text.append(text_, pos_ + 1, end - pos_ - 1);
  pos_ = end + 1;
}

void Scanner::ansi_quoted(std::string& text) {
  const size_t begin = pos_;
  pos_ += 2;
  while (!at_end() && peek() != '\'') {
    if (peek() == '\n') {  // unterminated in practice
      pos_ = begin + 1;
      text += '$';
      single_quoted(text);
      return;
    }
    if (peek() == '\\') {
      ++pos_;
      if (at_end()) return;
    }
    text += text_[pos_++];
  }
  if (!at_end()) ++pos_;
}

void Scanner::double_quoted(std::string& text) {
  const size_t begin = pos_;
  const size_t text_size = text.size();
  const size_t command_count = out_.commands.size();
  const size_t environment_count = out_.environment.size();
  ++pos_;
  while (!at_end()) {
    const char c = peek();
    if (c == '"') {
      ++pos_;
      return;
    }
    if (c == '\n' && no_double_quote_ahead_) break;
    if (c == '$') {
      dollar(text);
    } else if (c == '`' && close_ != '`') {
      backquote(text);
    } else if (const size_t size = continuation()) {
      pos_ += size;
    } else if (c == '\\' && pos_ + 1 < text_.size()) {
      const char next = peek(1);
      if (next != '"' && next != '\\' && next != '$' && next != '`') text += c;
      text += next;
      pos_ += 2;
    } else {
      text += c;
      ++pos_;
    }
  }
  // Unterminated: the string ends with its line, so that the lines below keep their meaning.
  if (!at_end() || no_double_quote_ahead_) return;
  no_double_quote_ahead_ = true;
  out_.commands.resize(command_count);
  out_.environment.resize(environment_count);
  text.resize(text_size);
  heredocs_.clear();
  pos_ = begin;
  double_quoted(text);
}

void Scanner::dollar(std::string& text) {
  const size_t begin = pos_;
  const char next = peek(1);
  if (dialect_.make_variables && next == '$') {  // "$$" is one shell dollar
    ++pos_;
    if (peek(1) != '(' || peek(2) == '(') {
      ++pos_;
      text += '$';
      return;
    }
    substitution(2, ')');
  } else if (next == '(' && peek(2) == '(') {
    ++pos_;
    skip_parentheses();
  } else if (next == '(' && dialect_.make_variables) {
    if (looking_at("$(shell ")) {
      substitution(8, ')');
    } else {
      ++pos_;
      skip_parentheses();
    }
  } else if (next == '(') {
    substitution(2, ')');
  } else if (next == '{') {
    ++pos_;
    skip_braces();
  } else if (next == '\'' && !no_single_quote_ahead_) {
    ansi_quoted(text);
    return;
  } else {
    ++pos_;
    text += '$';
    const bool automatic = dialect_.make_variables && !at_end() &&
                           std::string_view("<|%^?*+@").find(peek()) != std::string_view::npos;
    if (automatic) text += text_[pos_++];
    return;
  }
  text.append(text_, begin, pos_ - begin);
}

void Scanner::backquote(std::string& text) {
  const size_t begin = pos_;
  substitution(1, '`');
  text.append(text_, begin, pos_ - begin);
}

void Scanner::substitution(size_t open_size, char close) {
  pos_ += open_size;
  if (depth_ >= kMaxDepth) return;
  const char outer = close_;
  ++depth_;
  scan_list(close);
  --depth_;
  close_ = outer;
}

// From "(" to its ")", at most to the end of the line.
void Scanner::skip_parentheses() {
  const size_t end = line_end();
  int open = 0;
  while (pos_ < end) {
    const char c = text_[pos_++];
    if (c == '(') ++open;
    if (c == ')' && --open == 0) return;
  }
}

void Scanner::skip_braces() {
  const size_t end = line_end();
  int open = 0;
  while (pos_ < end) {
    const char c = text_[pos_++];
    if (c == '{') ++open;
    if (c == '}' && --open == 0) return;
    if (c == '\\' && pos_ < end) ++pos_;
  }
}

// NAME=( words ): the value is the words with single spaces.
void Scanner::read_array(EnvAssignment& assignment) {
  ++pos_;
  while (!at_end() && peek() != ')') {
    const char c = peek();
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      ++pos_;
    } else if (const size_t size = continuation()) {
      pos_ += size;
    } else if (c == '#') {
      pos_ = line_end();
    } else {
      Word word;
      bool quoted = false;
      if (!read_word(word, quoted)) {
        ++pos_;
        continue;
      }
      if (!assignment.value.empty()) assignment.value += ' ';
      assignment.value += word.text;
    }
  }
  if (!at_end()) ++pos_;
  assignment.span.end = at(pos_);
}

// declare X=( ... ): the array stays part of the word.
void Scanner::append_array(Word& word) {
  EnvAssignment array;
  read_array(array);
  word.text += array.value;
  word.span.end = at(pos_);
}

}  // namespace npuport::shell
