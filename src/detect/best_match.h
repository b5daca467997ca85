// Of the matchers that hold at one place, the most particular of each domain.
#pragma once

#include <array>
#include <utility>

#include "detect/rule_index.h"

namespace npuport {

// Longer names beat shorter ones, conditions beat none, a call beats a mention; the rule id breaks
// ties.
inline bool is_more_particular(const MatcherRef& a, const MatcherRef& b) {
  const auto weight = [](const MatcherRef& ref) {
    const size_t conditions = ref.matcher->where.size() + (ref.matcher->statement ? 1 : 0);
    return std::pair(ref.specificity,
                     conditions * 2 + (ref.matcher->subject == Subject::kCall ? 1 : 0));
  };
  if (weight(a) != weight(b)) return weight(a) > weight(b);
  return a.rule->id < b.rule->id;
}

class BestByDomain {
 public:
  // True when the matcher is now the best of its domain.
  bool offer(const MatcherRef& ref) {
    const MatcherRef*& slot = best_[static_cast<size_t>(ref.rule->domain) & 7u];
    if (slot != nullptr && !is_more_particular(ref, *slot)) return false;
    slot = &ref;
    return true;
  }

  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const MatcherRef* ref : best_) {
      if (ref != nullptr) visit(*ref);
    }
  }

 private:
  std::array<const MatcherRef*, 8> best_{};
};

}  // namespace npuport
