// A document of scalars, lists and maps with the place of every node: what a rule file is before
// anybody knows that it is a rule.
//
// Read from YAML (read_yaml), or from the compact form that the build makes of the shipped rules so
// that start-up does not pay for a YAML scanner (encode, decode). Both give the same tree, except
// that the compact form has no places.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace npuport {

struct DataNode {
  enum class Kind : uint8_t { kNull, kScalar, kList, kMap };

  Kind kind = Kind::kNull;
  uint32_t line = 0;            // 1-based; 0 = not known
  uint32_t column = 0;          // 1-based
  std::string text;             // kScalar
  std::vector<DataNode> items;  // kList: the items; kMap: key, value, key, value ...

  bool is_scalar() const { return kind == Kind::kScalar; }
  bool is_list() const { return kind == Kind::kList; }
  bool is_map() const { return kind == Kind::kMap; }

  // The value of `key`, or nullptr. Keys are unique.
  const DataNode* find(std::string_view key) const;
};

// Something wrong in a file, for the person who wrote it.
struct FileProblem {
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;
  std::string message;

  // "file:line:column: message"; without a line "file: message".
  std::string text() const;
};

// The first document of `text`. Anchors, aliases, repeated keys, keys that are not scalars and more
// than 50,000 nodes are problems, as is anything that is not YAML; then the tree is not to be used.
Result<DataNode> read_yaml(std::string_view text, const std::string& file,
                           std::vector<FileProblem>& problems);

void encode(const DataNode& node, std::string& out);

// Reads one node from the front of `bytes` and removes it; an error when the bytes are damaged.
Result<DataNode> decode(std::string_view& bytes);

}  // namespace npuport
