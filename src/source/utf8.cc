#include "source/utf8.h"

#include <cstring>

namespace npuport {
namespace {

constexpr uint64_t kHighBits = 0x8080808080808080ull;

uint64_t load64(const char* p) {
  uint64_t word;
  std::memcpy(&word, p, sizeof word);
  return word;
}

// The number of ASCII bytes at the start, a few fewer at worst.
size_t ascii_prefix(std::string_view text) {
  size_t i = 0;
  for (; i + 32 <= text.size(); i += 32) {
    const char* p = text.data() + i;
    if (((load64(p) | load64(p + 8) | load64(p + 16) | load64(p + 24)) & kHighBits) != 0) break;
  }
  while (i < text.size() && static_cast<signed char>(text[i]) >= 0) ++i;
  return i;
}

bool is_trail(std::string_view text, size_t i) {
  return i < text.size() && (static_cast<uint8_t>(text[i]) & 0xC0) == 0x80;
}

// Length of the well-formed sequence at `i`, 0 when there is none.
size_t sequence_length(std::string_view text, size_t i) {
  const auto lead = static_cast<uint8_t>(text[i]);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4 || !is_trail(text, i + 1)) return 0;
  if (lead < 0xE0) return 2;
  const auto second = static_cast<uint8_t>(text[i + 1]);
  if (!is_trail(text, i + 2)) return 0;
  if (lead < 0xF0) {
    const bool overlong = lead == 0xE0 && second < 0xA0;
    const bool surrogate = lead == 0xED && second > 0x9F;
    return overlong || surrogate ? 0 : 3;
  }
  const bool overlong = lead == 0xF0 && second < 0x90;
  const bool too_large = lead == 0xF4 && second > 0x8F;
  return overlong || too_large || !is_trail(text, i + 3) ? 0 : 4;
}

}  // namespace

bool is_ascii(std::string_view text) { return ascii_prefix(text) == text.size(); }

bool is_valid_utf8(std::string_view text) {
  size_t i = 0;
  while (i < text.size()) {
    i += ascii_prefix(text.substr(i));
    // Non-ASCII text comes in runs; leave them only for the next ASCII byte.
    while (i < text.size() && static_cast<signed char>(text[i]) < 0) {
      const size_t length = sequence_length(text, i);
      if (length == 0) return false;
      i += length;
    }
  }
  return true;
}

Utf8Census utf8_census(std::string_view text) {
  Utf8Census census;
  for (size_t i = 0; i < text.size();) {
    const size_t length = sequence_length(text, i);
    census.sequences += length > 1 ? 1 : 0;
    census.stray_bytes += length == 0 ? 1 : 0;
    i += length == 0 ? 1 : length;
  }
  return census;
}

std::string repair_utf8(std::string_view text) {
  std::string repaired;
  repaired.reserve(text.size() + 16);
  for (size_t i = 0; i < text.size();) {
    const size_t length = sequence_length(text, i);
    if (length == 0) {
      append_utf8(repaired, 0xFFFD);
      ++i;
    } else {
      repaired.append(text.substr(i, length));
      i += length;
    }
  }
  return repaired;
}

void append_utf8(std::string& out, uint32_t code_point) {
  const auto add = [&out](uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code_point < 0x80) {
    add(code_point);
  } else if (code_point < 0x800) {
    add(0xC0 | code_point >> 6);
    add(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    add(0xE0 | code_point >> 12);
    add(0x80 | (code_point >> 6 & 0x3F));
    add(0x80 | (code_point & 0x3F));
  } else {
    add(0xF0 | code_point >> 18);
    add(0x80 | (code_point >> 12 & 0x3F));
    add(0x80 | (code_point >> 6 & 0x3F));
    add(0x80 | (code_point & 0x3F));
  }
}

}  // namespace npuport
