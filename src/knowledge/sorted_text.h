// A table that is searched where it lies: tab separated, a header line, sorted by its first column.
// Nothing is parsed before it is asked for, so its size costs nothing at start.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace npuport {

class SortedText {
 public:
  // The header must be exactly `columns` (separated by blanks). `name` is for messages. The text
  // must outlive the table.
  static Result<SortedText> open(std::string_view text, const std::string& name,
                                 std::string_view columns);

  // The cells of the row whose first cell is `key`; empty when there is none, or when the row does
  // not have as many cells as the header.
  std::vector<std::string_view> find(std::string_view key) const;

  std::string_view body() const { return body_; }

 private:
  size_t width_ = 0;
  std::string_view body_;  // without the header
};

}  // namespace npuport
