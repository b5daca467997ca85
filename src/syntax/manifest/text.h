// Small text helpers of the manifest readers.
#pragma once

#include <string>
#include <string_view>

namespace npuport::manifest {

inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

inline bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.';
}

inline std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

inline std::string_view base_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

// dev, test, docs, lint and the like as a word of a group or file name: "requirements-dev.txt".
bool is_development_name(std::string_view name);

}  // namespace npuport::manifest
