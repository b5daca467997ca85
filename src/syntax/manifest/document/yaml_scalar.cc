// Tokens of YAML: blanks, comments, and the five kinds of scalar.
#include <algorithm>

#include "syntax/manifest/document/yaml.h"

namespace npuport::document {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_space(char c) { return is_blank(c) || c == '\n' || c == '\0'; }
bool is_flow_indicator(char c) { return c == ',' || c == '[' || c == ']' || c == '{' || c == '}'; }

// Line ends of a folded text: one becomes a space, n + 1 become n.
void append_line_ends(std::string& out, size_t count) {
  if (count == 1) {
    out += ' ';
  } else if (count > 1) {
    out.append(count - 1, '\n');
  }
}

}  // namespace

void YamlReader::skip_blanks() {
  while (pos_ < text_.size() && is_blank(text_[pos_])) ++pos_;
}

// A tag or an anchor.
bool YamlReader::skip_property() {
  if (at_end() || (peek() != '&' && peek() != '!')) return false;
  while (!at_end() && !is_space(peek())) ++pos_;
  return true;
}

void YamlReader::skip_to_token(bool skip_templates) {
  while (pos_ < text_.size()) {
    const char c = text_[pos_];
    if (c == '\n') {
      line_start_ = ++pos_;
    } else if (is_blank(c) || c == '\0') {
      ++pos_;
    } else if (c == '#' && (pos_ == line_start_ || is_space(text_[pos_ - 1]))) {
      pos_ = line_end(pos_);
    } else if (c == '{' && skip_templates && at_template_line()) {
      if (!template_noted_) document_.problem(pos_, "YAML: template lines are not evaluated");
      template_noted_ = true;
      pos_ = line_end(pos_);
    } else {
      return;
    }
  }
}

// "{{- if .Values.gpu }}", "{% for ... %}", "{# ... #}" and nothing else.
bool YamlReader::at_template_line() const {
  const char second = peek(1);
  if (second != '{' && second != '%' && second != '#') return false;
  for (size_t i = line_start_; i < pos_; ++i) {
    if (!is_blank(text_[i])) return false;
  }
  size_t end = line_end(pos_);
  while (end > pos_ && is_blank(text_[end - 1])) --end;
  return text_[end - 1] == '}' && end - pos_ >= 4 &&
         text_[end - 2] == (second == '{' ? '}' : second);
}

bool YamlReader::at_marker() const {
  return pos_ == line_start_ && (looking_at("---") || looking_at("...")) && is_space(peek(3));
}

bool YamlReader::at_dash() const { return peek() == '-' && is_space(peek(1)); }

int YamlReader::token_column() const { return at_end() || at_marker() ? -1 : column(pos_); }

bool YamlReader::ends_plain_key(size_t pos, bool flow) const {
  if (pos + 1 >= text_.size()) return true;
  const char next = text_[pos + 1];
  return is_space(next) || (flow && is_flow_indicator(next));
}

YamlReader::Scalar YamlReader::read_scalar(const Place& place) {
  const char c = peek();
  Scalar scalar;
  if (c == '"' || c == '\'') {
    scalar = quoted();
    if (scalar.style != Style::kQuoted) return plain(place);
  } else if (c == '*' && !is_space(peek(1))) {
    scalar = alias();
  } else if (c == '|' || c == '>') {
    return block_scalar(place.indent);
  } else {
    return plain(place);
  }
  mark_key(scalar, false);
  return scalar;
}

YamlReader::Scalar YamlReader::read_flow_scalar() {
  while ((peek() == '&' || peek() == '!') && !at_end()) {
    while (!at_end() && !is_space(peek()) && !is_flow_indicator(peek())) ++pos_;
    skip_to_token(false);
  }
  const char c = peek();
  Scalar scalar;
  if (c == '"' || c == '\'') {
    scalar = quoted();
    if (scalar.style != Style::kQuoted) scalar = flow_plain();
  } else if (c == '*' && !is_space(peek(1))) {
    scalar = alias();
  } else {
    scalar = flow_plain();
  }
  skip_to_token(false);
  mark_key(scalar, true);
  return scalar;
}

