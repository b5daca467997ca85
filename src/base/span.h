// Places in a text: byte spans, and the lines and columns that people see.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace npuport {

// Half-open range of byte offsets into the decoded UTF-8 text of one file.
struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;
  bool operator==(const Span&) const = default;
  bool empty() const { return begin >= end; }
  bool contains(uint32_t offset) const { return begin <= offset && offset < end; }
};

// 1-based line; 1-based column in Unicode code points.
struct Position {
  uint32_t line = 0;
  uint32_t column = 0;
  bool operator==(const Position&) const = default;
};

// Maps byte offsets to positions. Lines end at \n, \r\n or \r.
// A notebook's text is its code cells joined; `set_line_numbers` gives each text line the number of
// the .ipynb line it came from, and `set_column_shift` what to add to its columns.
class LineIndex {
 public:
  LineIndex() = default;
  explicit LineIndex(std::string_view text);

  Position position(std::string_view text, uint32_t offset) const;
  uint32_t line_count() const { return static_cast<uint32_t>(starts_.size()); }

  // The bytes of text line `index` (0-based, text order), without its line end.
  std::string_view line(std::string_view text, uint32_t index) const;

  // 0-based text line that holds `offset`.
  uint32_t line_of(uint32_t offset) const;

  void set_line_numbers(std::vector<uint32_t> reported, std::vector<uint32_t> column_shift);

 private:
  std::vector<uint32_t> starts_;
  std::vector<uint32_t> reported_;      // empty: text line i is reported as i + 1
  std::vector<uint32_t> column_shift_;  // empty: none
};

}  // namespace npuport
