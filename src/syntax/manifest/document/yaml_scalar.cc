// Tokens of YAML: blanks, comments, aliases, plain scalars.
#include <algorithm>

#include "syntax/manifest/document/yaml.h"
#include "syntax/manifest/document/yaml_characters.h"

namespace npuport::document {
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

bool YamlReader::at_marker() const { return pos_ == line_start_ && is_marker(pos_); }

// "---" or "..." at `pos`, the start of a line.
bool YamlReader::is_marker(size_t pos) const {
  const std::string_view mark = text_.substr(pos, 3);
  if (mark != "---" && mark != "...") return false;
  return pos + 3 >= text_.size() || is_space(text_[pos + 3]);
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
    if (next == start && is_marker(next)) break;
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
    if (next == start && is_marker(next)) break;
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

}  // namespace npuport::document
