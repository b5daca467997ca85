// Projects made from texts, for tests: no disk.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "facts/python_nodes.h"
#include "project/project.h"
#include "source/tree.h"
#include "syntax/lower.h"

namespace npuport::testing {

using Files = std::vector<std::pair<std::string, std::string>>;

inline Project make_project(const Files& files, unsigned threads = 1) {
  SourceTree tree;
  tree.root = "memory";
  for (const auto& [path, text] : files) tree.files.push_back(make_source_file(path, text));
  std::sort(tree.files.begin(), tree.files.end(),
            [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  auto symbols = std::make_unique<SymbolTable>();
  std::vector<FileFacts> facts;
  for (const SourceFile& file : tree.files) facts.push_back(lower(file, *symbols));
  return Project::link(std::move(tree), std::move(facts), std::move(symbols), threads);
}

inline FileId find_file(const Project& project, std::string_view path) {
  for (FileId id = 0; id < project.file_count(); ++id) {
    if (project.file(id).path == path) return id;
  }
  return kNone;
}

// The first expression node whose text is exactly `text`, the largest of those that start there.
inline NodeId find_node(const Project& project, FileId file, std::string_view text,
                        int occurrence = 0) {
  const PythonFacts& facts = project.python(file);
  for (NodeId id = 0; id < facts.nodes.size(); ++id) {
    if (project.text(file, project.span(file, id)) == text && occurrence-- == 0) return id;
  }
  return kNone;
}

// The qualified name of the first node that reads `text`; "" when it is nothing outside the
// project.
inline std::string qualified(const Project& project, std::string_view path, std::string_view text,
                             int occurrence = 0) {
  const FileId file = find_file(project, path);
  const NodeId node = find_node(project, file, text, occurrence);
  return node == kNone ? "no such node" : project.external_name(project.resolve(file, node));
}

// The values of the node as text, joined with "|": "cuda:..." when more may follow, "?" when
// unknown.
inline std::string values(const Project& project, std::string_view path, std::string_view text,
                          int occurrence = 0) {
  const FileId file = find_file(project, path);
  const NodeId node = find_node(project, file, text, occurrence);
  if (node == kNone) return "no such node";
  std::string out;
  for (const Value& value : project.evaluate(file, node)) {
    if (!out.empty()) out += '|';
    switch (value.kind) {
      case Value::Kind::kString:
        out += value.text + (value.open_ended ? "..." : "");
        break;
      case Value::Kind::kInteger:
        out += std::to_string(value.integer);
        break;
      case Value::Kind::kBoolean:
        out += value.boolean ? "True" : "False";
        break;
      case Value::Kind::kNone:
        out += "None";
        break;
      case Value::Kind::kReference:
        out += "<" + project.external_name(value.entity) + ">";
        break;
      default:
        out += "?";
    }
  }
  return out;
}

}  // namespace npuport::testing
