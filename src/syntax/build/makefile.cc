// Make: assignments, rules, recipes.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "syntax/build/lowering.h"
#include "syntax/shell/shell.h"

namespace npuport::build {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view trim(std::string_view text) {
  while (!text.empty() && (is_blank(text.front()) || text.front() == '\n')) text.remove_prefix(1);
  while (!text.empty() && (is_blank(text.back()) || text.back() == '\n')) text.remove_suffix(1);
  return text;
}

// End of a "$(...)" or "${...}" that starts at `pos`, at most the end of the text.
size_t reference_end(std::string_view text, size_t pos) {
  int open = 0;
  for (size_t i = pos + 1; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '{') ++open;
    if (text[i] == ')' || text[i] == '}') --open;
    if (open <= 0) return i + 1;
  }
  return text.size();
}

class MakefileLowering {
 public:
  MakefileLowering(std::string_view text, TextFacts& out) : text_(text), out_(out) {}

  void run() {
    while (pos_ < text_.size() && out_.build.size() < kMaxCommands) {
      const std::string_view line = next_line();
      if (line.starts_with('\t') && in_rule_) {
        recipe(line.substr(1));
      } else if (in_define_) {
        in_define_ = !trim(line).starts_with("endef");
      } else {
        statement(without_comment(line));
      }
    }
  }

 private:
  // A line with its continuations.
  std::string_view next_line() {
    const size_t begin = pos_;
    size_t end = begin;
    while (true) {
      end = std::min(text_.find('\n', end), text_.size());
      const std::string_view so_far = text_.substr(begin, end - begin);
      const size_t last = so_far.find_last_not_of("\r");
      if (end >= text_.size() || last == std::string_view::npos || so_far[last] != '\\') break;
      ++end;
    }
    pos_ = end + 1;
    return text_.substr(begin, end - begin);
  }

