#include "knowledge/embedded.h"

#include <charconv>
#include <cstdint>

// Made by cmake/embed.cmake.
extern "C" {
extern const char npuport_knowledge_begin[];
extern const char npuport_knowledge_end[];
}

namespace npuport {
namespace {

// The size as arithmetic on addresses: the two labels are distinct objects to the compiler.
std::string_view whole_pack() {
  const auto begin = reinterpret_cast<uintptr_t>(npuport_knowledge_begin);
  const auto end = reinterpret_cast<uintptr_t>(npuport_knowledge_end);
  return {npuport_knowledge_begin, end - begin};
}

// Calls visit(path, bytes) per entry until it returns true.
template <typename Visit>
void for_each_entry(Visit visit) {
  std::string_view index = whole_pack();
  std::string_view bytes = index.substr(index.find("\n\n") + 2);
  while (!index.empty() && index.front() != '\n') {
    const size_t tab = index.find('\t');
    const size_t end = index.find('\n', tab);
    size_t size = 0;
    std::from_chars(index.data() + tab + 1, index.data() + end, size);
    if (visit(index.substr(0, tab), bytes.substr(0, size))) return;
    bytes.remove_prefix(size);
    index.remove_prefix(end + 1);
  }
}

}  // namespace

std::string_view embedded(std::string_view path) {
  std::string_view found;
  for_each_entry([&](std::string_view entry, std::string_view bytes) {
    if (entry != path) return false;
    found = bytes;
    return true;
  });
  return found;
}

std::vector<std::string_view> embedded_paths() {
  std::vector<std::string_view> paths;
  for_each_entry([&](std::string_view entry, std::string_view) {
    paths.push_back(entry);
    return false;
  });
  return paths;
}

}  // namespace npuport
