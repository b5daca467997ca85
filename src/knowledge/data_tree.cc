#include "knowledge/data_tree.h"

#include <optional>

namespace npuport {
namespace {

constexpr int kMaxDepth = 64;

void put_number(uint64_t value, std::string& out) {
  while (value >= 0x80) {
    out.push_back(static_cast<char>(0x80 | (value & 0x7f)));
    value >>= 7;
  }
  out.push_back(static_cast<char>(value));
}

std::optional<uint64_t> take_number(std::string_view& bytes) {
  uint64_t value = 0;
  for (int shift = 0; shift < 63 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    value |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if ((byte & 0x80) == 0) return value;
  }
  return std::nullopt;
}

bool take_node(std::string_view& bytes, int depth, DataNode& node) {
  if (bytes.empty() || depth > kMaxDepth) return false;
  const auto kind = static_cast<unsigned char>(bytes.front());
  bytes.remove_prefix(1);
  if (kind > static_cast<unsigned char>(DataNode::Kind::kMap)) return false;
  node.kind = static_cast<DataNode::Kind>(kind);
  if (node.kind == DataNode::Kind::kNull) return true;
  const std::optional<uint64_t> size = take_number(bytes);
  if (!size || *size > bytes.size()) return false;
  if (node.is_scalar()) {
    node.text.assign(bytes.substr(0, *size));
    bytes.remove_prefix(*size);
    return true;
  }
  node.items.resize(*size);
  for (DataNode& item : node.items) {
    if (!take_node(bytes, depth + 1, item)) return false;
  }
  return !node.is_map() || *size % 2 == 0;
}

}  // namespace

const DataNode* DataNode::find(std::string_view key) const {
  if (!is_map()) return nullptr;
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    if (items[i].text == key) return &items[i + 1];
  }
  return nullptr;
}

std::string FileProblem::text() const {
  std::string place = file;
  if (line != 0) place += ":" + std::to_string(line) + ":" + std::to_string(column);
  return place + ": " + message;
}

void encode(const DataNode& node, std::string& out) {
  out.push_back(static_cast<char>(node.kind));
  if (node.kind == DataNode::Kind::kNull) return;
  if (node.is_scalar()) {
    put_number(node.text.size(), out);
    out += node.text;
    return;
  }
  put_number(node.items.size(), out);
  for (const DataNode& item : node.items) encode(item, out);
}

Result<DataNode> decode(std::string_view& bytes) {
  DataNode node;
  if (!take_node(bytes, 0, node)) return Error{"the compact form of the rules is damaged"};
  return node;
}

}  // namespace npuport
