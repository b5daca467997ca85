// JSON with positions; comments, trailing commas and several values in one file are tolerated.
#include <optional>
#include <string>

#include "syntax/manifest/document/document.h"

namespace npuport::document {
namespace {

constexpr uint16_t kMaxDepth = 512;

bool is_bare(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
         c == '+' || c == '.';
}

class JsonReader {
 public:
  JsonReader(std::string_view text, Limits limits) : text_(text), document_(limits) {}

  Document read() {
    skip_space();
    while (pos_ < text_.size() && value(0, Node{})) skip_space();
    return std::move(document_);
  }

 private:
  struct Text {
    std::string_view text;
    Span span;
  };

  // False when reading cannot go on.
  bool value(Id parent, Node node) {
    if (pos_ >= text_.size()) return fail("the document ends too early");
    const char c = text_[pos_];
    if (c == '{') return collection(parent, node, Type::kMap, '}');
    if (c == '[') return collection(parent, node, Type::kSequence, ']');
    if (c == '"') {
      const std::optional<Text> string = quoted();
      if (!string) return false;
      node.type = Type::kString;
      node.style = Style::kQuoted;
      node.value = string->text;
      node.value_span = string->span;
    } else if (!bare(node)) {
      return false;
    }
    return document_.add(parent, node) != kNoNode;
  }

  bool collection(Id parent, Node node, Type type, char close) {
    if (depth_ >= kMaxDepth) return fail("nested too deeply");
    node.type = type;
    node.value_span = {at(pos_), at(pos_ + 1)};
    const Id id = document_.add(parent, node);
    if (id == kNoNode) return false;
    ++pos_;
    ++depth_;
    while (true) {
      skip_space();
      if (pos_ >= text_.size()) return fail("the document ends too early");
      const char c = text_[pos_];
      if (c == close) break;
      if (c == ',') {
        ++pos_;
        continue;
      }
      if (type == Type::kMap ? !entry(id) : !value(id, Node{})) return false;
    }
    ++pos_;
    --depth_;
    return true;
  }

  bool entry(Id map) {
    if (text_[pos_] != '"') return fail("a quoted key is expected");
    const std::optional<Text> key = quoted();
    if (!key) return false;
    skip_space();
    if (pos_ >= text_.size() || text_[pos_] != ':') return fail("':' is expected");
    ++pos_;
    skip_space();
    Node node;
    node.key = key->text;
    node.key_span = key->span;
    return value(map, node);
  }

  std::optional<Text> quoted() {
    const size_t begin = ++pos_;
    size_t end = begin;
    while (end < text_.size() && text_[end] != '"' && text_[end] != '\\' && text_[end] != '\n')
      ++end;
    if (end < text_.size() && text_[end] == '"') {
      pos_ = end + 1;
      return Text{text_.substr(begin, end - begin), {at(begin), at(end)}};
    }
    std::string unescaped;
    while (pos_ < text_.size() && text_[pos_] != '"') {
      if (text_[pos_] == '\n') break;
      if (text_[pos_] == '\\') {
        escape(unescaped);
      } else {
        unescaped += text_[pos_++];
      }
    }
    if (pos_ >= text_.size() || text_[pos_] != '"') {
      fail("a string is not closed");
      return std::nullopt;
    }
    ++pos_;
    return Text{document_.keep(std::move(unescaped)), {at(begin), at(pos_ - 1)}};
  }

  void escape(std::string& out) {
    const char c = pos_ + 1 < text_.size() ? text_[pos_ + 1] : '\0';
    pos_ = std::min(pos_ + 2, text_.size());
    switch (c) {
      case 'n':
        out += '\n';
        break;
      case 't':
        out += '\t';
        break;
      case 'r':
        out += '\r';
        break;
      case 'b':
        out += '\b';
        break;
      case 'f':
        out += '\f';
        break;
      case 'u': {
        uint32_t code = hex_value(text_, pos_, 4);
        pos_ = std::min(pos_ + 4, text_.size());
        if (code >= 0xD800 && code < 0xDC00 && text_.substr(pos_).starts_with("\\u")) {
          const uint32_t low = hex_value(text_, pos_ + 2, 4);
          if (low >= 0xDC00 && low < 0xE000) {
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            pos_ = std::min(pos_ + 6, text_.size());
          }
        }
        append_utf8(out, code);
        break;
      }
      default:
        out += c;
    }
  }

  // Numbers and the three names.
  bool bare(Node& node) {
    const size_t begin = pos_;
    size_t end = begin;
    while (end < text_.size() && is_bare(text_[end])) ++end;
    node.value = text_.substr(begin, end - begin);
    node.value_span = {at(begin), at(end)};
    if (node.value == "null") {
      node.type = Type::kNull;
    } else if (node.value == "true" || node.value == "false") {
      node.type = Type::kBoolean;
    } else if (node.value == "NaN" || node.value == "Infinity" || node.value == "-Infinity" ||
               classify_scalar(node.value) == Type::kNumber) {
      node.type = Type::kNumber;
    } else {
      return fail("a value is expected");
    }
    pos_ = end;
    return true;
  }

  void skip_space() {
    while (pos_ < text_.size()) {
      const char c = text_[pos_];
      if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
        ++pos_;
      } else if (c == '/' && text_.substr(pos_).starts_with("//")) {
        pos_ = std::min(text_.find('\n', pos_), text_.size());
      } else if (c == '/' && text_.substr(pos_).starts_with("/*")) {
        const size_t close = text_.find("*/", pos_ + 2);
        pos_ = close == std::string_view::npos ? text_.size() : close + 2;
      } else {
        return;
      }
    }
  }

  bool fail(const char* message) {
    document_.problem(pos_, std::string("JSON: ") + message);
    return false;
  }

  uint32_t at(size_t pos) const { return static_cast<uint32_t>(pos); }

  std::string_view text_;
  Document document_;
  size_t pos_ = 0;
  uint16_t depth_ = 0;
};

}  // namespace

Document read_json(std::string_view text, Limits limits) { return JsonReader(text, limits).read(); }

}  // namespace npuport::document
