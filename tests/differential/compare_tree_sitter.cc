// Compares the calls and attributes that the Python front end finds with those of
// tree-sitter-python.
//
//   compare_tree_sitter < LIST_OF_PATHS
//
// Unlike CPython's ast before 3.12 it knows the places inside f-strings. Files in which tree-sitter
// finds an error are counted and not compared. Exit code 1 when a file differs.
#include <tree_sitter/api.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "syntax/python/python.h"

extern "C" const TSLanguage* tree_sitter_python(void);

namespace {

using namespace npuport;  // NOLINT: a tool of one file

// Kind ('c' call, 'a' attribute), begin, end.
using Place = std::tuple<char, uint32_t, uint32_t>;

std::vector<Place> our_places(const std::string& path, const std::string& text,
                              SymbolTable& symbols) {
  SourceFile file;
  file.path = path;
  file.kind = FileKind::kPython;
  file.text = text;
  const PythonFacts facts = lower_python(file, symbols);
  std::vector<Place> places;
  for (const Root& root : facts.roots) {
    if (root.kind == RootKind::kPattern) continue;  // shaped differently
    for (NodeId id = facts.nodes[root.node].first; id <= root.node; ++id) {
      const Node& node = facts.nodes[id];
      if (node.kind == NodeKind::kCall) places.emplace_back('c', node.begin, node.end);
      if (node.kind == NodeKind::kAttribute) places.emplace_back('a', node.begin, node.end);
    }
  }
  return places;
}

// tree-sitter reads *a.b() as a call of (*a).b; the place is that of a.b().
uint32_t begin_without_star(TSNode node, const std::string& text) {
  uint32_t begin = ts_node_start_byte(node);
  while (text[begin] == '*' || text[begin] == ' ') ++begin;
  return begin;
}

void collect(TSTree* tree, const std::string& text, std::vector<Place>& places) {
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
  for (bool more = true; more;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    const char* const type = ts_node_type(node);
    const bool is_pattern = std::strcmp(type, "case_pattern") == 0;
    if (ts_node_is_named(node) && std::strcmp(type, "call") == 0) {
      places.emplace_back('c', begin_without_star(node, text), ts_node_end_byte(node));
    } else if (std::strcmp(type, "attribute") == 0) {
      places.emplace_back('a', begin_without_star(node, text), ts_node_end_byte(node));
    }
    if (!is_pattern && ts_tree_cursor_goto_first_child(&cursor)) continue;
    while (!(more = ts_tree_cursor_goto_next_sibling(&cursor))) {
      if (!ts_tree_cursor_goto_parent(&cursor)) break;
    }
  }
  ts_tree_cursor_delete(&cursor);
}

void show(const char* sign, const std::vector<Place>& only, const std::string& text) {
  for (size_t i = 0; i < std::min<size_t>(only.size(), 8); ++i) {
    const auto [kind, begin, end] = only[i];
    std::printf("  %s %s %u %u %.60s\n", sign, kind == 'c' ? "call" : "attribute", begin, end,
                text.substr(begin, end - begin).c_str());
  }
}

}  // namespace

int main() {
  const std::unique_ptr<TSParser, void (*)(TSParser*)> parser(ts_parser_new(), ts_parser_delete);
  ts_parser_set_language(parser.get(), tree_sitter_python());
  SymbolTable symbols;
  int equal = 0, different = 0, with_error = 0;
  size_t compared = 0;
  std::string path;
  while (std::getline(std::cin, path)) {
    std::ifstream in(path, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    TSTree* const tree = ts_parser_parse_string(parser.get(), nullptr, text.data(),
                                                static_cast<uint32_t>(text.size()));
    const bool has_error = ts_node_has_error(ts_tree_root_node(tree));
    std::vector<Place> theirs;
    if (!has_error) collect(tree, text, theirs);
    ts_tree_delete(tree);
    if (has_error) {
      ++with_error;
      continue;
    }
    std::vector<Place> ours = our_places(path, text, symbols);
    std::sort(ours.begin(), ours.end());
    std::sort(theirs.begin(), theirs.end());
    compared += theirs.size();
    if (ours == theirs) {
      ++equal;
      continue;
    }
    std::vector<Place> missing, extra;
    std::set_difference(theirs.begin(), theirs.end(), ours.begin(), ours.end(),
                        std::back_inserter(missing));
    std::set_difference(ours.begin(), ours.end(), theirs.begin(), theirs.end(),
                        std::back_inserter(extra));
    if (++different <= 20) {
      std::printf("%s\n", path.c_str());
      show("-", missing, text);
      show("+", extra, text);
    }
  }
  std::printf("%d files equal, %d different, %d with errors for tree-sitter; %zu places compared\n",
              equal, different, with_error, compared);
  return different == 0 ? 0 : 1;
}
