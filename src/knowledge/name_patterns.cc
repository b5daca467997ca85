#include "knowledge/name_patterns.h"

#include <algorithm>
#include <cstddef>

namespace npuport {

bool matches_glob(std::string_view glob, std::string_view text) {
  size_t g = 0;
  size_t t = 0;
  size_t star = std::string_view::npos;  // the last "*", and where it began to stand for text
  size_t star_text = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      star_text = t;
    } else if (g < glob.size() && glob[g] == text[t]) {
      ++g;
      ++t;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      t = ++star_text;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

uint32_t NamePatterns::child(uint32_t node, std::string_view part) {
  const auto fresh = static_cast<uint32_t>(nodes_.size());
  if (part.find('*') == std::string_view::npos) {
    const auto [entry, is_new] = nodes_[node].literal.emplace(part, fresh);
    if (!is_new) return entry->second;
  } else {
    for (const auto& [glob, next] : nodes_[node].glob) {
      if (glob == part) return next;
    }
    nodes_[node].glob.emplace_back(part, fresh);
  }
  nodes_.emplace_back();
  return fresh;
}

void NamePatterns::add(std::string_view pattern, uint32_t id) {
  if (pattern.find('*') == std::string_view::npos) {
    exact_[std::string(pattern)].push_back(id);
    return;
  }
  uint32_t node = 0;
  while (true) {
    const size_t dot = pattern.find('.');
    const std::string_view part = pattern.substr(0, dot);
    if (part == "**" && dot == std::string_view::npos) {
      nodes_[node].tails.push_back(id);
      return;
    }
    node = child(node, part);
    if (dot == std::string_view::npos) break;
    pattern.remove_prefix(dot + 1);
  }
  nodes_[node].ends.push_back(id);
}

// Recursion is as deep as the longest pattern: a step needs a node.
void NamePatterns::find_below(uint32_t node, std::string_view rest,
                              std::vector<uint32_t>& ids) const {
  const Node& here = nodes_[node];
  ids.insert(ids.end(), here.tails.begin(), here.tails.end());
  if (rest.empty()) {
    ids.insert(ids.end(), here.ends.begin(), here.ends.end());
    return;
  }
  const size_t dot = rest.find('.');
  const std::string_view part = rest.substr(0, dot);
  const std::string_view after = dot == std::string_view::npos ? "" : rest.substr(dot + 1);
  if (const auto found = here.literal.find(part); found != here.literal.end()) {
    find_below(found->second, after, ids);
  }
  for (const auto& [glob, next] : here.glob) {
    if (matches_glob(glob, part)) find_below(next, after, ids);
  }
}

void NamePatterns::find(std::string_view dotted, std::vector<uint32_t>& ids) const {
  const auto before = static_cast<ptrdiff_t>(ids.size());
  if (const auto found = exact_.find(dotted); found != exact_.end()) {
    ids.insert(ids.end(), found->second.begin(), found->second.end());
  }
  find_below(0, dotted, ids);
  std::sort(ids.begin() + before, ids.end());
  ids.erase(std::unique(ids.begin() + before, ids.end()), ids.end());
}

}  // namespace npuport
