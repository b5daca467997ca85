// INI as configparser reads it: sections, "key = value" or "key: value", indented continuation
// lines.
#include <string>

#include "syntax/manifest/document/document.h"

namespace npuport::document {
namespace {

std::string_view trim(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return text.substr(0, 0);
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

// Cuts " # note" and " ; note".
std::string_view without_note(std::string_view text) {
  for (size_t i = 1; i < text.size(); ++i) {
    if ((text[i] == '#' || text[i] == ';') && (text[i - 1] == ' ' || text[i - 1] == '\t')) {
      return trim(text.substr(0, i));
    }
  }
  return text;
}

class IniReader {
 public:
  IniReader(std::string_view text, Limits limits) : text_(text), document_(limits) {
    Node map;
    map.type = Type::kMap;
    root_ = section_ = document_.add(0, map);
  }

  Document read() {
    for (size_t pos = 0; pos < text_.size() && !document_.full();) {
      const size_t end = std::min(text_.find('\n', pos), text_.size());
      line(text_.substr(pos, end - pos));
      pos = end + 1;
    }
    return std::move(document_);
  }

 private:
  void line(std::string_view raw) {
    const std::string_view content = trim(raw);
    if (content.empty() || content[0] == '#' || content[0] == ';') return;
    const bool indented = raw[0] == ' ' || raw[0] == '\t';
    if (content[0] == '[' && !(indented && last_ != kNoNode)) return open_section(content);
    if (indented && last_ != kNoNode) return continue_value(content);
    entry(content);
  }

  void open_section(std::string_view content) {
    const size_t close = content.find(']');
    if (close == std::string_view::npos) {
      document_.problem(offset(content), "INI: ']' is expected");
      return;
    }
    Node map;
    map.type = Type::kMap;
    map.key = trim(content.substr(1, close - 1));
    map.key_span = map.value_span = span(map.key);
    section_ = document_.add(root_, map);
    last_ = kNoNode;
  }

  void entry(std::string_view content) {
    const size_t separator = content.find_first_of("=:");
    last_ = kNoNode;
    if (section_ == kNoNode || separator == 0) return;
    Node node;
    if (content.starts_with("export ")) content.remove_prefix(7);  // .env files
    const size_t equals = content.find_first_of("=:");
    node.key = trim(content.substr(0, equals));
    node.key_span = span(node.key);
    if (equals != std::string_view::npos) {
      std::string_view value = without_note(trim(content.substr(equals + 1)));
      if (!value.empty() && (value[0] == '#' || value[0] == ';')) value = value.substr(0, 0);
      node.style = Style::kPlain;
      node.type = classify_scalar(value);
      if (value.size() >= 2 && (value[0] == '"' || value[0] == '\'') && value.back() == value[0]) {
        value = value.substr(1, value.size() - 2);
        node.style = Style::kQuoted;
        node.type = Type::kString;
      }
      node.value = value;
      node.value_span = span(value);
    } else {
      node.value_span = {node.key_span.end, node.key_span.end};
    }
    last_ = document_.add(section_, node);
  }

  // The lines of a value stay one piece of the file, comments between them included.
  void continue_value(std::string_view content) {
    Node& node = document_[last_];
    const uint32_t begin = node.value.empty() ? offset(content) : node.value_span.begin;
    node.value_span = {begin, offset(content) + static_cast<uint32_t>(content.size())};
    node.value = text_.substr(begin, node.value_span.end - begin);
    node.type = Type::kString;
    node.style = Style::kLiteral;
  }

  uint32_t offset(std::string_view part) const {
    return static_cast<uint32_t>(part.data() - text_.data());
  }
  Span span(std::string_view part) const {
    return {offset(part), offset(part) + static_cast<uint32_t>(part.size())};
  }

  std::string_view text_;
  Document document_;
  Id root_ = kNoNode;
  Id section_ = kNoNode;
  Id last_ = kNoNode;
};

}  // namespace

Document read_ini(std::string_view text, Limits limits) { return IniReader(text, limits).read(); }

}  // namespace npuport::document
