// Quoted scalars of YAML.
#include <algorithm>

#include "syntax/manifest/document/yaml.h"
#include "syntax/manifest/document/yaml_characters.h"

namespace npuport::document {

// `end` starts after the opening quote and is left on the closing one.
bool YamlReader::find_quote_end(size_t& end, bool& plain) const {
  const char quote = text_[end - 1];
  for (; end < text_.size(); ++end) {
    const char c = text_[end];
    if (c == '\n') {
      plain = false;
    } else if (c == '\\' && quote == '"') {
      plain = false;
      ++end;
    } else if (c == quote) {
      if (quote == '"' || end + 1 >= text_.size() || text_[end + 1] != '\'') return true;
      plain = false;
      ++end;
    }
  }
  return false;
}

// Style kPlain tells that no closing quote was found; nothing is consumed then.
YamlReader::Scalar YamlReader::quoted() {
  Scalar scalar;
  const bool is_double = peek() == '"';
  bool& lost = no_quote_ahead_[is_double ? 1 : 0];
  const size_t begin = pos_ + 1;
  size_t end = begin;
  bool plain = true;
  if (lost || !find_quote_end(end, plain)) {
    if (!lost) document_.problem(pos_, "YAML: a string is not closed");
    lost = true;
    return scalar;
  }
  const std::string_view raw = text_.substr(begin, end - begin);
  scalar.text = plain ? raw : document_.keep(fold_quoted(raw, is_double));
  scalar.span = span(begin, end);
  scalar.style = Style::kQuoted;
  const size_t line = raw.rfind('\n');
  if (line != std::string_view::npos) line_start_ = begin + line + 1;
  pos_ = end + 1;
  return scalar;
}

std::string YamlReader::fold_quoted(std::string_view raw, bool escapes) const {
  std::string out;
  size_t kept = 0;  // blanks before this length are content, not line-end space
  for (size_t i = 0; i < raw.size(); ++i) {
    const char c = raw[i];
    if (c == '\n') {
      while (out.size() > kept && is_blank(out.back())) out.pop_back();
      size_t count = 0;
      size_t next = i;
      for (; next < raw.size() && is_space(raw[next]); ++next) count += raw[next] == '\n';
      append_line_ends(out, count);
      kept = out.size();
      i = next - 1;
    } else if (c == '\'' && !escapes) {
      out += c;
      ++i;
    } else if (c == '\\' && escapes && i + 1 < raw.size()) {
      const char next = raw[++i];
      if (next == '\r' && i + 1 < raw.size() && raw[i + 1] == '\n') ++i;
      if (raw[i] == '\n') {  // joined lines
        while (i + 1 < raw.size() && is_blank(raw[i + 1])) ++i;
        continue;
      }
      size_t digits = 0;
      switch (next) {
        case 'n':
          out += '\n';
          break;
        case 't':
        case '\t':
          out += '\t';
          break;
        case 'r':
          out += '\r';
          break;
        case '0':
          out += '\0';
          break;
        case 'a':
          out += '\a';
          break;
        case 'b':
          out += '\b';
          break;
        case 'v':
          out += '\v';
          break;
        case 'f':
          out += '\f';
          break;
        case 'e':
          out += '\x1b';
          break;
        case 'N':
          append_utf8(out, 0x85);
          break;
        case '_':
          append_utf8(out, 0xA0);
          break;
        case 'L':
          append_utf8(out, 0x2028);
          break;
        case 'P':
          append_utf8(out, 0x2029);
          break;
        case 'x':
          digits = 2;
          break;
        case 'u':
          digits = 4;
          break;
        case 'U':
          digits = 8;
          break;
        default:
          out += next;
      }
      if (digits > 0) {
        append_utf8(out, hex_value(raw, i + 1, digits));
        i += digits;
      }
      kept = out.size();
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace npuport::document
