// Reading PythonFacts: children, calls and their arguments, dotted names, string literals, guards.
//
// Small inline helpers, no state. `text` is always SourceFile::text of the file the facts came
// from. Nothing here allocates except ChildList with more than a dozen children and the functions
// that return std::string.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facts/python_facts.h"

namespace npuport {

// The children of one node in source order.
class ChildList {
 public:
  ChildList(const PythonFacts& facts, NodeId id) {
    const Node& node = facts.nodes[id];
    for (NodeId child = id; child-- > node.first; child = facts.nodes[child].first) push(child);
    std::reverse(data(), data() + size_);
  }

  const NodeId* begin() const { return data(); }
  const NodeId* end() const { return data() + size_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  NodeId operator[](size_t index) const { return data()[index]; }

 private:
  static constexpr size_t kInline = 12;

  void push(NodeId child) {
    if (size_ == kInline && heap_.empty()) heap_.assign(inline_.begin(), inline_.end());
    if (size_ >= kInline) {
      heap_.push_back(child);
    } else {
      inline_[size_] = child;
    }
    ++size_;
  }
  NodeId* data() { return heap_.empty() ? inline_.data() : heap_.data(); }
  const NodeId* data() const { return heap_.empty() ? inline_.data() : heap_.data(); }

  std::array<NodeId, kInline> inline_;
  std::vector<NodeId> heap_;
  size_t size_ = 0;
};

inline ChildList children(const PythonFacts& facts, NodeId id) { return ChildList(facts, id); }

inline size_t child_count(const PythonFacts& facts, NodeId id) {
  size_t count = 0;
  const NodeId first = facts.nodes[id].first;
  for (NodeId child = id; child-- > first; child = facts.nodes[child].first) ++count;
  return count;
}

// The first child in source order, kNone for a leaf.
inline NodeId first_child(const PythonFacts& facts, NodeId id) {
  NodeId found = kNone;
  const NodeId first = facts.nodes[id].first;
  for (NodeId child = id; child-- > first; child = facts.nodes[child].first) found = child;
  return found;
}

// The last child in source order (the only one of an attribute or a keyword), kNone for a leaf.
inline NodeId last_child(const PythonFacts& facts, NodeId id) {
  return facts.nodes[id].first == id ? kNone : id - 1;
}

inline Span span_of(const Node& node) { return {node.begin, node.end}; }

inline std::string_view node_text(std::string_view text, const Node& node) {
  return text.substr(node.begin, node.end - node.begin);
}

// ---- calls

// What is called. `call` is a kCall.
inline NodeId callee(const PythonFacts& facts, NodeId call) { return first_child(facts, call); }

// The value given for the keyword argument `name`, kNone when it is not there.
// Works on kCall and, with the ids of Scope bases, on any list of children.
inline NodeId keyword_argument(const PythonFacts& facts, NodeId call, Symbol name) {
  const NodeId first = facts.nodes[call].first;
  for (NodeId child = call; child-- > first; child = facts.nodes[child].first) {
    const Node& node = facts.nodes[child];
    if (node.kind == NodeKind::kKeyword && node.name == name) return child - 1;
  }
  return kNone;
}

// The positional argument at 0-based `position`, kNone when it is not there or when a `*args`
// before it makes the position unknown.
inline NodeId positional_argument(const PythonFacts& facts, NodeId call, size_t position) {
  const ChildList list(facts, call);
  for (size_t i = 1; i < list.size(); ++i) {
    const NodeKind kind = facts.nodes[list[i]].kind;
    if (kind == NodeKind::kStar) return kNone;
    if (kind == NodeKind::kKeyword || kind == NodeKind::kDoubleStar) continue;
    if (position-- == 0) return list[i];
  }
  return kNone;
}

// The argument of a parameter that can be given by keyword or, when position >= 0, by position.
inline NodeId argument(const PythonFacts& facts, NodeId call, Symbol name, int position) {
  const NodeId by_name = name == Symbol::kNone ? kNone : keyword_argument(facts, call, name);
  if (by_name != kNone || position < 0) return by_name;
  return positional_argument(facts, call, static_cast<size_t>(position));
}

// True when `*args` or `**kwargs` may hide further arguments.
inline bool has_unpacked_arguments(const PythonFacts& facts, NodeId call) {
  const NodeId first = facts.nodes[call].first;
  for (NodeId child = call; child-- > first; child = facts.nodes[child].first) {
    const NodeKind kind = facts.nodes[child].kind;
    if (kind == NodeKind::kStar || kind == NodeKind::kDoubleStar) return true;
  }
  return false;
}

// ---- dotted names

inline bool is_identifier_byte(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c >= 0x80;
}

// Where the attribute's own name stands: "b" of a.b, the last identifier of the node.
inline Span attribute_name_span(std::string_view text, const Node& node) {
  uint32_t begin = node.end;
  while (begin > node.begin && is_identifier_byte(static_cast<unsigned char>(text[begin - 1]))) {
    --begin;
  }
  return {begin, node.end};
}

// Appends the attribute names of a chain to `attributes` in source order and returns the node that
// the chain starts from: the kName "torch" for torch.cuda.is_available with attributes cuda,
// is_available; any other node (a call, a subscript) for a chain on it; `id` itself when it is no
// attribute.
inline NodeId dotted_chain(const PythonFacts& facts, NodeId id, std::vector<Symbol>& attributes) {
  const size_t start = attributes.size();
  while (facts.nodes[id].kind == NodeKind::kAttribute) {
    attributes.push_back(facts.nodes[id].name);
    --id;
  }
  std::reverse(attributes.begin() + static_cast<std::ptrdiff_t>(start), attributes.end());
  return id;
}

// Root and attributes in one list: {torch, cuda, is_available}. False (and nothing appended) when
// the chain does not start from a plain name.
inline bool dotted_name(const PythonFacts& facts, NodeId id, std::vector<Symbol>& parts) {
  NodeId root = id;
  while (facts.nodes[root].kind == NodeKind::kAttribute) --root;
  if (facts.nodes[root].kind != NodeKind::kName) return false;
  parts.push_back(facts.nodes[root].name);
  dotted_chain(facts, id, parts);
  return true;
}

// ---- string literals

// The bytes between the quotes of a kString, kFString or kTemplate, escapes as written.
inline std::string_view string_content(std::string_view text, const Node& node) {
  const uint32_t begin = node.begin + node.prefix;
  const uint32_t quotes = (node.flags & kFlagTriple) ? 3 : 1;
  return node.end < begin + quotes ? std::string_view()
                                   : text.substr(begin, node.end - quotes - begin);
}

// Where string_content() lies in the text.
inline Span string_content_span(const Node& node) {
  const uint32_t begin = node.begin + node.prefix;
  const uint32_t quotes = (node.flags & kFlagTriple) ? 3 : 1;
  return node.end < begin + quotes ? Span{begin, begin} : Span{begin, node.end - quotes};
}

namespace literal_detail {

inline void append_utf8(std::string& out, uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | code >> 6);
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0 | code >> 12);
    out += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | code >> 18);
    out += static_cast<char>(0x80 | (code >> 12 & 0x3f));
    out += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  }
}

