#include "syntax/manifest/document/yaml.h"

#include <algorithm>

#include "syntax/manifest/document/yaml_characters.h"

namespace npuport::document {
Document YamlReader::read() {
  if (looking_at("\xEF\xBB\xBF")) line_start_ = pos_ = 3;
  while (true) {
    skip_to_token(true);
    if (at_end()) break;
    if (at_marker()) {
      pos_ += 3;
      continue;
    }
    if (peek() == '%' && column(pos_) == 0) {  // directive
      skip_line();
      continue;
    }
    block_node(Place{}, 0, Node{});
    skip_to_token(true);
    if (at_end() || at_marker()) continue;
    document_.problem(pos_, "YAML: this line does not fit the lines above");
    if (at_dash()) skip_line();
  }
  return std::move(document_);
}

// Reads what follows "key:" or "-", on this line or the next ones.
void YamlReader::block_node(Place place, Id parent, Node node) {
  const size_t empty_at = pos_;
  if (!find_content(place)) {
    node.type = Type::kNull;
    node.value_span = span(empty_at, empty_at);
    if (document_.add(parent, node) == kNoNode) pos_ = text_.size();
    return;
  }
  if (at_dash() && place.map_on_line) return sequence(column(pos_), parent, node);
  const char c = peek();
  const bool is_template = looking_at("{{") || looking_at("{%");
  if ((c == '[' || c == '{') && !is_template) {
    flow_collection(parent, node);
    return finish_line();
  }
  if (c == '?' && is_space(peek(1)) && place.map_on_line) {
    return mapping(column(pos_), parent, node, Scalar{});
  }
  const int at = place.properties >= 0 ? place.properties : column(pos_);
  const Scalar scalar = read_scalar(place);
  if (scalar.is_key && place.map_on_line) return mapping(at, parent, node, scalar);
  add_scalar(parent, node, scalar);
  finish_line();
}

// Skips tags, anchors, blank lines; false when the node is empty.
bool YamlReader::find_content(Place& place) {
  while (true) {
    skip_blanks();
    const int before = column(pos_);
    if (skip_property()) {
      if (place.properties < 0) place.properties = before;
      continue;
    }
    const char c = peek();
    const bool comment = c == '#' && (pos_ == 0 || is_space(text_[pos_ - 1]));
    if (!at_end() && c != '\n' && !comment) return !at_marker();
    skip_to_token(true);
    place.map_on_line = true;
    place.properties = -1;
    const int at = token_column();
    if (at > place.indent) {
      if (peek() != '&' && peek() != '!') return true;
    } else {
      return at >= 0 && at == place.indent && place.dash_at_indent && at_dash();
    }
  }
}

bool YamlReader::enter(Id parent, Node& node, Type type, Id& id) {
  if (depth_ >= document_.limits().max_depth) {
    stop("YAML: nested too deeply");
    return false;
  }
  node.type = type;
  node.value_span = span(pos_, pos_ + 1);
  id = document_.add(parent, node);
  if (id == kNoNode) {
    pos_ = text_.size();
    return false;
  }
  ++depth_;
  return true;
}

// `first_key` has been read already, unless it is empty ("? key").
void YamlReader::mapping(int at, Id parent, Node node, Scalar first_key) {
  Id map = kNoNode;
  if (!enter(parent, node, Type::kMap, map)) return;
  document_[map].value_span = first_key.span;
  bool more = true;
  if (first_key.is_key) {
    ++pos_;
    Node value;
    value.key = first_key.text;
    value.key_span = first_key.span;
    block_node({at, false, true}, map, value);
  } else {
    more = mapping_entry(at, map);
  }
  while (more) {
    skip_to_token(true);
    const int next = token_column();
    if (next < at || at_dash()) break;
    if (next > at) document_.problem(pos_, "YAML: unexpected indentation");
    more = mapping_entry(at, map);
  }
  --depth_;
}

bool YamlReader::mapping_entry(int at, Id map) {
  const bool explicit_key = peek() == '?' && is_space(peek(1));
  if (explicit_key) {
    ++pos_;
    skip_blanks();
  }
  while (skip_property()) skip_blanks();
  const size_t begin = pos_;
  const Scalar key = read_scalar({at, true, false});
  if (explicit_key && !key.is_key) {
    skip_to_token(true);
    if (token_column() != at || peek() != ':') return !at_end();
  } else if (!key.is_key) {
    document_.problem(begin, "YAML: a key and ':' are expected");
    skip_line();
    return !at_end();
  }
  ++pos_;
  Node value;
  value.key = key.text;
  value.key_span = key.span;
  block_node({at, explicit_key, true}, map, value);
  return !at_end();
}

void YamlReader::sequence(int at, Id parent, Node node) {
  Id list = kNoNode;
  if (!enter(parent, node, Type::kSequence, list)) return;
  while (true) {
    ++pos_;
    block_node({at, true, false}, list, Node{});
    skip_to_token(true);
    int next = token_column();
    while (next > at) {
      document_.problem(pos_, "YAML: unexpected indentation");
      skip_line();
      skip_to_token(true);
      next = token_column();
    }
    if (next != at || !at_dash()) break;
  }
  --depth_;
}

void YamlReader::flow_node(Id parent, Node node) {
  const bool is_template = looking_at("{{") || looking_at("{%");
  if ((peek() == '[' || peek() == '{') && !is_template) return flow_collection(parent, node);
  add_scalar(parent, node, read_flow_scalar());
}

void YamlReader::flow_collection(Id parent, Node node) {
  const bool is_map = peek() == '{';
  Id id = kNoNode;
  if (!enter(parent, node, is_map ? Type::kMap : Type::kSequence, id)) return;
  ++pos_;
  while (true) {
    skip_to_token(false);
    if (at_end() || at_marker()) {
      document_.problem(pos_, "YAML: a list or map is not closed");
      break;
    }
    const char c = peek();
    if (c == ']' || c == '}') {
      if (is_map != (c == '}')) document_.problem(pos_, "YAML: the other bracket is expected");
      ++pos_;
      break;
    }
    if (c == ',') {
      ++pos_;
    } else {
      flow_entry(id, is_map);
    }
  }
  --depth_;
}

void YamlReader::flow_entry(Id owner, bool is_map) {
  if (peek() == '?' && is_space(peek(1))) {
    ++pos_;
    skip_to_token(false);
  }
  const size_t begin = pos_;
  const bool is_template = looking_at("{{") || looking_at("{%");
  if ((peek() == '[' || peek() == '{') && !is_template) {
    flow_collection(owner, Node{});
    skip_to_token(false);
    if (peek() == ':') ++pos_;  // a collection as key: its value is read as one more item
    return;
  }
  const Scalar key = read_flow_scalar();
  if (!is_map && !key.is_key) return add_scalar(owner, Node{}, key);
  Id map = owner;
  if (!is_map) {  // [a: b]
    Node pair;
    pair.type = Type::kMap;
    pair.value_span = span(begin, begin + 1);
    map = document_.add(owner, pair);
    if (map == kNoNode) return stop("");
  }
  Node value;
  value.key = key.text;
  value.key_span = key.span;
  if (key.is_key) ++pos_;
  skip_to_token(false);
  if (key.is_key && (peek() == '&' || peek() == '!')) {
    while (!at_end() && !is_space(peek()) && !is_flow_indicator(peek())) ++pos_;
    skip_to_token(false);
  }
  const char c = peek();
  if (!key.is_key || at_end() || c == ',' || c == ']' || c == '}') {
    value.value_span = span(pos_, pos_);
    if (document_.add(map, value) == kNoNode) stop("");
    return;
  }
  flow_node(map, value);
}

void YamlReader::add_scalar(Id parent, Node node, const Scalar& scalar) {
  node.value = scalar.text;
  node.value_span = scalar.span;
  node.style = scalar.style;
  node.type = scalar.is_alias                 ? Type::kAlias
              : scalar.style == Style::kPlain ? classify_scalar(scalar.text)
                                              : Type::kString;
  if (document_.add(parent, node) == kNoNode) stop("");
}

// Nothing but a comment may follow a value.
void YamlReader::finish_line() {
  skip_blanks();
  if (at_end() || peek() == '\n' || column(pos_) == 0) return;
  if (peek() != '#') document_.problem(pos_, "YAML: the end of the line is expected");
  skip_line();
}

void YamlReader::skip_line() { pos_ = line_end(pos_); }

void YamlReader::stop(const char* message) {
  if (*message != '\0') document_.problem(pos_, message);
  pos_ = text_.size();
}

Document read_yaml(std::string_view text, Limits limits) { return YamlReader(text, limits).read(); }

}  // namespace npuport::document
