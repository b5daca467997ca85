#include "syntax/cuda/condition_text.h"

#include <algorithm>

#include "syntax/cuda/tokens.h"

namespace npuport::cuda {

// The condition in one line: continuations and runs of blanks become one space, defined(X) becomes
// X.
std::string normalise_condition(std::string_view raw) {
  std::string out;
  size_t i = 0;
  auto skip = [&] {
    while (i < raw.size() && (is_blank(raw[i]) || raw[i] == '\\' || is_line_end(raw[i]))) ++i;
  };
  while (i < raw.size()) {
    if (is_blank(raw[i]) || raw[i] == '\\' || is_line_end(raw[i])) {
      skip();
      if (!out.empty() && i < raw.size()) out += ' ';
      continue;
    }
    size_t word = i;
    while (i < raw.size() && is_identifier_char(raw[i])) ++i;
    if (word == i) {
      out += raw[i++];
      continue;
    }
    std::string_view name = raw.substr(word, i - word);
    if (name != "defined") {
      out += name;
      continue;
    }
    skip();
    if (i >= raw.size() || raw[i] != '(') continue;  // defined X
    ++i;
    skip();
    while (i < raw.size() && is_identifier_char(raw[i])) out += raw[i++];
    skip();
    if (i < raw.size() && raw[i] == ')') ++i;
  }
  return out;
}

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_identifier_char);
}

bool is_false(const std::string& condition) { return condition == "0" || condition == "false"; }
bool is_true(const std::string& condition) { return condition == "1" || condition == "true"; }

std::string negated(const std::string& condition) {
  if (is_word(condition)) return "!" + condition;
  if (condition.size() > 1 && condition[0] == '!' && is_word(condition.substr(1))) {
    return condition.substr(1);
  }
  return "!(" + condition + ")";
}

std::string joined(const std::string& outer, const std::string& inner) {
  auto wrapped = [](const std::string& text) {
    return text.find("||") == std::string::npos ? text : "(" + text + ")";
  };
  if (outer.empty()) return inner;
  if (inner.empty()) return outer;
  return wrapped(outer) + " && " + wrapped(inner);
}

}  // namespace npuport::cuda
