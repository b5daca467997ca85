// Block scalars of YAML: "|" and ">".
#include <algorithm>
#include <utility>

#include "syntax/manifest/document/yaml.h"
#include "syntax/manifest/document/yaml_characters.h"

namespace npuport::document {

// Where the lines of a block scalar stand and how it ends.
struct YamlReader::BlockHeader {
  bool folds = false;
  char chomp = ' ';  // '+' keeps, '-' strips the line ends at the end
  int indent = -1;   // of the content; -1 until the first line tells
};

YamlReader::BlockHeader YamlReader::block_header(int owner) {
  BlockHeader header;
  header.folds = peek() == '>';
  ++pos_;
  for (; !at_end() && !is_space(peek()); ++pos_) {
    const char c = peek();
    if (c == '+' || c == '-') header.chomp = c;
    if (c >= '1' && c <= '9') header.indent = std::max(owner, 0) + c - '0';
  }
  return header;
}

YamlReader::Scalar YamlReader::block_scalar(int owner) {
  Scalar scalar;
  BlockHeader header = block_header(owner);
  scalar.style = header.folds ? Style::kFolded : Style::kLiteral;
  size_t line = std::min(line_end(pos_) + 1, text_.size());
  std::string out;
  size_t first = 0;
  size_t last = 0;
  size_t blank_lines = 0;
  bool any = false;
  bool previous_deeper = false;
  while (line < text_.size()) {
    const size_t end = line_end(line);
    const size_t content_end = end > line && text_[end - 1] == '\r' ? end - 1 : end;
    const size_t start = std::min(text_.find_first_not_of(' ', line), content_end);
    const int at = static_cast<int>(start - line);
    const bool blank = start == content_end;
    if (blank && (header.indent < 0 || at <= header.indent)) {
      ++blank_lines;
      line = end + 1;
      continue;
    }
    if (header.indent < 0 && at > owner) header.indent = at;
    if (header.indent < 0 || at < header.indent || (at == 0 && is_marker(line))) break;
    const size_t begin = line + static_cast<size_t>(header.indent);
    const bool deeper = begin < content_end && is_blank(text_[begin]);
    if (!any) {
      out.append(blank_lines, '\n');
      first = begin;
    } else if (!header.folds || deeper || previous_deeper) {
      out.append(blank_lines + 1, '\n');
    } else {
      append_line_ends(out, blank_lines + 1);
    }
    out.append(text_, begin, content_end - begin);
    any = true;
    blank_lines = 0;
    previous_deeper = deeper;
    last = content_end;
    line = end + 1;
  }
  if (header.chomp == '+') {
    out.append(blank_lines + (any ? 1 : 0), '\n');
  } else if (header.chomp == ' ' && any) {
    out += '\n';
  }
  scalar.text = document_.keep(std::move(out));
  scalar.span = any ? span(first, last) : span(pos_, pos_);
  // Left on the last line end, so that what follows starts a line.
  line = std::min(line, text_.size());
  pos_ = text_[line - 1] == '\n' ? line - 1 : text_.size();
  line_start_ = pos_;
  return scalar;
}

}  // namespace npuport::document
