#include "render/text.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace npuport {
namespace {

struct Range {
  uint32_t first;
  uint32_t last;
};

bool in_ranges(const Range* begin, const Range* end, uint32_t code_point) {
  const Range* next =
      std::upper_bound(begin, end, code_point,
                       [](uint32_t value, const Range& range) { return value < range.first; });
  return next != begin && code_point <= std::prev(next)->last;
}

constexpr Range kWide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},   {0x23E9, 0x23EC},
    {0x2614, 0x2615},   {0x2648, 0x2653},   {0x2E80, 0x303E},   {0x3041, 0x33FF},
    {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},   {0xA960, 0xA97F},
    {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},
    {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF},
    {0x20000, 0x3FFFD},
};

constexpr Range kCombining[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489},   {0x0591, 0x05BD}, {0x0610, 0x061A}, {0x064B, 0x065F},
    {0x093C, 0x093C}, {0x0941, 0x0948},   {0x0E31, 0x0E31}, {0x0E34, 0x0E3A}, {0x1AB0, 0x1AFF},
    {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF},   {0x302A, 0x302D}, {0x3099, 0x309A}, {0xFE00, 0xFE0F},
    {0xFE20, 0xFE2F}, {0xE0100, 0xE01EF},
};

constexpr Range kDeceptive[] = {
    {0x0000, 0x001F}, {0x007F, 0x009F}, {0x00AD, 0x00AD},   {0x061C, 0x061C},
    {0x180E, 0x180E}, {0x200B, 0x200F}, {0x2028, 0x202E},   {0x2060, 0x206F},
    {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F},
};

void append_hex(std::string& out, uint32_t value, int digits) {
  static constexpr char kDigits[] = "0123456789abcdef";
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) out += kDigits[(value >> shift) & 0xF];
}

void append_escape(std::string& out, const CodePoint& c) {
  if (c.valid && c.value == '\n') {
    out += "\\n";
  } else if (c.valid && c.value == '\r') {
    out += "\\r";
  } else if (c.valid && c.value == '\t') {
    out += "\\t";
  } else if (!c.valid || c.value < 0x80) {
    out += "\\x";
    append_hex(out, c.value, 2);
  } else if (c.value > 0xFFFF) {
    out += "\\U";
    append_hex(out, c.value, 8);
  } else {
    out += "\\u";
    append_hex(out, c.value, 4);
  }
}

size_t width_of(const CodePoint& c) {
  if (c.valid && c.value < 0x300) return 1;
  if (in_ranges(std::begin(kCombining), std::end(kCombining), c.value)) return 0;
  return in_ranges(std::begin(kWide), std::end(kWide), c.value) ? 2 : 1;
}

}  // namespace

CodePoint decode_utf8(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t lead = byte(at);
  if (lead < 0x80) return {lead, 1, true};
  const CodePoint invalid = {lead, 1, false};
  const uint32_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || at + length > text.size()) return invalid;
  uint32_t value = lead & (0x7F >> length);
  for (uint32_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return invalid;
    value = (value << 6) | (byte(at + i) & 0x3F);
  }
  const uint32_t least = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80;
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < least || value > 0x10FFFF || surrogate) return invalid;
  return {value, length, true};
}

bool is_deceptive(uint32_t code_point) {
  return in_ranges(std::begin(kDeceptive), std::end(kDeceptive), code_point);
}

std::string visible(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    const CodePoint c = decode_utf8(text, i);
    if (!c.valid || is_deceptive(c.value)) {
      append_escape(out, c);
    } else {
      out += text.substr(i, c.bytes);
    }
    i += c.bytes;
  }
  return out;
}

size_t display_width(std::string_view text) {
  size_t width = 0;
  for (size_t i = 0; i < text.size();) {
    const CodePoint c = decode_utf8(text, i);
    width += width_of(c);
    i += c.bytes;
  }
  return width;
}

std::string fit(std::string_view text, size_t cells, std::string_view ellipsis) {
  if (display_width(text) <= cells) return std::string(text);
  const size_t room = cells - std::min(cells, display_width(ellipsis));
  size_t width = 0;
  size_t i = 0;
  while (i < text.size()) {
    const CodePoint c = decode_utf8(text, i);
    if (width + width_of(c) > room) break;
    width += width_of(c);
    i += c.bytes;
  }
  return std::string(text.substr(0, i)) + std::string(room < cells ? ellipsis : "");
}

std::string pad(std::string_view text, size_t cells) {
  const size_t width = display_width(text);
  return std::string(text) + std::string(width < cells ? cells - width : 0, ' ');
}

std::string to_ascii(std::string_view text) {
  constexpr std::pair<uint32_t, std::string_view> kSpellings[] = {
      {0xB7, "-"},    {0x2013, "-"},  {0x2014, "-"},   {0x2018, "'"},  {0x2019, "'"},
      {0x201C, "\""}, {0x201D, "\""}, {0x2026, "..."}, {0x2192, "->"}, {0x2265, ">="}};
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    const CodePoint c = decode_utf8(text, i);
    i += c.bytes;
    if (c.valid && c.value < 0x80) {
      out += static_cast<char>(c.value);
      continue;
    }
    const auto known = std::find_if(std::begin(kSpellings), std::end(kSpellings),
                                    [&](const auto& entry) { return entry.first == c.value; });
    out += c.valid && known != std::end(kSpellings) ? known->second : "?";
  }
  return out;
}

}  // namespace npuport
