#include "cli/suggest.h"

#include <algorithm>

#include "base/edit_distance.h"

namespace npuport {

std::string nearest_name(std::string_view word, const std::vector<std::string>& names) {
  constexpr size_t kLongestWord = 200;
  if (word.empty() || word.size() > kLongestWord) return {};
  std::string best;
  size_t best_distance = std::max<size_t>(2, word.size() / 3) + 1;
  for (const std::string& name : names) {
    const bool part = word.size() >= 3 && name.find(word) != std::string::npos;
    const size_t distance = part ? 1 : edit_distance(word, name, best_distance);
    if (distance < best_distance) {
      best_distance = distance;
      best = name;
    }
  }
  return best;
}

}  // namespace npuport
