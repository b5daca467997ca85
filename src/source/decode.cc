#include "source/decode.h"

#include <algorithm>
#include <cstring>

#include "source/charset.h"
#include "source/utf8.h"

namespace npuport {
namespace {

constexpr size_t kSampleBytes = 4096;
constexpr size_t kBytesPerNul = 100;  // text may hold one NUL in so many bytes, or a single one

bool has_nul(std::string_view raw) { return std::memchr(raw.data(), 0, raw.size()) != nullptr; }

std::optional<DecodedText> decode_marked(std::string_view raw) {
  if (raw.starts_with("\xEF\xBB\xBF")) {
    const std::string_view rest = raw.substr(3);
    return DecodedText{is_valid_utf8(rest) ? std::string(rest) : repair_utf8(rest), "utf-8"};
  }
  const bool little = raw.starts_with("\xFF\xFE");
  const bool big = raw.starts_with("\xFE\xFF");
  if (little && raw.substr(2).starts_with(std::string_view("\0\0", 2))) {
    if (auto text = utf32_to_utf8(raw.substr(4), ByteOrder::kLittle)) {
      return DecodedText{std::move(*text), "utf-32"};
    }
  }
  if (raw.starts_with(std::string_view("\0\0\xFE\xFF", 4))) {
    if (auto text = utf32_to_utf8(raw.substr(4), ByteOrder::kBig)) {
      return DecodedText{std::move(*text), "utf-32"};
    }
  }
  if (!little && !big) return std::nullopt;
  const ByteOrder order = little ? ByteOrder::kLittle : ByteOrder::kBig;
  return DecodedText{utf16_to_utf8(raw.substr(2), order), "utf-16"};
}

// Program text in UTF-16 is mostly ASCII: every other byte is NUL, and hardly any of the rest.
std::optional<ByteOrder> unmarked_utf16(std::string_view raw) {
  if (raw.size() < 4 || raw.size() % 2 != 0) return std::nullopt;
  const std::string_view sample = raw.substr(0, std::min(raw.size(), kSampleBytes));
  size_t nuls[2] = {0, 0};
  for (size_t i = 0; i < sample.size(); ++i) nuls[i % 2] += sample[i] == 0 ? 1 : 0;
  const size_t units = sample.size() / 2;
  for (const size_t high : {size_t{0}, size_t{1}}) {
    if (nuls[high] * 2 >= units && nuls[1 - high] * 20 <= units) {
      return high == 1 ? ByteOrder::kLittle : ByteOrder::kBig;
    }
  }
  return std::nullopt;
}

bool is_binary(std::string_view raw) {
  const auto nuls = static_cast<size_t>(std::count(raw.begin(), raw.end(), '\0'));
  return nuls > 1 && nuls * kBytesPerNul > raw.size();
}

// No mark, no usable cookie, not valid UTF-8.
DecodedText decode_by_guess(std::string_view raw) {
  const Utf8Census census = utf8_census(raw);
  if (census.sequences >= 10 * census.stray_bytes) return {repair_utf8(raw), "utf-8"};
  if (auto text = gbk_to_utf8(raw)) return {std::move(*text), "gbk"};
  return {latin1_to_utf8(raw), "latin-1"};
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  return result;
}

std::string_view cookie_in_line(std::string_view line) {
  constexpr std::string_view kKey = "coding";
  const size_t first = line.find_first_not_of(" \t\f");
  if (first == std::string_view::npos || line[first] != '#') return {};
  for (size_t at = line.find(kKey, first); at != std::string_view::npos;
       at = line.find(kKey, at + 1)) {
    size_t i = at + kKey.size();
    if (i >= line.size() || (line[i] != ':' && line[i] != '=')) continue;
    i = std::min(line.find_first_not_of(" \t", i + 1), line.size());
    size_t end = i;
    const auto is_name_byte = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             c == '-' || c == '_' || c == '.';
    };
    while (end < line.size() && is_name_byte(line[end])) ++end;
    if (end > i) return line.substr(i, end - i);
  }
  return {};
}

}  // namespace

std::string_view python_cookie(std::string_view raw) {
  for (int number = 0; number < 2 && !raw.empty(); ++number) {
    const size_t end = std::min(raw.find_first_of("\r\n"), raw.size());
    const std::string_view line = raw.substr(0, end);
    if (const std::string_view cookie = cookie_in_line(line); !cookie.empty()) return cookie;
    const size_t first = line.find_first_not_of(" \t\f");
    if (first != std::string_view::npos && line[first] != '#') return {};
    const size_t step = raw.substr(end).starts_with("\r\n") ? 2 : 1;
    raw.remove_prefix(std::min(end + step, raw.size()));
  }
  return {};
}

std::optional<DecodedText> decode(std::string_view raw, bool is_python) {
  const bool ascii = is_ascii(raw);
  const bool nul = has_nul(raw);
  if (ascii && !nul) return DecodedText{std::string(raw), "utf-8"};
  if (auto marked = decode_marked(raw)) return marked;
  if (nul) {
    if (const auto order = unmarked_utf16(raw)) {
      return DecodedText{utf16_to_utf8(raw, *order), "utf-16"};
    }
    if (is_binary(raw)) return std::nullopt;
    if (ascii) return DecodedText{std::string(raw), "utf-8"};
  }
  if (is_python) {
    const std::string cookie = lower(python_cookie(raw));
    if (!cookie.empty() && !cookie.starts_with("utf")) {
      if (auto text = named_to_utf8(raw, cookie)) return DecodedText{std::move(*text), cookie};
    }
  }
  if (is_valid_utf8(raw)) return DecodedText{std::string(raw), "utf-8"};
  return decode_by_guess(raw);
}

}  // namespace npuport
