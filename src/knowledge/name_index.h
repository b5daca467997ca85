// Rows by the dotted names or name patterns they answer for; the most particular pattern wins.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "knowledge/name_patterns.h"

namespace npuport {

class NameIndex {
 public:
  // `names`: patterns separated by blanks.
  void add(std::string_view names, uint32_t row);

  // All rows for the name, the one with the most literal characters first; equal ones in the order
  // they were added.
  std::vector<uint32_t> find(std::string_view name) const;

  std::optional<uint32_t> best(std::string_view name) const;

 private:
  struct Entry {
    uint32_t row = 0;
    uint32_t weight = 0;
  };
  NamePatterns patterns_;
  std::vector<Entry> entries_;
};

}  // namespace npuport
