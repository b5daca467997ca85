// All matchers of all rules, arranged so that a place in the project is matched in time independent
// of the number of rules.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/grow_only_map.h"
#include "knowledge/knowledge.h"
#include "knowledge/name_patterns.h"
#include "project/project.h"

namespace re2 {
class RE2;
}

namespace npuport {

struct MatcherRef {
  const Rule* rule = nullptr;
  const Matcher* matcher = nullptr;
  uint16_t specificity =
      0;  // literal characters of the longest pattern: the particular beats the general
};

class RuleIndex {
 public:
  RuleIndex(const std::vector<Rule>& rules, const Project& project);
  ~RuleIndex();

  // Matchers of `subject` (reference and call together, import, base, decorator) for a qualified
  // name.
  const std::vector<MatcherRef>& for_name(Subject subject, QName name) const;

  // The same for an attribute of an object made outside the project: only names that are spelled
  // out in a rule count, so that "torch.cuda.**" says nothing of what a stream's methods are
  // called.
  void for_member(Subject subject, QName name, std::vector<MatcherRef>& out) const;

  // True when some rule spells out a dotted name that ends in this one.
  bool ends_a_name(Symbol name) const { return last_names_.contains(name); }

  // Matchers by a plain identifier: method, attribute, keyword.
  const std::vector<MatcherRef>& for_identifier(Subject subject, Symbol name) const;

  // Compare matchers whose name is ".attribute", by attribute; those on calls come through
  // for_name.
  const std::vector<MatcherRef>& for_compared_attribute(Symbol name) const;

  // Environment variables, commands and packages, by their text; "*" globs hold.
  void for_text(Subject subject, std::string_view name, std::vector<MatcherRef>& out) const;

  // Matchers that look at every place of their subject: string, setting, image, directive, index,
  // build, cpp.
  const std::vector<MatcherRef>& all(Subject subject) const;

  // The rule of that id, nullptr when there is none.
  const Rule* find(std::string_view id) const;

  // False when no string matcher can hold for the text: one pass in front of the exact checks.
  bool string_may_match(std::string_view text) const;

 private:
  struct NameTable {
    NamePatterns patterns;
    std::vector<MatcherRef> refs;
    // What was found for a name, for all threads.
    mutable GrowOnlyMap<const std::vector<MatcherRef>*> known;
    mutable std::deque<std::vector<MatcherRef>> kept;
    mutable std::mutex keeping;  // guards `kept`
  };
  using IdentifierTable = std::unordered_map<Symbol, std::vector<MatcherRef>>;

  static constexpr size_t kSubjects = static_cast<size_t>(Subject::kCpp) + 1;

  void add(const Rule& rule, const Matcher& matcher);
  void build_string_filter();

  const Project& project_;
  std::array<NameTable, 5> names_;  // reference and call, import, base, decorator, compare
  std::array<IdentifierTable, 3> identifiers_;
  IdentifierTable compared_attributes_;
  std::unordered_set<Symbol> last_names_;
  std::array<std::vector<MatcherRef>, kSubjects> all_;
  std::unordered_map<std::string_view, const Rule*> by_id_;
  std::unique_ptr<re2::RE2> string_filter_;  // null: any string may match
};

// "*" and "?" wildcards; everything else literally.
bool glob_match(std::string_view pattern, std::string_view text);

}  // namespace npuport