  static std::string_view without_comment(std::string_view line) {
    for (size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '#' && (i == 0 || line[i - 1] != '\\')) return line.substr(0, i);
    }
    return line;
  }

  void recipe(std::string_view line) {
    const std::string_view command =
        line.substr(std::min(line.find_first_not_of(" \t@-+"), line.size()));
    shell(command);
  }

  void shell(std::string_view text) {
    lower_shell_text(text, offset(text), out_, {.make_variables = true});
  }

  void statement(std::string_view line) {
    std::string_view content = trim(line);
    if (content.empty()) return;
    static constexpr std::array<std::string_view, 11> kDirectives = {
        "include", "-include", "sinclude", "ifeq",  "ifneq",   "ifdef",
        "ifndef",  "else",     "endif",    "vpath", "undefine"};
    const std::string_view first = content.substr(0, content.find_first_of(" \t("));
    if (std::find(kDirectives.begin(), kDirectives.end(), first) != kDirectives.end()) {
      return directive(content, first);
    }
    if (first == "define") {
      in_define_ = true;
      return;
    }
    bool exported = false;
    for (std::string_view prefix : {"export ", "override ", "private ", "unexport "}) {
      if (!content.starts_with(prefix)) continue;
      exported |= prefix == "export ";
      content = trim(content.substr(prefix.size()));
    }
    if (!assignment(content, exported)) rule(content);
  }

  void directive(std::string_view content, std::string_view name) {
    BuildCommand command = named(name, content);
    if (name != "else" && name != "endif") words(content.substr(name.size()), command);
    out_.build.push_back(std::move(command));
  }

  // X = v, X := v, X ::= v, X ?= v, X += v, X != command
  bool assignment(std::string_view content, bool exported) {
    size_t equals = 0;
    for (; equals < content.size() && content[equals] != '='; ++equals) {
      if (content[equals] == '$') equals = reference_end(content, equals) - 1;
    }
    if (equals >= content.size()) return false;
    size_t name_end = equals;
    while (name_end > 0 &&
           std::string_view(":?+!").find(content[name_end - 1]) != std::string_view::npos) {
      --name_end;
    }
    const std::string_view name = trim(content.substr(0, name_end));
    if (name.empty() || name.find(':') != std::string_view::npos) return false;  // target: X = v
    if (name.find_first_of(" \t") != std::string_view::npos) return false;
    const std::string_view value = trim(content.substr(equals + 1));
    in_rule_ = false;
    BuildCommand command = named(name, content);
    if (!value.empty()) command.arguments.push_back({std::string(value), span(value), false});
    if (exported) {
      const uint32_t end = value.empty() ? span(content).end : span(value).end;
      out_.environment.push_back(
          {std::string(name), std::string(value), span(name), {span(name).begin, end}});
    }
    if (equals > 0 && content[equals - 1] == '!') {
      shell(value);
    } else {
      shell_functions(value);
    }
    out_.build.push_back(std::move(command));
    return true;
  }

  // $(shell ...) in a value; those inside one another are found by the shell scanner.
  void shell_functions(std::string_view value) {
    static constexpr std::string_view kOpen = "$(shell ";
    size_t at = value.find(kOpen);
    while (at != std::string_view::npos) {
      const size_t end = reference_end(value, at);
      const size_t begin = std::min(at + kOpen.size(), end - 1);
      shell(value.substr(begin, end - 1 - begin));
      at = value.find(kOpen, end);
    }
  }

  // targets : prerequisites ; recipe
  void rule(std::string_view content) {
    size_t colon = 0;
    for (; colon < content.size() && content[colon] != ':'; ++colon) {
      if (content[colon] == '$') colon = reference_end(content, colon) - 1;
    }
    if (colon >= content.size()) return;
    in_rule_ = true;
    const std::string_view targets = trim(content.substr(0, colon));
    BuildCommand command = named(targets, content);
    command.name += ':';
    std::string_view rest = content.substr(colon + 1);
    if (rest.starts_with(':')) rest.remove_prefix(1);
    const size_t semicolon = rest.find(';');
    const std::string_view prerequisites = rest.substr(0, semicolon);
    if (!assignment_of_target(prerequisites)) words(prerequisites, command);
    out_.build.push_back(std::move(command));
    if (semicolon != std::string_view::npos) recipe(rest.substr(semicolon + 1));
  }

  // "target: X = v"
  bool assignment_of_target(std::string_view text) {
    if (text.find('=') == std::string_view::npos) return false;
    const bool done = assignment(trim(text), false);
    in_rule_ = true;
    return done;
  }

  void words(std::string_view text, BuildCommand& command) const {
    size_t pos = 0;
    while (pos < text.size() && command.arguments.size() < kMaxArguments) {
      while (pos < text.size() && (is_blank(text[pos]) || text[pos] == '\\' || text[pos] == '\n'))
        ++pos;
      const size_t begin = pos;
      while (pos < text.size() && !is_blank(text[pos]) && text[pos] != '\n') {
        pos = text[pos] == '$' ? reference_end(text, pos) : pos + 1;
      }
      if (pos == begin) continue;
      const std::string_view word = text.substr(begin, pos - begin);
      command.arguments.push_back({std::string(word), span(word), false});
    }
  }

  BuildCommand named(std::string_view name, std::string_view whole) const {
    BuildCommand command;
    command.name = name;
    command.name_span = span(name);
    command.span = span(whole);
    return command;
  }

  uint32_t offset(std::string_view part) const {
    return static_cast<uint32_t>(part.data() - text_.data());
  }
  Span span(std::string_view part) const {
    return {offset(part), offset(part) + static_cast<uint32_t>(part.size())};
  }

  std::string_view text_;
  TextFacts& out_;
  size_t pos_ = 0;
  bool in_rule_ = false;
  bool in_define_ = false;
};

}  // namespace

void lower_makefile(std::string_view text, TextFacts& out) { MakefileLowering(text, out).run(); }

}  // namespace npuport::build