inline int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

// Reads up to `most` digits of `base` at `at`; returns how many there were.
inline size_t read_digits(std::string_view raw, size_t at, size_t most, int base, uint32_t& value) {
  size_t count = 0;
  value = 0;
  while (count < most && at + count < raw.size() && digit_value(raw[at + count]) < base) {
    value =
        value * static_cast<uint32_t>(base) + static_cast<uint32_t>(digit_value(raw[at + count]));
    ++count;
  }
  return count;
}

// Decodes the escape whose backslash is at raw[at]; returns the bytes it takes.
inline size_t decode_escape(std::string_view raw, size_t at, bool bytes, std::string& out) {
  static constexpr std::string_view kLetters = "abfnrtv\\'\"";
  static constexpr std::string_view kValues = "\a\b\f\n\r\t\v\\'\"";
  if (at + 1 >= raw.size()) return out += '\\', 1;
  const char letter = raw[at + 1];
  if (const size_t known = kLetters.find(letter); known != std::string_view::npos) {
    return out += kValues[known], 2;
  }
  if (letter == '\n') return 2;
  if (letter == '\r') return at + 2 < raw.size() && raw[at + 2] == '\n' ? 3 : 2;
  uint32_t value = 0;
  if (letter >= '0' && letter <= '7') {
    const size_t digits = read_digits(raw, at + 1, 3, 8, value);
    bytes ? void(out += static_cast<char>(value)) : append_utf8(out, value);
    return 1 + digits;
  }
  const size_t wanted = letter == 'x' ? 2 : bytes ? 0 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
  if (wanted > 0 && read_digits(raw, at + 2, wanted, 16, value) == wanted && value <= 0x10ffff) {
    bytes ? void(out += static_cast<char>(value)) : append_utf8(out, value);
    return 2 + wanted;
  }
  out += '\\';  // unknown escapes stay as written, as in Python
  return 1;
}

}  // namespace literal_detail

