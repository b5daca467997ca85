#include "knowledge/sorted_text.h"

#include <algorithm>

namespace npuport {
namespace {

std::string_view line_at(std::string_view text, size_t begin) {
  return text.substr(begin, text.find('\n', begin) - begin);
}

}  // namespace

Result<SortedText> SortedText::open(std::string_view text, const std::string& name,
                                    std::string_view columns) {
  const size_t end = text.find('\n');
  std::string header(text.substr(0, end));
  std::replace(header.begin(), header.end(), '\t', ' ');
  if (header != columns) {
    return Error{name + ":1: expected the columns \"" + std::string(columns) + "\"; found \"" +
                 header.substr(0, 200) + "\""};
  }
  SortedText out;
  out.width_ = 1 + static_cast<size_t>(std::count(columns.begin(), columns.end(), ' '));
  out.body_ = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  return out;
}

std::vector<std::string_view> SortedText::find(std::string_view key) const {
  size_t low = 0, high = body_.size();  // both at the begin of a line
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    // Back to the begin of the line, so that each half is shorter than the whole.
    while (middle > low && body_[middle - 1] != '\n') --middle;
    const std::string_view line = line_at(body_, middle);
    const std::string_view first = line.substr(0, line.find('\t'));
    if (first == key) {
      std::vector<std::string_view> cells;
      for (size_t at = 0; at <= line.size();) {
        const size_t tab = std::min(line.find('\t', at), line.size());
        cells.push_back(line.substr(at, tab - at));
        at = tab + 1;
      }
      if (cells.size() != width_) cells.clear();
      return cells;
    }
    if (first < key) {
      low = std::min(middle + line.size() + 1, body_.size());
    } else {
      high = middle;
    }
  }
  return {};
}

}  // namespace npuport
