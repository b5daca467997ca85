#include "query/entries.h"
#include "query/query_name.h"

namespace npuport {

Statement from_table(Topic topic, std::string_view text, std::string_view source) {
  return {topic, {std::string(text), std::string(text)}, {std::string(source)}};
}

Statement in_both(Topic topic, std::string en, std::string zh, std::string_view source) {
  return {topic, {std::move(en), std::move(zh)}, {std::string(source)}};
}

bool key_holds(std::string_view key, std::string_view name) {
  if (key == name) return true;
  while (!key.empty()) {
    const size_t slash = key.find(" / ");
    const size_t bar = key.find('|');
    const size_t end = std::min(slash, bar);
    std::string_view part = key.substr(0, end);
    part = part.substr(0, part.find_first_of("( "));
    if (part == name) return true;
    if (end == std::string_view::npos) break;
    key.remove_prefix(end + (end == slash ? 3 : 1));
  }
  return false;
}

}  // namespace npuport
