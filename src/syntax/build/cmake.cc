// The CMake language: command invocations, quoted and bracket arguments, both kinds of comment.
#include <algorithm>
#include <string>
#include <utility>

#include "syntax/build/lowering.h"

namespace npuport::build {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0'; }

bool is_identifier(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

class CMakeLowering {
 public:
  CMakeLowering(std::string_view text, TextFacts& out) : text_(text), out_(out) {}

  void run() {
    while (pos_ < text_.size() && out_.build.size() < kMaxCommands) {
      if (text_[pos_] == '#') {
        comment();
      } else if (is_identifier(text_[pos_])) {
        invocation();
      } else {
        ++pos_;
      }
    }
  }

 private:
  void invocation() {
    const size_t begin = pos_;
    while (pos_ < text_.size() && is_identifier(text_[pos_])) ++pos_;
    const size_t name_end = pos_;
    while (pos_ < text_.size() && (text_[pos_] == ' ' || text_[pos_] == '\t')) ++pos_;
    if (pos_ >= text_.size() || text_[pos_] != '(') return;
    ++pos_;
    BuildCommand command;
    command.name = text_.substr(begin, name_end - begin);
    command.name_span = span(begin, name_end);
    if (!arguments(command)) {
      out_.problems.push_back({static_cast<uint32_t>(begin), "CMake: ')' is missing"});
    }
    command.span = span(begin, pos_);
    out_.build.push_back(std::move(command));
  }

  bool arguments(BuildCommand& command) {
    int open = 1;
    while (pos_ < text_.size()) {
      const char c = text_[pos_];
      if (is_space(c) || c == ';') {
        ++pos_;
      } else if (c == '#') {
        comment();
      } else if (c == '(') {
        ++open;
        ++pos_;
      } else if (c == ')') {
        ++pos_;
        if (--open == 0) return true;
      } else {
        Word word = argument();
        if (command.arguments.size() < kMaxArguments) command.arguments.push_back(std::move(word));
      }
    }
    return false;
  }

  Word argument() {
    Word word;
    const size_t begin = pos_;
    if (text_[pos_] == '"') {
      quoted(word.text);
    } else if (const size_t size = bracket_size()) {
      const size_t end = bracket_end(size);
      const size_t content = std::min(pos_ + size, end);
      const size_t stop = end >= size && end - size >= content ? end - size : content;
      word.text = text_.substr(content, stop - content);
      pos_ = end;
    } else {
      unquoted(word.text);
    }
    word.span = span(begin, pos_);
    word.quoted = text_[begin] == '"' && pos_ - begin == word.text.size() + 2;
    return word;
  }

  void quoted(std::string& out) {
    ++pos_;
    while (pos_ < text_.size() && text_[pos_] != '"') {
      if (text_[pos_] == '\\' && pos_ + 1 < text_.size()) {
        ++pos_;
        if (text_[pos_] == '\n') {
          ++pos_;
          continue;
        }
      }
      out += text_[pos_++];
    }
    if (pos_ < text_.size()) ++pos_;
  }

  void unquoted(std::string& out) {
    while (pos_ < text_.size()) {
      const char c = text_[pos_];
      if (is_space(c) || c == '(' || c == ')' || c == '#' || c == ';') break;
      if (c == '"') {  // -D"X=1" of older files
        quoted(out);
        continue;
      }
      if (c == '\\' && pos_ + 1 < text_.size()) ++pos_;
      out += text_[pos_++];
    }
  }

  // "[[" or "[=[": its size, else 0.
  size_t bracket_size() const {
    if (pos_ >= text_.size() || text_[pos_] != '[') return 0;
    size_t end = pos_ + 1;
    while (end < text_.size() && text_[end] == '=') ++end;
    return end < text_.size() && text_[end] == '[' ? end + 1 - pos_ : 0;
  }

  size_t bracket_end(size_t size) const {
    const std::string close = "]" + std::string(size - 2, '=') + "]";
    const size_t end = text_.find(close, pos_ + size);
    return end == std::string_view::npos ? text_.size() : end + close.size();
  }

  void comment() {
    ++pos_;
    if (const size_t size = bracket_size()) {
      pos_ = bracket_end(size);
    } else {
      pos_ = std::min(text_.find('\n', pos_), text_.size());
    }
  }

  static Span span(size_t begin, size_t end) {
    return {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  }

  std::string_view text_;
  TextFacts& out_;
  size_t pos_ = 0;
};

}  // namespace

void lower_cmake(std::string_view text, TextFacts& out) { CMakeLowering(text, out).run(); }

}  // namespace npuport::build