// The value of one kString: escapes resolved, UTF-8 (raw bytes for a bytes literal). \N{...} stays
// as written. The parts of a kConcat are decoded one by one by the caller.
inline std::string decode_string_literal(std::string_view text, const Node& node) {
  const std::string_view raw = string_content(text, node);
  if ((node.flags & kFlagRaw) || raw.find('\\') == std::string_view::npos) return std::string(raw);
  std::string out;
  out.reserve(raw.size());
  for (size_t at = 0; at < raw.size();) {
    if (raw[at] != '\\') {
      out += raw[at++];
    } else {
      at += literal_detail::decode_escape(raw, at, (node.flags & kFlagBytes) != 0, out);
    }
  }
  return out;
}

// The literal text of an f-string or t-string before its first replacement field, as written:
// "cuda:" for f"cuda:{rank}". The whole content when there is no field. {{ and }} are not
// collapsed.
inline std::string_view fstring_literal_prefix(std::string_view text, const Node& node) {
  const std::string_view content = string_content(text, node);
  for (size_t at = 0; at < content.size(); ++at) {
    if (content[at] != '{') continue;
    if (at + 1 < content.size() && content[at + 1] == '{') {
      ++at;
    } else if (at >= 2 && content[at - 1] == 'N' && content[at - 2] == '\\' &&
               !(node.flags & kFlagRaw)) {
      continue;
    } else {
      return content.substr(0, at);
    }
  }
  return content;
}

// ---- guards

// The innermost guard in force at a byte offset; kNone outside all guards. Guards are sorted by the
// start of their body and nest, so this is a binary search and a walk up. It sees the guards inside
// expressions (kShortCircuit, branches of a conditional expression), which Root::guard cannot.
inline GuardId guard_at(const PythonFacts& facts, uint32_t offset) {
  const auto after =
      std::upper_bound(facts.guards.begin(), facts.guards.end(), offset,
                       [](uint32_t value, const Guard& guard) { return value < guard.body.begin; });
  if (after == facts.guards.begin()) return kNone;
  GuardId id = static_cast<GuardId>(after - facts.guards.begin()) - 1;
  while (id != kNone && !facts.guards[id].body.contains(offset)) id = facts.guards[id].parent;
  return id;
}

// The root that a node belongs to: an index into PythonFacts::roots. Every node belongs to one.
inline uint32_t root_of(const PythonFacts& facts, NodeId id) {
  const auto root =
      std::lower_bound(facts.roots.begin(), facts.roots.end(), id,
                       [](const Root& candidate, NodeId node) { return candidate.node < node; });
  return static_cast<uint32_t>(root - facts.roots.begin());
}

// The roots whose statements begin within the bytes of `body`, such as a function's span. Roots
// stand in source order, so this is a binary search.
inline std::span<const Root> roots_in(const PythonFacts& facts, Span body) {
  const auto before = [](const Root& root, uint32_t offset) {
    return root.statement.begin < offset;
  };
  const auto first = std::lower_bound(facts.roots.begin(), facts.roots.end(), body.begin, before);
  const auto last = std::lower_bound(first, facts.roots.end(), body.end, before);
  return {first, last};
}

}  // namespace npuport
