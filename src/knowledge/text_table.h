// A table as it lies on disk: tab separated, a header line, no quoting.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace npuport {

// Cells are views into the text that was parsed; it must outlive the table.
class TextTable {
 public:
  // The header must be exactly `columns` (separated by blanks), and every line must have as many
  // cells. `name` is for messages: "packages.tsv:12: expected 13 cells; found 12".
  static Result<TextTable> parse(std::string_view text, const std::string& name,
                                 std::string_view columns);

  size_t rows() const { return width_ == 0 ? 0 : cells_.size() / width_; }
  size_t width() const { return width_; }
  std::string_view cell(size_t row, size_t column) const { return cells_[row * width_ + column]; }

 private:
  size_t width_ = 0;
  std::vector<std::string_view> cells_;
};

// The non-empty pieces of `text` between `separator`s.
std::vector<std::string_view> split(std::string_view text, char separator);

}  // namespace npuport
