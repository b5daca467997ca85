// What the program takes from its environment: language, terminal, colours.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "render/phrases.h"

namespace npuport {

struct Environment {
  std::string locale_language;  // "zh_CN.UTF-8": LC_ALL, LC_MESSAGES, LANG, the first that is set
  bool utf8 = false;            // the locale's character set
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  bool colors = false;  // on stdout
  size_t width = 100;   // cells
};

using GetEnv = std::function<const char*(const char*)>;

// Asks the process for its variables and the two descriptors for their terminals.
Environment read_environment(const GetEnv& get_env, int out, int err);

// --lang, or the locale's language.
Language choose_language(const std::string& option, const Environment& environment);

}  // namespace npuport
