#include "base/span.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <utility>

namespace npuport {
namespace {

constexpr uint64_t kLowBits = 0x0101010101010101ull;
constexpr uint64_t kHighBits = 0x8080808080808080ull;

uint64_t load_little_endian(const char* p) {
  uint64_t word;
  std::memcpy(&word, p, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

// The high bit of each byte of `word` that equals `byte`, exact for every byte.
uint64_t matches(uint64_t word, uint64_t byte) {
  const uint64_t x = word ^ (kLowBits * byte);
  return ~(((x & ~kHighBits) + ~kHighBits) | x) & kHighBits;
}

// One bit per byte of the 64 at `p`: is it a newline? The multiplication gathers the high bits.
uint64_t newline_mask(const char* p) {
  uint64_t mask = 0;
  for (int word = 0; word < 8; ++word) {
    const uint64_t hits = matches(load_little_endian(p + word * 8), '\n') >> 7;
    mask |= (hits * 0x0102040810204080ull >> 56) << (word * 8);
  }
  return mask;
}

void scan_newlines(std::string_view text, std::vector<uint32_t>& starts) {
  const char* data = text.data();
  std::array<uint32_t, 1024>
      found;  // a local buffer: appending to the vector one by one costs more
  size_t count = 0;
  const auto flush = [&] {
    starts.insert(starts.end(), found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count));
    count = 0;
  };
  size_t i = 0;
  for (; i + 64 <= text.size(); i += 64) {
    for (uint64_t mask = newline_mask(data + i); mask != 0; mask &= mask - 1) {
      found[count++] = static_cast<uint32_t>(i + std::countr_zero(mask) + 1);
    }
    if (count > found.size() - 64) flush();
  }
  for (; i < text.size(); ++i) {
    if (data[i] == '\n') found[count++] = static_cast<uint32_t>(i + 1);
  }
  flush();
}

void scan_mixed_line_ends(std::string_view text, std::vector<uint32_t>& starts) {
  for (size_t i = 0; i < text.size(); ++i) {
    const bool lone_return = text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n');
    if (text[i] == '\n' || lone_return) starts.push_back(static_cast<uint32_t>(i + 1));
  }
}

uint32_t count_code_points(std::string_view text) {
  const auto is_lead = [](char c) { return (static_cast<uint8_t>(c) & 0xC0) != 0x80; };
  return static_cast<uint32_t>(std::count_if(text.begin(), text.end(), is_lead));
}

}  // namespace

LineIndex::LineIndex(std::string_view text) {
  if (text.empty()) return;
  starts_.reserve(text.size() / 32 + 2);
  starts_.push_back(0);
  if (std::memchr(text.data(), '\r', text.size()) == nullptr) {
    scan_newlines(text, starts_);
  } else {
    scan_mixed_line_ends(text, starts_);
  }
  if (starts_.size() > 1 && starts_.back() == text.size()) starts_.pop_back();
}

uint32_t LineIndex::line_of(uint32_t offset) const {
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), offset);
  return next == starts_.begin() ? 0 : static_cast<uint32_t>(next - starts_.begin() - 1);
}

Position LineIndex::position(std::string_view text, uint32_t offset) const {
  if (starts_.empty()) return {1, 1};
  const uint32_t index = line_of(offset);
  const uint32_t end = std::min(offset, static_cast<uint32_t>(text.size()));
  const uint32_t column = count_code_points(text.substr(starts_[index], end - starts_[index])) + 1;
  return {index < reported_.size() ? reported_[index] : index + 1,
          column + (index < column_shift_.size() ? column_shift_[index] : 0)};
}

std::string_view LineIndex::line(std::string_view text, uint32_t index) const {
  if (index >= starts_.size()) return {};
  const size_t begin = std::min<size_t>(starts_[index], text.size());
  const size_t end = index + 1 < starts_.size() ? starts_[index + 1] : text.size();
  std::string_view line = text.substr(begin, end - begin);
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void LineIndex::set_line_numbers(std::vector<uint32_t> reported,
                                 std::vector<uint32_t> column_shift) {
  reported_ = std::move(reported);
  column_shift_ = std::move(column_shift);
}

}  // namespace npuport
