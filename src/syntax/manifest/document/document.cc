#include "syntax/manifest/document/document.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace npuport::document {
namespace {

constexpr size_t kMaxProblems = 8;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// 12, -1.5e-4, 1_000, 0xff, .5, .inf, nan
bool is_number(std::string_view text) {
  size_t pos = text[0] == '-' || text[0] == '+' ? 1 : 0;
  if (pos >= text.size()) return false;
  const std::string_view body = text.substr(pos);
  for (std::string_view special : {".inf", ".Inf", ".INF", "inf", ".nan", ".NaN", ".NAN", "nan"}) {
    if (body == special) return true;
  }
  if (body.size() > 2 && body[0] == '0' && (body[1] == 'x' || body[1] == 'o' || body[1] == 'b')) {
    return body.find_first_not_of("0123456789abcdefABCDEF_", 2) == std::string_view::npos;
  }
  bool digits = false;
  while (pos < text.size() && (is_digit(text[pos]) || text[pos] == '_')) {
    digits |= is_digit(text[pos++]);
  }
  if (pos < text.size() && text[pos] == '.') {
    ++pos;
    while (pos < text.size() && (is_digit(text[pos]) || text[pos] == '_')) {
      digits |= is_digit(text[pos++]);
    }
  }
  if (!digits) return false;
  if (pos < text.size() && (text[pos] == 'e' || text[pos] == 'E')) {
    ++pos;
    if (pos < text.size() && (text[pos] == '-' || text[pos] == '+')) ++pos;
    if (pos >= text.size()) return false;
    while (pos < text.size() && (is_digit(text[pos]) || text[pos] == '_')) ++pos;
  }
  return pos == text.size();
}

// Exactly "word", "Word" or "WORD".
bool equals_word(std::string_view text, std::string_view word) {
  if (text.size() != word.size()) return false;
  bool lower = true;
  bool upper = true;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool is_lower = text[i] == word[i];
    const bool is_upper = text[i] == word[i] - 'a' + 'A';
    if (!is_lower && !is_upper) return false;
    if (i > 0) {
      lower &= is_lower;
      upper &= is_upper;
    }
  }
  return lower || (upper && text[0] != word[0]);
}

}  // namespace

Document::Document(Limits limits) : limits_(limits) {
  nodes_.emplace_back();
  nodes_[0].type = Type::kSequence;
}

Id Document::find(Id parent, std::string_view key) const {
  for (Id id : children(*this, parent)) {
    if (nodes_[id].key == key) return id;
  }
  return kNoNode;
}

Id Document::find(Id parent, std::initializer_list<std::string_view> path) const {
  for (std::string_view key : path) parent = find(parent, key);
  return parent;
}

std::string_view Document::text(Id parent, std::string_view key) const {
  const Id id = find(parent, key);
  return is_scalar(id) ? nodes_[id].value : std::string_view();
}

Id Document::add(Id parent, Node node) {
  if (nodes_.size() >= limits_.max_nodes) {
    if (!full_)
      problem(node.value_span.begin, "more entries than the limit; the rest was not read");
    full_ = true;
    return kNoNode;
  }
  const Id id = size();
  node.parent = parent;
  nodes_.push_back(node);
  Node& owner = nodes_[parent];
  if (owner.last == kNoNode) {
    owner.child = id;
  } else {
    nodes_[owner.last].next = id;
  }
  owner.last = id;
  return id;
}

std::string_view Document::keep(std::string text) {
  kept_.push_back(std::move(text));
  return kept_.back();
}

void Document::problem(size_t offset, std::string message) {
  if (problems_.size() >= kMaxProblems) return;
  problems_.push_back({static_cast<uint32_t>(offset), std::move(message)});
}

Type classify_scalar(std::string_view text) {
  if (text.empty()) return Type::kNull;
  const char c = text[0];
  if (is_digit(c) || c == '-' || c == '+' || c == '.') {
    return is_number(text) ? Type::kNumber : Type::kString;
  }
  if (text.size() > 5) return Type::kString;
  if (text == "~" || equals_word(text, "null")) return Type::kNull;
  for (std::string_view word : {"true", "false", "yes", "no", "on", "off"}) {
    if (equals_word(text, word)) return Type::kBoolean;
  }
  return text == "inf" || text == "nan" ? Type::kNumber : Type::kString;
}

void append_utf8(std::string& out, uint32_t code_point) {
  if (code_point < 0x80) {
    out += static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    out += static_cast<char>(0xC0 | (code_point >> 6));
    out += static_cast<char>(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    if (code_point >= 0xD800 && code_point < 0xE000) code_point = 0xFFFD;
    out += static_cast<char>(0xE0 | (code_point >> 12));
    out += static_cast<char>(0x80 | ((code_point >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x110000) {
    out += static_cast<char>(0xF0 | (code_point >> 18));
    out += static_cast<char>(0x80 | ((code_point >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((code_point >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code_point & 0x3F));
  } else {
    append_utf8(out, 0xFFFD);
  }
}

uint32_t hex_value(std::string_view text, size_t pos, size_t count) {
  uint32_t value = 0;
  for (size_t i = pos; i < text.size() && i < pos + count; ++i) {
    const char c = text[i];
    if (is_digit(c)) {
      value = value * 16 + static_cast<uint32_t>(c - '0');
    } else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f') {
      value = value * 16 + static_cast<uint32_t>((c | 0x20) - 'a' + 10);
    } else {
      break;
    }
  }
  return value;
}

}  // namespace npuport::document
