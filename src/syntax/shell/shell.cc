#include "syntax/shell/shell.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "syntax/shell/command.h"
#include "syntax/shell/scanner.h"

namespace npuport {
namespace {

// Substitutions are scanned before the command around them is complete; readers want source order.
template <typename T>
void sort_by_begin(std::vector<T>& facts, size_t first) {
  const auto begin = facts.begin() + static_cast<ptrdiff_t>(first);
  auto before = [](const T& a, const T& b) { return a.span.begin < b.span.begin; };
  if (!std::is_sorted(begin, facts.end(), before)) std::stable_sort(begin, facts.end(), before);
}

}  // namespace

TextFacts lower_shell(const SourceFile& file) {
  TextFacts facts;
  lower_shell_text(file.text, 0, facts);
  return facts;
}

void lower_shell_text(std::string_view text, uint32_t offset, TextFacts& out,
                      ShellDialect dialect) {
  const size_t commands = out.commands.size();
  const size_t environment = out.environment.size();
  shell::Scanner(text, offset, out, dialect, 0).run();
  sort_by_begin(out.commands, commands);
  sort_by_begin(out.environment, environment);
}

void add_command(Command command, std::string_view file_text, TextFacts& out) {
  for (const shell::NestedScript& script : shell::finish_command(std::move(command), out)) {
    const Span span = script.span;
    if (span.end > file_text.size() || span.empty()) continue;
    lower_shell_text(file_text.substr(span.begin, span.end - span.begin), span.begin, out);
  }
}

}  // namespace npuport
