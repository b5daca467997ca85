// Compares calls and attributes of our Python front end with those of tree-sitter-python.
//
//   compare_tree_sitter < LIST_OF_PATHS
//
// A file differs when one side has a call or an attribute at a place where the other has none.
// Files that either side finds damaged are counted, not compared: recovery is ours to choose. Names
// in match patterns are left out, tree-sitter has no attributes there. Exit status 1 when a file
// differs.
#include <tree_sitter/api.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "base/symbol.h"
#include "facts/python_nodes.h"
#include "source/tree.h"
#include "syntax/python/python.h"

extern "C" const TSLanguage* tree_sitter_python();

namespace {

using namespace npuport;  // NOLINT: a tool of one file

struct Place {
  uint32_t begin;
  uint32_t end;
  bool is_call;
  auto operator<=>(const Place&) const = default;
};
using Places = std::vector<Place>;

Places sorted(Places places) {
  std::sort(places.begin(), places.end());
  return places;
}

Places our_places(const PythonFacts& facts) {
  Places out;
  for (NodeId id = 0; id < facts.nodes.size(); ++id) {
    const Node& node = facts.nodes[id];
    bool is_call = node.kind == NodeKind::kCall;
    if (!is_call && node.kind != NodeKind::kAttribute) continue;
    if (facts.roots[root_of(facts, id)].kind == RootKind::kPattern) continue;
    out.push_back({node.begin, node.end, is_call});
  }
  return sorted(std::move(out));
}

struct TreeDeleter {
  void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};
using TreePtr = std::unique_ptr<TSTree, TreeDeleter>;

TreePtr parse(const std::string& text) {
  TSParser* parser = ts_parser_new();
  ts_parser_set_language(parser, tree_sitter_python());
  TreePtr tree(
      ts_parser_parse_string(parser, nullptr, text.data(), static_cast<uint32_t>(text.size())));
  ts_parser_delete(parser);
  return tree;
}

// tree-sitter reads [*f(x)] as a call of *f.
uint32_t unstarred(const std::string& text, uint32_t begin) {
  while (begin < text.size() && (text[begin] == '*' || text[begin] == ' ')) ++begin;
  return begin;
}

Places tree_places(const std::string& text, TSNode root) {
  Places out;
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  while (true) {
    TSNode node = ts_tree_cursor_current_node(&cursor);
    std::string_view type = ts_node_type(node);
    bool is_call = type == "call";
    if (ts_node_is_named(node) && (is_call || type == "attribute")) {
      out.push_back({unstarred(text, ts_node_start_byte(node)), ts_node_end_byte(node), is_call});
    }
    if (ts_tree_cursor_goto_first_child(&cursor)) continue;
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      if (!ts_tree_cursor_goto_parent(&cursor)) {
        ts_tree_cursor_delete(&cursor);
        return sorted(std::move(out));
      }
    }
  }
}

class Comparison {
 public:
  void compare(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    SourceFile file = make_source_file(path, std::move(bytes));
    PythonFacts facts = lower_python(file, symbols_);
    TreePtr tree = parse(file.text);
    TSNode root = ts_tree_root_node(tree.get());
    ++files_;
    if (!facts.errors.empty() || ts_node_has_error(root)) {
      our_damaged_ += facts.errors.empty() ? 0 : 1;
      their_damaged_ += ts_node_has_error(root) ? 1 : 0;
      return;
    }
    Places ours = our_places(facts);
    Places theirs = tree_places(file.text, root);
    places_ += theirs.size();
    if (ours == theirs) return;
    ++different_;
    report(file, "only ours", ours, theirs);
    report(file, "only tree-sitter", theirs, ours);
  }

  int finish() const {
    std::printf(
        "files %zu, damaged for us %zu, for tree-sitter %zu, calls and attributes %zu, "
        "files that differ %zu\n",
        files_, our_damaged_, their_damaged_, places_, different_);
    return different_ == 0 ? 0 : 1;
  }

 private:
  static void report(const SourceFile& file, const char* side, const Places& here,
                     const Places& there) {
    constexpr size_t kMaxShown = 5;
    constexpr uint32_t kMaxText = 60;
    Places only;
    std::set_difference(here.begin(), here.end(), there.begin(), there.end(),
                        std::back_inserter(only));
    for (size_t i = 0; i < std::min(only.size(), kMaxShown); ++i) {
      Position at = file.lines.position(file.text, only[i].begin);
      std::string text =
          file.text.substr(only[i].begin, std::min(only[i].end - only[i].begin, kMaxText));
      std::replace(text.begin(), text.end(), '\n', ' ');
      std::printf("%s:%u:%u: %s: %s %s\n", file.path.c_str(), at.line, at.column, side,
                  only[i].is_call ? "call" : "attribute", text.c_str());
    }
  }

  SymbolTable symbols_;
  size_t files_ = 0;
  size_t our_damaged_ = 0;
  size_t their_damaged_ = 0;
  size_t places_ = 0;
  size_t different_ = 0;
};

}  // namespace

int main() {
  Comparison comparison;
  for (std::string path; std::getline(std::cin, path);) comparison.compare(path);
  return comparison.finish();
}
