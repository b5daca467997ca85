// Typed access to the fields of a DataNode map; whatever does not fit becomes a problem with its
// place. Reading goes on after a problem, so that a person sees all of them at once.
#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "knowledge/data_tree.h"

namespace re2 {
class RE2;
}

namespace npuport {

class ProblemLog {
 public:
  ProblemLog(const std::string& file, std::vector<FileProblem>& problems, bool patterns = true)
      : file_(file), problems_(problems), before_(problems.size()), patterns_(patterns) {}

  void add(const DataNode& where, std::string message) {
    problems_.push_back({file_, where.line, where.column, std::move(message)});
  }
  bool clean() const { return problems_.size() == before_; }
  const std::string& file() const { return file_; }
  // Whether regular expressions are to be compiled.
  bool patterns() const { return patterns_; }

 private:
  const std::string& file_;
  std::vector<FileProblem>& problems_;
  size_t before_;
  bool patterns_;
};

// "expected one of a, b, c; found x, did you mean b?"
std::string unexpected(std::string_view found, const std::vector<std::string_view>& expected);

// The entry of `known` that `word` is probably meant to be, or "".
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& known);

// What kind of node it is, for "expected text, found a list".
std::string_view kind_name(const DataNode& node);

// Reports every key of `map` that is not in `allowed`. False when `map` is not a map.
bool check_keys(const DataNode& map, const std::vector<std::string_view>& allowed, ProblemLog& log);

// The field, or a problem at the map.
const DataNode* require(const DataNode& map, std::string_view key, ProblemLog& log);

// Non-empty text.
std::string read_text(const DataNode& node, ProblemLog& log);

// A text or a list of texts, at least one.
std::vector<std::string> read_texts(const DataNode& node, ProblemLog& log);

// true or false.
bool read_flag(const DataNode& node, ProblemLog& log);

// Compiles an RE2; nullptr after a problem, or when the log asks for no patterns.
std::shared_ptr<re2::RE2> read_pattern(const DataNode& node, ProblemLog& log);

// The value that goes with the node's word.
template <typename Enum>
Enum read_enum(const DataNode& node, std::initializer_list<std::pair<std::string_view, Enum>> words,
               Enum otherwise, ProblemLog& log) {
  std::vector<std::string_view> known;
  for (const auto& [word, value] : words) {
    if (node.is_scalar() && node.text == word) return value;
    known.push_back(word);
  }
  log.add(node,
          unexpected(node.is_scalar() ? std::string_view(node.text) : kind_name(node), known));
  return otherwise;
}

}  // namespace npuport
