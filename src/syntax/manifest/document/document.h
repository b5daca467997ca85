// YAML, JSON, TOML and INI files as one light tree with exact byte spans.
//
// The readers are ours because the libraries give lines at best, expand aliases, stop at the first
// template expression, and are too slow for the lock files and configuration folders of a large
// tree. They accept every valid document (the tests compare them with yaml-cpp, toml++ and
// nlohmann-json) and go on after an error where that makes sense: a damaged line costs itself, and
// a problem is noted. Linear in the input; depth and node count are bounded. Aliases stay aliases.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"
#include "facts/text_facts.h"

namespace npuport::document {

using Id = uint32_t;
inline constexpr Id kNoNode = 0xffffffffu;

enum class Type : uint8_t { kMap, kSequence, kString, kNumber, kBoolean, kNull, kAlias };

enum class Style : uint8_t {
  kPlain,
  kQuoted,
  kLiteral,  // YAML "|"
  kFolded,   // YAML ">"
};

struct Node {
  Type type = Type::kNull;
  Style style = Style::kPlain;
  Id parent = kNoNode;
  Id next = kNoNode;       // sibling
  Id child = kNoNode;      // first
  Id last = kNoNode;       // last child
  std::string_view key;    // of a map entry, unquoted; empty for list items
  std::string_view value;  // scalar text, unquoted and unescaped; of an alias its name
  Span key_span;           // without quotes
  Span value_span;  // scalars: without quotes, a block scalar its lines; collections: where they
                    // begin
};

struct Limits {
  uint32_t max_nodes = 400'000;
  uint16_t max_depth = 256;
};

// The text must outlive the document. Node 0 is the stream; its children are the documents.
class Document {
 public:
  explicit Document(Limits limits = {});
  Document(Document&&) = default;
  Document& operator=(Document&&) = default;

  const Node& operator[](Id id) const { return nodes_[id]; }
  Node& operator[](Id id) { return nodes_[id]; }
  const Limits& limits() const { return limits_; }
  uint32_t size() const { return static_cast<uint32_t>(nodes_.size()); }

  // The first document, kNoNode when the file is empty.
  Id root() const { return nodes_[0].child; }

  // Child of a map by key; kNoNode when `parent` is kNoNode or has none.
  Id find(Id parent, std::string_view key) const;

  // find() along a path of keys.
  Id find(Id parent, std::initializer_list<std::string_view> path) const;

  // Scalar text of the child, "" when there is none.
  std::string_view text(Id parent, std::string_view key) const;

  bool is_scalar(Id id) const { return id != kNoNode && nodes_[id].type >= Type::kString; }

  // Appends a child; kNoNode once the node limit is reached (noted as a problem).
  Id add(Id parent, Node node);

  // Keeps a text that does not occur literally in the file.
  std::string_view keep(std::string text);

  void problem(size_t offset, std::string message);

  // At most a few are kept.
  const std::vector<TextProblem>& problems() const { return problems_; }

  bool full() const { return full_; }

 private:
  Limits limits_;
  std::vector<Node> nodes_;
  std::deque<std::string> kept_;  // stable addresses
  std::vector<TextProblem> problems_;
  bool full_ = false;
};

// Children of a node: for (Id id : children(document, parent)).
class Children {
 public:
  class Iterator {
   public:
    Iterator(const Document* document, Id id) : document_(document), id_(id) {}
    Id operator*() const { return id_; }
    Iterator& operator++() {
      id_ = (*document_)[id_].next;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return id_ != other.id_; }

   private:
    const Document* document_;
    Id id_;
  };
  Children(const Document& document, Id parent) : document_(&document), parent_(parent) {}
  Iterator begin() const {
    return {document_, parent_ == kNoNode ? kNoNode : (*document_)[parent_].child};
  }
  Iterator end() const { return {document_, kNoNode}; }

 private:
  const Document* document_;
  Id parent_;
};

inline Children children(const Document& document, Id parent) { return {document, parent}; }

Document read_yaml(std::string_view text, Limits limits = {});
Document read_json(std::string_view text, Limits limits = {});
Document read_toml(std::string_view text, Limits limits = {});
// Sections become maps; a key before the first section is a child of the root.
Document read_ini(std::string_view text, Limits limits = {});

// Type of an unquoted YAML, TOML or INI scalar ("yes" and "off" are booleans, "~" is null).
Type classify_scalar(std::string_view text);

// Appends the UTF-8 form of a code point.
void append_utf8(std::string& out, uint32_t code_point);

// Hex digits from `text` at `pos`, at most `count`; the value.
uint32_t hex_value(std::string_view text, size_t pos, size_t count);

}  // namespace npuport::document
