// TOML 1.0 with positions; an error costs its line.
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "syntax/manifest/document/document.h"

namespace npuport::document {
namespace {

struct Key {
  std::string_view text;
  Span span;
};

bool is_bare_key(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || static_cast<unsigned char>(c) >= 0x80;
}

class TomlReader {
 public:
  TomlReader(std::string_view text, Limits limits) : text_(text), document_(limits) {
    Node map;
    map.type = Type::kMap;
    root_ = table_ = document_.add(0, map);
  }

  Document read() {
    while (!document_.full()) {
      skip_space_and_comments();
      if (pos_ >= text_.size()) break;
      const size_t begin = pos_;
      const bool ok = text_[pos_] == '[' ? header() : key_value(table_);
      if (!ok || !at_line_end()) {
        if (ok) document_.problem(pos_, "TOML: the end of the line is expected");
        resume_after(begin);
      }
    }
    return std::move(document_);
  }

 private:
  using TableKey = std::string;

  // Goes on at the next line; at a table header when a list above it was not closed.
  void resume_after(size_t statement) {
    const size_t line_end = text_.rfind('\n', std::min(pos_, text_.size() - 1));
    if (line_end != std::string_view::npos && line_end >= statement &&
        text_.substr(line_end + 1).starts_with('[')) {
      pos_ = line_end + 1;
    } else {
      pos_ = std::min(text_.find('\n', pos_), text_.size());
    }
  }

  bool header() {
    const bool array = text_.substr(pos_).starts_with("[[");
    pos_ += array ? 2 : 1;
    std::vector<Key> keys;
    if (!dotted_key(keys)) return false;
    const std::string_view close = array ? "]]" : "]";
    if (!text_.substr(pos_).starts_with(close)) return fail("']' is expected");
    pos_ += close.size();
    Id owner = root_;
    for (size_t i = 0; i + 1 < keys.size(); ++i) owner = descend(owner, keys[i]);
    if (owner == kNoNode) return fail("the table cannot be opened");
    table_ = array ? append_table(owner, keys.back()) : descend(owner, keys.back());
    if (table_ == kNoNode) table_ = root_;
    return true;
  }

  // The table `key` of `owner`, made when missing; of an array of tables its last one.
  Id descend(Id owner, const Key& key) {
    if (owner == kNoNode) return kNoNode;
    Id id = lookup(owner, key.text);
    if (id == kNoNode) {
      Node map;
      map.type = Type::kMap;
      map.key = key.text;
      map.key_span = map.value_span = key.span;
      id = document_.add(owner, map);
      remember(owner, key.text, id);
      return id;
    }
    if (document_[id].type == Type::kSequence && document_[id].last != kNoNode) {
      id = document_[id].last;
    }
    return document_[id].type == Type::kMap ? id : kNoNode;
  }

  Id append_table(Id owner, const Key& key) {
    Id array = lookup(owner, key.text);
    if (array == kNoNode || document_[array].type != Type::kSequence) {
      Node sequence;
      sequence.type = Type::kSequence;
      sequence.key = key.text;
      sequence.key_span = sequence.value_span = key.span;
      array = document_.add(owner, sequence);
      remember(owner, key.text, array);
    }
    if (array == kNoNode) return kNoNode;
    Node map;
    map.type = Type::kMap;
    map.value_span = key.span;
    return document_.add(array, map);
  }

  bool key_value(Id owner) {
    std::vector<Key>& keys = keys_;
    keys.clear();
    if (!dotted_key(keys)) return false;
    if (pos_ >= text_.size() || text_[pos_] != '=') return fail("'=' is expected");
    ++pos_;
    skip_blanks();
    const Key key = keys.back();
    for (size_t i = 0; i + 1 < keys.size(); ++i) owner = descend(owner, keys[i]);
    if (owner == kNoNode) return fail("the key cannot be set");
    Node node;
    node.key = key.text;
    node.key_span = key.span;
    return value(owner, node);
  }

  bool dotted_key(std::vector<Key>& keys) {
    while (true) {
      // Each part is a level of nesting for whoever reads the document.
      if (keys.size() >= document_.limits().max_depth / 2) {
        pos_ = text_.size();
        return fail("a key with too many parts");
      }
      skip_blanks();
      if (pos_ >= text_.size()) return fail("a key is expected");
      const char c = text_[pos_];
      if (c == '"' || c == '\'') {
        Node node;
        if (!string(node)) return false;
        keys.push_back({node.value, node.value_span});
      } else {
        const size_t begin = pos_;
        while (pos_ < text_.size() && is_bare_key(text_[pos_])) ++pos_;
        if (pos_ == begin) return fail("a key is expected");
        keys.push_back({text_.substr(begin, pos_ - begin), {at(begin), at(pos_)}});
      }
      skip_blanks();
      if (pos_ >= text_.size() || text_[pos_] != '.') return true;
      ++pos_;
    }
  }

  bool value(Id parent, Node node) {
    if (pos_ >= text_.size()) return fail("a value is expected");
    const char c = text_[pos_];
    if (c == '[' || c == '{') return collection(parent, node);
    if (c == '"' || c == '\'') {
      if (!string(node)) return false;
    } else {
      if (!bare(node)) return fail("a value is expected");
    }
    return document_.add(parent, node) != kNoNode;
  }

