#include "render/json_writer.h"

#include <array>
#include <charconv>
#include <cmath>

#include "render/text.h"

namespace npuport {
namespace {

// Bytes that can be copied as they are: printable ASCII without quote, backslash and '<'.
constexpr std::array<bool, 256> make_plain() {
  std::array<bool, 256> plain{};
  for (int c = 0x20; c < 0x7F; ++c) plain[c] = c != '"' && c != '\\' && c != '<';
  return plain;
}
constexpr std::array<bool, 256> kPlain = make_plain();

void append_u(std::string& out, uint32_t unit) {
  static constexpr char kDigits[] = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += kDigits[(unit >> shift) & 0xF];
}

void append_escaped(std::string& out, uint32_t c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  if (c > 0xFFFF) {
    append_u(out, 0xD800 + ((c - 0x10000) >> 10));
    append_u(out, 0xDC00 + ((c - 0x10000) & 0x3FF));
  } else {
    append_u(out, c);
  }
}

}  // namespace

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  quote(name);
  out_ += ": ";
  after_key_ = true;
  return *this;
}

void JsonWriter::value(std::string_view text) {
  separate();
  quote(text);
}

void JsonWriter::value(uint64_t number) {
  char buffer[24];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
  raw(std::string_view(buffer, end - buffer));
}

void JsonWriter::value(int number) {
  char buffer[24];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
  raw(std::string_view(buffer, end - buffer));
}

void JsonWriter::value(double number) {
  if (!std::isfinite(number)) return null();
  char buffer[40];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
  raw(std::string_view(buffer, end - buffer));
}

void JsonWriter::open(char bracket, Layout layout) {
  separate();
  out_ += bracket;
  blocks_ = (blocks_ << 1) | (layout == Layout::kBlock ? 1 : 0);
  ++depth_;
  first_ = true;
}

void JsonWriter::close(char bracket) {
  const bool block = (blocks_ & 1) != 0;
  blocks_ >>= 1;
  --depth_;
  if (block && !first_) indent();
  out_ += bracket;
  first_ = false;
}

// The comma and the white space before a member or element.
void JsonWriter::separate() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (depth_ == 0) return;
  const bool block = (blocks_ & 1) != 0;
  if (!first_) out_ += block ? "," : ", ";
  if (block) indent();
  first_ = false;
}

void JsonWriter::indent() {
  out_ += '\n';
  out_.append(2 * static_cast<size_t>(depth_), ' ');
}

void JsonWriter::raw(std::string_view text) {
  separate();
  out_ += text;
}

void JsonWriter::quote(std::string_view text) {
  out_ += '"';
  size_t plain_from = 0;
  size_t i = 0;
  const auto flush = [&](size_t end) { out_.append(text, plain_from, end - plain_from); };
  while (i < text.size()) {
    const uint8_t byte = static_cast<uint8_t>(text[i]);
    if (kPlain[byte]) {
      ++i;
      continue;
    }
    if (byte == '<' && (i + 1 == text.size() || (text[i + 1] != '/' && text[i + 1] != '!'))) {
      ++i;
      continue;
    }
    const CodePoint c = decode_utf8(text, i);
    if (c.valid && c.value >= 0x80 && !is_deceptive(c.value)) {
      i += c.bytes;
      continue;
    }
    flush(i);
    if (c.valid) {
      append_escaped(out_, c.value);
    } else {
      out_ += "\uFFFD";
    }
    i += c.bytes;
    plain_from = i;
  }
  flush(text.size());
  out_ += '"';
}

}  // namespace npuport
