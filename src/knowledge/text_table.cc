#include "knowledge/text_table.h"

#include <algorithm>

namespace npuport {
namespace {

// Takes the piece before `separator` from the front of `text`, all of it when there is none.
std::string_view take(std::string_view& text, char separator) {
  const size_t at = text.find(separator);
  const std::string_view piece = text.substr(0, at);
  text = at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
  return piece;
}

}  // namespace

Result<TextTable> TextTable::parse(std::string_view text, const std::string& name,
                                   std::string_view columns) {
  TextTable table;
  table.width_ = static_cast<size_t>(std::count(columns.begin(), columns.end(), ' ')) + 1;
  std::string header(take(text, '\n'));
  std::replace(header.begin(), header.end(), '\t', ' ');
  if (header != columns) {
    return Error{name + ":1: expected the columns " + std::string(columns) + "; found " +
                 header.substr(0, 400)};
  }
  table.cells_.reserve(static_cast<size_t>(std::count(text.begin(), text.end(), '\n') + 1) *
                       table.width_);
  for (size_t number = 2; !text.empty(); ++number) {
    std::string_view line = take(text, '\n');
    const auto found = static_cast<size_t>(std::count(line.begin(), line.end(), '\t')) + 1;
    if (found != table.width_) {
      return Error{name + ":" + std::to_string(number) + ": expected " +
                   std::to_string(table.width_) + " cells; found " + std::to_string(found)};
    }
    for (size_t i = 0; i < found; ++i) table.cells_.push_back(take(line, '\t'));
  }
  return table;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    const std::string_view piece = take(text, separator);
    if (!piece.empty()) pieces.push_back(piece);
  }
  return pieces;
}

}  // namespace npuport
