// Character classes and line folding of YAML.
#pragma once

#include <cstddef>
#include <string>

namespace npuport::document {

inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
inline bool is_space(char c) { return is_blank(c) || c == '\n' || c == '\0'; }
inline bool is_flow_indicator(char c) {
  return c == ',' || c == '[' || c == ']' || c == '{' || c == '}';
}

// Line ends of a folded text: one becomes a space, n + 1 become n.
inline void append_line_ends(std::string& out, size_t count) {
  if (count == 1) {
    out += ' ';
  } else if (count > 1) {
    out.append(count - 1, '\n');
  }
}

}  // namespace npuport::document