  bool collection(Id parent, Node node) {
    if (depth_ >= document_.limits().max_depth) {
      pos_ = text_.size();
      return fail("nested too deeply");
    }
    const bool map = text_[pos_] == '{';
    const char close = map ? '}' : ']';
    node.type = map ? Type::kMap : Type::kSequence;
    node.value_span = {at(pos_), at(pos_ + 1)};
    const Id id = document_.add(parent, node);
    if (id == kNoNode) return false;
    if (map) remember(parent, node.key, id);
    ++pos_;
    ++depth_;
    bool ok = true;
    while (ok) {
      skip_space_and_comments();
      if (pos_ >= text_.size()) {
        ok = fail("a list or table is not closed");
      } else if (text_[pos_] == close) {
        ++pos_;
        break;
      } else if (text_[pos_] == ',') {
        ++pos_;
      } else {
        ok = map ? key_value(id) : value(id, Node{});
      }
    }
    --depth_;
    return ok;
  }

  bool string(Node& node) {
    const char quote = text_[pos_];
    const bool triple = text_.substr(pos_).starts_with(quote == '"' ? "\"\"\"" : "'''");
    const size_t begin = pos_ + (triple ? 3 : 1);
    node.type = Type::kString;
    node.style = Style::kQuoted;
    size_t end = begin;
    bool plain = true;  // the text stands in the file as it is
    while (true) {
      if (end >= text_.size() || (text_[end] == '\n' && !triple)) {
        return fail("a string is not closed");
      }
      const char c = text_[end];
      if (c == quote && (!triple || text_.substr(end, 3) == text_.substr(begin - 3, 3))) break;
      plain = plain && c != '\r' && (c != '\\' || quote == '\'');
      end += c == '\\' && quote == '"' ? 2 : 1;
    }
    // Up to two quotes may stand before the closing three.
    while (triple && end + 3 < text_.size() && text_[end + 3] == quote) ++end;
    size_t content = begin;
    if (triple && text_.substr(content).starts_with("\r\n")) ++content;
    if (triple && text_.substr(content).starts_with("\n")) ++content;
    const std::string_view raw = text_.substr(content, end - content);
    node.value = plain ? raw : document_.keep(unescape(raw, quote == '"'));
    node.value_span = {at(content), at(end)};
    pos_ = end + (triple ? 3 : 1);
    return true;
  }

  static std::string unescape(std::string_view raw, bool escapes) {
    std::string out;
    for (size_t i = 0; i < raw.size(); ++i) {
      const char c = raw[i];
      if (c == '\r' && i + 1 < raw.size() && raw[i + 1] == '\n') continue;
      if (c != '\\' || !escapes || i + 1 >= raw.size()) {
        out += c;
        continue;
      }
      const char next = raw[++i];
      switch (next) {
        case 'n':
          out += '\n';
          break;
        case 't':
          out += '\t';
          break;
        case 'r':
          out += '\r';
          break;
        case 'b':
          out += '\b';
          break;
        case 'f':
          out += '\f';
          break;
        case 'u':
        case 'U': {
          const size_t digits = next == 'u' ? 4 : 8;
          append_utf8(out, hex_value(raw, i + 1, digits));
          i += digits;
          break;
        }
        case ' ':
        case '\t':
        case '\r':
        case '\n': {  // a line end that is not part of the text
          const size_t rest = raw.find_first_not_of(" \t\r\n", i);
          i = (rest == std::string_view::npos ? raw.size() : rest) - 1;
          break;
        }
        default:
          out += next;
      }
    }
    return out;
  }

  // Numbers, booleans, dates.
  bool bare(Node& node) {
    const size_t begin = pos_;
    size_t end = std::min(text_.find_first_of(",]}#\n", pos_), text_.size());
    while (end > begin &&
           (text_[end - 1] == ' ' || text_[end - 1] == '\t' || text_[end - 1] == '\r')) {
      --end;
    }
    node.value = text_.substr(begin, end - begin);
    node.value_span = {at(begin), at(end)};
    node.type = classify_scalar(node.value);
    const bool date = node.type == Type::kString && end - begin >= 5 && node.value[0] >= '0' &&
                      node.value[0] <= '9' &&
                      node.value.find_first_of("-:") != std::string_view::npos;
    if (!date && node.type != Type::kNumber && node.type != Type::kBoolean) return false;
    pos_ = end;
    return true;
  }

  bool at_line_end() {
    skip_blanks();
    return pos_ >= text_.size() || text_[pos_] == '\n' || text_[pos_] == '#';
  }

  void skip_blanks() {
    while (pos_ < text_.size() &&
           (text_[pos_] == ' ' || text_[pos_] == '\t' || text_[pos_] == '\r')) {
      ++pos_;
    }
  }

  void skip_space_and_comments() {
    while (pos_ < text_.size()) {
      const char c = text_[pos_];
      if (c == '#') {
        pos_ = std::min(text_.find('\n', pos_), text_.size());
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        ++pos_;
      } else {
        return;
      }
    }
  }

  // Tables by owner and name. Plain values are not entered: only headers and dotted keys ask.
  Id lookup(Id owner, std::string_view key) const {
    const auto found = tables_.find(table_key(owner, key));
    return found == tables_.end() ? kNoNode : found->second;
  }
  void remember(Id owner, std::string_view key, Id id) {
    if (id != kNoNode && !key.empty()) tables_[table_key(owner, key)] = id;
  }
  static TableKey table_key(Id owner, std::string_view key) {
    TableKey joined(reinterpret_cast<const char*>(&owner), sizeof owner);
    joined += key;
    return joined;
  }

  bool fail(const char* message) {
    document_.problem(pos_, std::string("TOML: ") + message);
    return false;
  }

  uint32_t at(size_t pos) const { return static_cast<uint32_t>(pos); }

  std::string_view text_;
  Document document_;
  size_t pos_ = 0;
  uint16_t depth_ = 0;
  Id root_ = kNoNode;
  Id table_ = kNoNode;
  std::vector<Key> keys_;
  std::unordered_map<TableKey, Id> tables_;
};

}  // namespace

Document read_toml(std::string_view text, Limits limits) { return TomlReader(text, limits).read(); }

}  // namespace npuport::document
