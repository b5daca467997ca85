// Reader of YAML block and flow structure; see document.h for its promises.
//
// Indentation decides, as in YAML, but a line that does not fit is noted and skipped or taken as
// the nearest thing that it can be. Template expressions ("{{ ... }}", "{% ... %}") are plain text,
// and a line that holds nothing else is skipped.
#pragma once

#include <string>
#include <string_view>

#include "syntax/manifest/document/document.h"

namespace npuport::document {

class YamlReader {
 public:
  YamlReader(std::string_view text, Limits limits) : text_(text), document_(limits) {}
  Document read();

 private:
  // A scalar as found; `text` may live in the document's storage.
  struct Scalar {
    std::string_view text;
    Span span;
    Style style = Style::kPlain;
    bool is_alias = false;
    bool is_key = false;     // ':' follows, pos_ is on it
    bool ends_line = false;  // a comment ended it
  };
  struct BlockHeader;
  // What may stand where a block node is read.
  struct Place {
    int indent = -1;              // column of the owning collection
    bool map_on_line = true;      // "a: b" may start a mapping on the current line
    bool dash_at_indent = false;  // the owner is a mapping: a sequence may stand at its column
    int properties = -1;          // column of a tag or anchor before the content, on its line
  };

  // structure (yaml.cc)
  void block_node(Place place, Id parent, Node node);
  bool find_content(Place& place);
  void mapping(int column, Id parent, Node node, Scalar first_key);
  bool mapping_entry(int column, Id map);
  void sequence(int column, Id parent, Node node);
  void flow_node(Id parent, Node node);
  void flow_collection(Id parent, Node node);
  void flow_entry(Id owner, bool is_map);
  void add_scalar(Id parent, Node node, const Scalar& scalar);
  void finish_line();
  void skip_line();
  bool enter(Id parent, Node& node, Type type, Id& id);
  void stop(const char* message);

  // tokens (yaml_scalar.cc)
  void skip_blanks();
  bool skip_property();
  void skip_to_token(bool skip_templates);
  bool at_template_line() const;
  bool at_marker() const;
  bool at_dash() const;
  bool ends_plain_key(size_t pos, bool flow) const;
  int token_column() const;
  Scalar read_scalar(const Place& place);
  Scalar read_flow_scalar();
  Scalar quoted();
  bool find_quote_end(size_t& end, bool& plain) const;
  std::string fold_quoted(std::string_view raw, bool escapes) const;
  Scalar alias();
  Scalar plain(const Place& place);
  size_t plain_line(size_t pos, bool stop_at_key, Scalar& scalar) const;
  Scalar flow_plain();
  void mark_key(Scalar& scalar, bool flow);
  BlockHeader block_header(int owner);
  Scalar block_scalar(int owner);
  bool is_marker(size_t pos) const;

  bool at_end() const { return pos_ >= text_.size(); }
  char peek(size_t ahead = 0) const {
    return pos_ + ahead < text_.size() ? text_[pos_ + ahead] : '\0';
  }
  bool looking_at(std::string_view prefix) const { return text_.substr(pos_).starts_with(prefix); }
  size_t line_end(size_t pos) const { return std::min(text_.find('\n', pos), text_.size()); }
  Span span(size_t begin, size_t end) const {
    return {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  }
  int column(size_t pos) const { return static_cast<int>(pos - line_start_); }

  std::string_view text_;
  Document document_;
  size_t pos_ = 0;
  size_t line_start_ = 0;
  uint16_t depth_ = 0;
  bool no_quote_ahead_[2] = {false, false};
  bool template_noted_ = false;
};

}  // namespace npuport::document