void YamlReader::mark_key(Scalar& scalar, bool flow) {
  size_t colon = pos_;
  while (colon < text_.size() && is_blank(text_[colon])) ++colon;
  if (colon >= text_.size() || text_[colon] != ':') return;
  const bool adjacent = flow && scalar.style == Style::kQuoted;
  if (!adjacent && !ends_plain_key(colon, flow)) return;
  scalar.is_key = true;
  pos_ = colon;
}

YamlReader::Scalar YamlReader::alias() {
  const size_t begin = ++pos_;
  while (!at_end() && !is_space(peek()) && !is_flow_indicator(peek())) ++pos_;
  size_t end = pos_;
  if (end > begin + 1 && text_[end - 1] == ':') pos_ = --end;  // "*name:" as people write it
  Scalar scalar;
  scalar.text = text_.substr(begin, end - begin);
  scalar.span = span(begin, end);
  scalar.is_alias = true;
  return scalar;
}

// ---- quoted

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

// ---- plain

// End of the scalar's part on this line, blanks cut.
size_t YamlReader::plain_line(size_t pos, bool stop_at_key, Scalar& scalar) const {
  const size_t begin = pos;
  for (; pos < text_.size() && text_[pos] != '\n'; ++pos) {
    const char c = text_[pos];
    if (c == '#' && pos > begin && is_blank(text_[pos - 1])) {
      scalar.ends_line = true;
      break;
    }
    if (c == ':' && stop_at_key && ends_plain_key(pos, false)) {
      scalar.is_key = true;
      break;
    }
  }
  while (pos > begin && is_blank(text_[pos - 1])) --pos;
  return pos;
}

YamlReader::Scalar YamlReader::plain(const Place& place) {
  Scalar scalar;
  const size_t begin = pos_;
  size_t end = plain_line(begin, true, scalar);
  if (scalar.is_key && !place.map_on_line) {
    document_.problem(end, "YAML: a second ':' on the line");
    scalar.is_key = false;
    end = plain_line(begin, false, scalar);
  }
  scalar.text = text_.substr(begin, end - begin);
  scalar.span = span(begin, end);
  pos_ = end;
  if (scalar.is_key) {
    pos_ = text_.find(':', end);
    return scalar;
  }
  std::string folded;
  while (!scalar.ends_line) {
    // The next line goes on with the scalar when it is indented deeper and is no entry itself.
    size_t next = end;
    size_t start = line_start_;
    size_t line_ends = 0;
    for (; next < text_.size() && is_space(text_[next]); ++next) {
      if (text_[next] == '\n') {
        ++line_ends;
        start = next + 1;
      }
    }
    if (next >= text_.size() || line_ends == 0 || text_[next] == '#') break;
    if (static_cast<int>(next - start) <= place.indent) break;
    if (next == start && (text_.substr(next, 3) == "---" || text_.substr(next, 3) == "...")) break;
    Scalar part;
    const size_t part_end = plain_line(next, true, part);
    if (part.is_key) break;
    if (folded.empty()) folded = scalar.text;
    append_line_ends(folded, line_ends);
    folded.append(text_, next, part_end - next);
    scalar.ends_line = part.ends_line;
    line_start_ = start;
    end = part_end;
    pos_ = end;
  }
  if (!folded.empty()) {
    scalar.text = document_.keep(std::move(folded));
    scalar.span.end = static_cast<uint32_t>(end);
  }
  return scalar;
}

