// Notebook lines that are not Python: !command, %magic, %%cell magic.
#include <algorithm>
#include <array>

#include "syntax/python/statements.h"

namespace npuport::python {
namespace {

// Magics whose line is a shell command, marker and all.
constexpr std::array<std::string_view, 5> kShellMagics = {"pip", "conda", "mamba", "uv", "pip3"};
// Magics whose argument is a shell command.
constexpr std::array<std::string_view, 3> kSystemMagics = {"sx", "system", "sh"};
// Magics whose argument is Python.
constexpr std::array<std::string_view, 4> kTimingMagics = {"time", "timeit", "prun", "memit"};
// Cells in a shell language.
constexpr std::array<std::string_view, 4> kShellCells = {"bash", "sh", "sx", "system"};
// Cells in some other language, or text.
constexpr std::array<std::string_view, 22> kForeignCells = {
    "html", "HTML", "javascript", "js",       "writefile", "file",  "latex", "markdown",
    "svg",  "SVG",  "sql",        "bigquery", "R",         "perl",  "ruby",  "cmd",
    "cpp",  "cu",   "cuda",       "cython",   "julia",     "script"};

template <size_t kSize>
bool contains(const std::array<std::string_view, kSize>& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace

// From the first byte of a command at or after `begin` to the end of the line, with its
// continuations. The line is consumed.
Span StatementParser::take_shell_line(uint32_t begin) {
  const uint32_t end = lexer_.skip_line();
  while (begin < end && (text_[begin] == ' ' || text_[begin] == '\t' || text_[begin] == '!')) {
    ++begin;
  }
  return {std::min(begin, end), end};
}

void StatementParser::parse_magic() {
  if (at(Token::kBang)) {
    const Span command = take_shell_line(lexer_.token().end);
    if (!command.empty()) builder_.facts().shell_lines.push_back({command});
    return;
  }
  if (at(Token::kQuestion)) {
    lexer_.skip_line();
    return;
  }
  uint32_t name_begin = lexer_.token().end;
  const bool is_cell = name_begin < range_end_ && text_[name_begin] == '%';
  if (is_cell) ++name_begin;
  uint32_t name_end = name_begin;
  while (name_end < range_end_ && is_name_byte(text_[name_end])) ++name_end;
  const std::string_view name = text_.substr(name_begin, name_end - name_begin);
  is_cell ? parse_cell_magic(name) : parse_line_magic(name, name_begin);
}

void StatementParser::parse_line_magic(std::string_view name, uint32_t name_begin) {
  const uint32_t arguments = name_begin + static_cast<uint32_t>(name.size());
  if (contains(kTimingMagics, name) && arguments < range_end_ && text_[arguments] == ' ' &&
      text_.substr(arguments, 2) != " -") {
    lexer_.resume(arguments);
    line_token_ = kind();
    line_begin_ = begin();
    begin_simple_statement();
    if (!at_statement_end() && !parse_statement()) recover();
    return;
  }
  if (contains(kShellMagics, name) || contains(kSystemMagics, name)) {
    const Span command = take_shell_line(contains(kShellMagics, name) ? name_begin : arguments);
    if (!command.empty()) builder_.facts().shell_lines.push_back({command});
    return;
  }
  lexer_.skip_line();
}

// The rest of the cell belongs to the magic, unless its language is Python.
void StatementParser::parse_cell_magic(std::string_view name) {
  const uint32_t body = lexer_.skip_line();
  const bool is_shell = contains(kShellCells, name);
  if (!is_shell && !contains(kForeignCells, name)) return;
  if (is_shell) {
    const Span commands{std::min(body + 1, range_end_), range_end_};
    if (!commands.empty()) builder_.facts().shell_lines.push_back({commands});
  }
  lexer_.resume(range_end_);
}

}  // namespace npuport::python
