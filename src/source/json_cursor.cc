#include "source/json_cursor.h"

#include <algorithm>
#include <utility>

#include "source/utf8.h"

namespace npuport {
namespace {

constexpr size_t kMaxDepth = 512;

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Length of the JSON number at the start of `text`, 0 when there is none.
size_t number_length(std::string_view text) {
  size_t i = 0;
  const auto at = [&](size_t k) { return k < text.size() ? text[k] : '\0'; };
  const auto digits = [&] {
    const size_t begin = i;
    while (is_digit(at(i))) ++i;
    return i > begin;
  };
  if (at(i) == '-') ++i;
  if (at(i) == '0') {
    ++i;
  } else if (!digits()) {
    return 0;
  }
  if (at(i) == '.') {
    ++i;
    if (!digits()) return 0;
  }
  if (at(i) == 'e' || at(i) == 'E') {
    ++i;
    if (at(i) == '+' || at(i) == '-') ++i;
    if (!digits()) return 0;
  }
  return i;
}

int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

char JsonCursor::peek() {
  if (failed()) return '\0';
  while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  return at_ < text_.size() ? text_[at_] : '\0';
}

bool JsonCursor::fail(std::string message) {
  if (failed()) return false;
  error_ = at_ < text_.size() ? std::move(message) : "the file ends early";
  return false;
}

bool JsonCursor::expect(char c) {
  if (peek() != c || at_ >= text_.size()) return fail(std::string("expected '") + c + "'");
  ++at_;
  return true;
}

bool JsonCursor::finish() {
  peek();
  return failed() || at_ == text_.size() ? !failed() : fail("text after the end of the document");
}

template <typename Item>
bool JsonCursor::read_items(char open, char close, const Item& item) {
  if (!expect(open)) return false;
  if (++depth_ > kMaxDepth) return fail("nested too deeply");
  if (peek() == close) {
    ++at_;
  } else {
    do {
      if (!item()) return fail("unexpected value");
      if (peek() == close) {
        ++at_;
        break;
      }
      if (!expect(',')) return false;
    } while (true);
  }
  --depth_;
  return true;
}

bool JsonCursor::read_object(const std::function<bool(std::string_view key)>& member) {
  std::string key;
  return read_items('{', '}', [&] { return read_string(key) && expect(':') && member(key); });
}

bool JsonCursor::read_array(const std::function<bool()>& element) {
  return read_items('[', ']', element);
}

bool JsonCursor::read_string(std::string& value) {
  value.clear();
  return read_string([&value](Fragment&& fragment) { value += fragment.text; });
}

bool JsonCursor::read_string(const std::function<void(Fragment&&)>& fragment) {
  if (!expect('"')) return false;
  Fragment current{{}, at_};
  const auto flush = [&] {
    if (!current.text.empty()) fragment(std::move(current));
    current = Fragment{{}, at_};
  };
  while (at_ < text_.size() && text_[at_] != '"') {
    const size_t plain_end = std::min(text_.find_first_of("\"\\\n\r", at_), text_.size());
    if (plain_end > at_) {
      current.text.append(text_.substr(at_, plain_end - at_));
      at_ = plain_end;
      continue;
    }
    if (text_[at_] != '\\') return fail("line end inside a string");
    if (!read_escape(current.text)) {
      flush();
      return false;
    }
    if (current.text.ends_with('\r')) {
      if (text_.substr(at_).starts_with("\\n")) at_ += 2;
      current.text.back() = '\n';
    }
    if (current.text.ends_with('\n')) flush();
  }
  flush();
  return expect('"');
}

bool JsonCursor::read_escape(std::string& out) {
  constexpr std::string_view kNames = "\"\\/bfnrt";
  constexpr std::string_view kValues = "\"\\/\b\f\n\r\t";
  ++at_;  // the backslash
  if (at_ >= text_.size()) return fail("broken escape");
  const char name = text_[at_];
  if (const size_t known = kNames.find(name); known != std::string_view::npos) {
    out += kValues[known];
    ++at_;
    return true;
  }
  if (name != 'u') return fail("broken escape");
  ++at_;
  uint32_t code = 0;
  if (!read_unit(code)) return false;
  if (code >= 0xD800 && code <= 0xDBFF && text_.substr(at_).starts_with("\\u")) {
    const size_t second = at_;
    at_ += 2;
    uint32_t low = 0;
    if (!read_unit(low)) return false;
    if (low >= 0xDC00 && low <= 0xDFFF) {
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    } else {
      at_ = second;
    }
  }
  append_utf8(out, code >= 0xD800 && code <= 0xDFFF ? 0xFFFD : code);
  return true;
}

bool JsonCursor::read_unit(uint32_t& unit) {
  for (int i = 0; i < 4; ++i, ++at_) {
    const int digit = at_ < text_.size() ? hex_value(text_[at_]) : -1;
    if (digit < 0) return fail("broken \\u escape");
    unit = unit << 4 | static_cast<uint32_t>(digit);
  }
  return true;
}

bool JsonCursor::skip_string() {
  if (!expect('"')) return false;
  while (true) {
    if (next_quote_ < at_) next_quote_ = std::min(text_.find('"', at_), text_.size());
    const std::string_view before = text_.substr(at_, next_quote_ - at_);
    const size_t backslash = before.find('\\');
    if (backslash == std::string_view::npos) break;
    at_ = std::min(at_ + backslash + 2, text_.size());
  }
  at_ = next_quote_;
  return expect('"');
}

bool JsonCursor::skip_scalar() {
  for (const std::string_view word : {"true", "false", "null"}) {
    if (text_.substr(at_).starts_with(word)) {
      at_ += word.size();
      return true;
    }
  }
  const size_t length = number_length(text_.substr(at_));
  if (length == 0) return fail("expected a value");
  at_ += length;
  return true;
}

// Iterative: the closing brackets that are due are kept in a string.
bool JsonCursor::skip_value() {
  std::string due;
  const auto skip_key = [&] { return due.back() == ']' || (skip_string() && expect(':')); };
  while (true) {
    const char c = peek();
    if (c == '{' || c == '[') {
      ++at_;
      due += c == '{' ? '}' : ']';
      if (depth_ + due.size() > kMaxDepth) return fail("nested too deeply");
      if (peek() != due.back()) {
        if (!skip_key()) return false;
        continue;
      }
    } else if (c == '"' ? !skip_string() : !skip_scalar()) {
      return false;
    }
    while (!due.empty() && peek() == due.back()) {
      ++at_;
      due.pop_back();
    }
    if (due.empty()) return true;
    if (!expect(',') || !skip_key()) return false;
  }
}

}  // namespace npuport
