#include "knowledge/name_index.h"

#include <algorithm>

#include "knowledge/text_table.h"

namespace npuport {

void NameIndex::add(std::string_view names, uint32_t row) {
  for (const std::string_view name : split(names, ' ')) {
    const auto stars = static_cast<uint32_t>(std::count(name.begin(), name.end(), '*'));
    // A name without a star is more particular than any with one.
    const auto literal = static_cast<uint32_t>(name.size()) - stars;
    patterns_.add(name, static_cast<uint32_t>(entries_.size()));
    entries_.push_back({row, stars == 0 ? UINT32_MAX : literal});
  }
}

std::vector<uint32_t> NameIndex::find(std::string_view name) const {
  std::vector<uint32_t> ids;
  patterns_.find(name, ids);
  std::stable_sort(ids.begin(), ids.end(),
                   [&](uint32_t a, uint32_t b) { return entries_[a].weight > entries_[b].weight; });
  std::vector<uint32_t> rows;
  for (const uint32_t id : ids) {
    const uint32_t row = entries_[id].row;
    if (std::find(rows.begin(), rows.end(), row) == rows.end()) rows.push_back(row);
  }
  return rows;
}

std::optional<uint32_t> NameIndex::best(std::string_view name) const {
  const std::vector<uint32_t> rows = find(name);
  if (rows.empty()) return std::nullopt;
  return rows.front();
}

}  // namespace npuport
