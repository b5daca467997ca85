// Which of many patterns a dotted name matches, in time that depends on the name and not on the
// number of patterns.
//
// Patterns: "torch.cuda.synchronize"; "*" stands for one whole part or a piece of one
// ("torch.*.cuda", "torch.backends.cuda.enable_*_sdp"); a final "**" for any rest including nothing
// ("torch.cuda.**" matches "torch.cuda" and "torch.cuda.amp.autocast").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace npuport {

class NamePatterns {
 public:
  void add(std::string_view pattern, uint32_t id);

  // Appends the ids whose patterns match, in rising order, each once.
  void find(std::string_view dotted, std::vector<uint32_t>& ids) const;

  bool empty() const { return exact_.empty() && nodes_.size() == 1 && nodes_[0].tails.empty(); }

 private:
  struct Hash {
    using is_transparent = void;
    size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  template <typename Value>
  using ByText = std::unordered_map<std::string, Value, Hash, std::equal_to<>>;

  // A place in the trie of the patterns that hold a "*".
  struct Node {
    ByText<uint32_t> literal;                            // part -> node
    std::vector<std::pair<std::string, uint32_t>> glob;  // part with "*" -> node
    std::vector<uint32_t> ends;                          // patterns that end here
    std::vector<uint32_t> tails;                         // patterns that end here in "**"
  };

  uint32_t child(uint32_t node, std::string_view part);
  void find_below(uint32_t node, std::string_view rest, std::vector<uint32_t>& ids) const;

  ByText<std::vector<uint32_t>> exact_;
  std::vector<Node> nodes_ = std::vector<Node>(1);
};

// Whether `text` matches `glob`, where "*" stands for any run of characters.
bool matches_glob(std::string_view glob, std::string_view text);

}  // namespace npuport