YamlReader::Scalar YamlReader::flow_plain() {
  Scalar scalar;
  const size_t begin = pos_;
  size_t end = begin;
  std::string folded;
  while (true) {
    const size_t line_begin = pos_;
    while (!at_end() && peek() != '\n') {
      const char c = peek();
      if (c == '{' && (peek(1) == '{' || peek(1) == '%')) {  // a template expression
        const size_t close = text_.find(peek(1) == '{' ? "}}" : "%}", pos_ + 2);
        if (close != std::string_view::npos && close < line_end(pos_)) {
          pos_ = close + 2;
          continue;
        }
      }
      if (is_flow_indicator(c) && pos_ > begin) break;
      if (is_flow_indicator(c) && c != '{' && c != '[') break;
      if (c == ':' && ends_plain_key(pos_, true)) break;
      if (c == '#' && pos_ > line_begin && is_blank(text_[pos_ - 1])) break;
      ++pos_;
    }
    const size_t stopped = pos_;
    size_t part_end = stopped;
    while (part_end > line_begin && is_blank(text_[part_end - 1])) --part_end;
    if (line_begin != begin) {
      folded.append(text_, line_begin, part_end - line_begin);
    }
    end = part_end;
    if (at_end() || peek() != '\n') break;
    size_t line_ends = 0;
    size_t next = stopped;
    size_t start = line_start_;
    for (; next < text_.size() && is_space(text_[next]); ++next) {
      if (text_[next] != '\n') continue;
      ++line_ends;
      start = next + 1;
    }
    const char c = next < text_.size() ? text_[next] : '\0';
    if (next >= text_.size() || is_flow_indicator(c) || c == '#') break;
    if (c == ':' && ends_plain_key(next, true)) break;
    if (next == start && text_.substr(next, 3) == "---") break;
    if (line_begin == begin) folded = text_.substr(begin, end - begin);
    append_line_ends(folded, line_ends);
    pos_ = next;
    line_start_ = start;
  }
  if (pos_ == begin) ++pos_;  // a lone indicator: never stand still
  scalar.text =
      folded.empty() ? text_.substr(begin, end - begin) : document_.keep(std::move(folded));
  scalar.span = span(begin, end);
  return scalar;
}

// ---- block scalars

YamlReader::Scalar YamlReader::block_scalar(int indent) {
  Scalar scalar;
  const bool folds = peek() == '>';
  scalar.style = folds ? Style::kFolded : Style::kLiteral;
  char chomp = ' ';
  int wanted = 0;
  ++pos_;
  for (; !at_end() && !is_space(peek()); ++pos_) {
    const char c = peek();
    if (c == '+' || c == '-') chomp = c;
    if (c >= '1' && c <= '9') wanted = std::max(indent, 0) + c - '0';
  }
  size_t line = std::min(line_end(pos_) + 1, text_.size());
  std::string out;
  size_t first = text_.size();
  size_t last = line;
  size_t blank_lines = 0;
  bool any = false;
  bool previous_deeper = false;
  while (line < text_.size()) {
    const size_t end = line_end(line);
    size_t content_end = end > line && text_[end - 1] == '\r' ? end - 1 : end;
    size_t start = line;
    while (start < content_end && text_[start] == ' ') ++start;
    const int at = static_cast<int>(start - line);
    const bool blank = start == content_end;
    if (wanted == 0 && !blank) {
      if (at <= indent) break;
      wanted = at;
      if (wanted == 0) wanted = -1;  // top level
    }
    const int content_indent = std::max(wanted, 0);
    if (blank && (wanted == 0 || at <= content_indent)) {
      ++blank_lines;
      line = end + 1;
      continue;
    }
    if (at < content_indent) break;
    if (content_indent == 0 && (text_.substr(line, 3) == "---" || text_.substr(line, 3) == "...")) {
      break;
    }
    const std::string_view content =
        text_.substr(line + static_cast<size_t>(content_indent),
                     content_end - line - static_cast<size_t>(content_indent));
    const bool deeper = is_blank(content.empty() ? 'x' : content[0]);
    if (!any) {
      out.append(blank_lines, '\n');
      first = line + static_cast<size_t>(content_indent);
    } else if (!folds || deeper || previous_deeper) {
      out.append(blank_lines + 1, '\n');
    } else {
      append_line_ends(out, blank_lines + 1);
    }
    out += content;
    any = true;
    blank_lines = 0;
    previous_deeper = deeper;
    last = content_end;
    line = end + 1;
  }
  if (chomp == '+') {
    out.append(blank_lines + (any ? 1 : 0), '\n');
  } else if (chomp == ' ' && any) {
    out += '\n';
  }
  line = std::min(line, text_.size());
  scalar.text = document_.keep(std::move(out));
  scalar.span = any ? span(first, last) : span(pos_, pos_);
  // Left on the last line end, so that what follows starts a line.
  pos_ = text_[line - 1] == '\n' ? line - 1 : text_.size();
  line_start_ = pos_;
  return scalar;
}

}  // namespace npuport::document
