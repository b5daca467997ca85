#include "assess/text.h"

#include <algorithm>

namespace npuport {
namespace {

constexpr size_t kExcerptBytes = 240;
constexpr size_t kBytesBeforeSite = 80;

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

bool is_continuation(char c) { return (static_cast<uint8_t>(c) & 0xC0) == 0x80; }

bool is_key_char(char c) {
  return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// Nearest code point border at or before `at`.
size_t border(std::string_view text, size_t at) {
  while (at > 0 && at < text.size() && is_continuation(text[at])) --at;
  return at;
}

}  // namespace

std::string fill_placeholders(std::string_view text,
                              const std::map<std::string, std::string>& values) {
  std::string out;
  out.reserve(text.size() + 32);
  for (size_t i = 0; i < text.size();) {
    if (text[i] == '{') {
      size_t end = i + 1;
      while (end < text.size() && is_key_char(text[end])) ++end;
      if (end > i + 1 && end < text.size() && text[end] == '}') {
        const auto found = values.find(std::string(text.substr(i + 1, end - i - 1)));
        if (found != values.end()) {
          out += found->second;
          i = end + 1;
          continue;
        }
      }
    }
    out += text[i++];
  }
  return out;
}

LocalizedText fill_placeholders(const LocalizedText& text,
                                const std::map<std::string, std::string>& values) {
  return {fill_placeholders(text.en, values), fill_placeholders(text.zh, values)};
}

std::string excerpt(std::string_view line, size_t offset) {
  size_t begin = 0;
  size_t end = line.size();
  while (begin < end && is_blank(line[begin])) ++begin;
  while (end > begin && is_blank(line[end - 1])) --end;
  if (end - begin <= kExcerptBytes) return std::string(line.substr(begin, end - begin));

  const size_t site = std::clamp(offset, begin, end);
  size_t from = site - begin > kBytesBeforeSite ? border(line, site - kBytesBeforeSite) : begin;
  const size_t to = end - from > kExcerptBytes ? border(line, from + kExcerptBytes) : end;
  if (to == end && to - from < kExcerptBytes) from = border(line, end - kExcerptBytes);
  std::string out;
  if (from > begin) out += "\u2026";
  out += line.substr(from, to - from);
  if (to < end) out += "\u2026";
  return out;
}

std::string normalised_line(std::string_view line) {
  std::string out;
  out.reserve(line.size());
  bool pending = false;
  for (const char c : line) {
    if (is_blank(c)) {
      pending = !out.empty();
      continue;
    }
    if (pending) out += ' ';
    pending = false;
    out += c;
  }
  return out;
}

StableHash& StableHash::add(std::string_view bytes) {
  for (const char c : bytes) {
    state_ ^= static_cast<uint8_t>(c);
    state_ *= 0x100000001b3ull;
  }
  return add(static_cast<uint64_t>(bytes.size()));
}

StableHash& StableHash::add(uint64_t number) {
  for (int byte = 0; byte < 8; ++byte) {
    state_ ^= (number >> (8 * byte)) & 0xFF;
    state_ *= 0x100000001b3ull;
  }
  return *this;
}

uint64_t StableHash::value() const {
  uint64_t x = state_;  // FNV-1a is weak in its high bits: finish with the SplitMix64 mixer.
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

std::string to_hex(uint64_t value) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out(16, '0');
  for (int i = 15; i >= 0; --i, value >>= 4) out[i] = kDigits[value & 0xF];
  return out;
}

}  // namespace npuport
