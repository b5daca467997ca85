#include "cli/environment.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace npuport {
namespace {

constexpr size_t kDefaultWidth = 100;
constexpr size_t kWidestProse = 120;

std::string first_set(const GetEnv& get_env, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const char* value = get_env(name);
    if (value != nullptr && *value != '\0') return value;
  }
  return {};
}

bool names_utf8(std::string locale) {
  std::transform(locale.begin(), locale.end(), locale.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
}

size_t terminal_width(const GetEnv& get_env, int out, bool is_terminal) {
  winsize size{};
  if (is_terminal && ioctl(out, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    return std::min<size_t>(size.ws_col, kWidestProse);
  }
  const long columns = std::strtol(first_set(get_env, {"COLUMNS"}).c_str(), nullptr, 10);
  if (columns >= 20) return std::min<size_t>(static_cast<size_t>(columns), kWidestProse);
  return kDefaultWidth;
}

}  // namespace

Environment read_environment(const GetEnv& get_env, int out, int err) {
  Environment e;
  e.locale_language = first_set(get_env, {"LC_ALL", "LC_MESSAGES", "LANG"});
  e.utf8 = names_utf8(first_set(get_env, {"LC_ALL", "LC_CTYPE", "LANG"}));
  e.out_is_terminal = isatty(out) == 1;
  e.err_is_terminal = isatty(err) == 1;
  const bool dumb = first_set(get_env, {"TERM"}) == "dumb";
  e.colors = e.out_is_terminal && !dumb && first_set(get_env, {"NO_COLOR"}).empty();
  e.utf8 = e.utf8 && !(e.out_is_terminal && dumb);
  e.width = terminal_width(get_env, out, e.out_is_terminal);
  return e;
}

Language choose_language(const std::string& option, const Environment& environment) {
  const std::string_view wanted = option.empty() ? environment.locale_language : option;
  return wanted.starts_with("zh") ? Language::kChinese : Language::kEnglish;
}

}  // namespace npuport
