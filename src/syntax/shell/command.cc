#include "syntax/shell/command.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "syntax/shell/shell.h"

namespace npuport {

Span inner_span(const Word& word) {
  return word.quoted ? Span{word.span.begin + 1, word.span.end - 1} : word.span;
}

namespace shell {
namespace {

template <size_t N>
bool one_of(std::string_view text, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), text) != names.end();
}

bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool is_name(std::string_view text) {
  if (text.empty() || !is_name_start(text[0])) return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return is_name_start(c) || (c >= '0' && c <= '9'); });
}

void add_assignment(const Word& word, TextFacts& out) {
  const Span inner = inner_span(word);
  if (const size_t size = assignment_name(word.text)) {
    out.environment.push_back(make_assignment(word.text, size, inner));
  }
}

// export, declare and their kin: their assignments are facts of the file.
bool declare_variables(const Command& command, TextFacts& out) {
  static constexpr std::array<std::string_view, 6> kDeclaring = {"export",   "declare", "typeset",
                                                                 "readonly", "local",   "setenv"};
  const std::string_view program = command.words[0].text;
  const auto& words = command.words;
  if (program == "unset") {
    for (size_t i = 1; i < words.size(); ++i) {
      if (!is_name(words[i].text)) continue;
      out.environment.push_back({words[i].text, "", words[i].span, words[i].span, true});
    }
    return true;
  }
  if (!one_of(program, kDeclaring)) return false;
  if (program == "setenv" && words.size() >= 3 && is_name(words[1].text)) {
    out.environment.push_back(
        {words[1].text, words[2].text, words[1].span, {words[1].span.begin, words[2].span.end}});
    return true;
  }
  for (size_t i = 1; i < words.size(); ++i) add_assignment(words[i], out);
  return true;
}

// "env -u X A=1 program ..." -> environment A=1, words from program on.
void unwrap_env(Command& command, TextFacts& out) {
  auto& words = command.words;
  if (program_name(words[0].text) != "env") return;
  size_t i = 1;
  for (; i < words.size(); ++i) {
    const std::string& text = words[i].text;
    if ((text == "-u" || text == "--unset") && i + 1 < words.size()) {
      ++i;
      out.environment.push_back({words[i].text, "", words[i].span, words[i].span, true});
    } else if (const size_t size = assignment_name(text)) {
      command.environment.push_back(make_assignment(text, size, inner_span(words[i])));
    } else if (text.empty() || text[0] != '-') {
      break;
    }
  }
  if (i < words.size()) words.erase(words.begin(), words.begin() + static_cast<ptrdiff_t>(i));
}

// docker run -e X=1, mpirun -x X=1: the variables reach the started program.
void option_environment(const Command& command, TextFacts& out) {
  static constexpr std::array<std::string_view, 4> kContainer = {"docker", "podman", "nerdctl",
                                                                 "nvidia-docker"};
  static constexpr std::array<std::string_view, 3> kMpi = {"mpirun", "mpiexec", "horovodrun"};
  const std::string_view program = program_name(command.words[0].text);
  const bool container = one_of(program, kContainer);
  if (!container && !one_of(program, kMpi)) return;
  const auto& words = command.words;
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string_view text = words[i].text;
    const bool separate = container ? (text == "-e" || text == "--env") : text == "-x";
    if (separate && i + 1 < words.size()) {
      add_assignment(words[++i], out);
    } else if (container && text.starts_with("--env=")) {
      Word value = words[i];
      if (value.span.end - value.span.begin != text.size()) continue;
      value.text.erase(0, 6);
      value.span.begin += 6;
      add_assignment(value, out);
    }
  }
}

bool holds_blank(std::string_view text) {
  return text.find_first_of(" \t\n") != std::string_view::npos;
}

std::vector<NestedScript> nested_scripts(const Command& command) {
  std::vector<NestedScript> scripts;
  const auto& words = command.words;
  const std::string_view program = program_name(words[0].text);
  const bool runs_last = program == "ssh" || program == "watch" || program == "eval";
  if (runs_last && words.size() > 1 && holds_blank(words.back().text)) {
    scripts.push_back({inner_span(words.back())});
    return scripts;
  }
  bool shell_seen = false;
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string_view text = words[i].text;
    if (is_shell(program_name(text))) {
      shell_seen = true;
    } else if (shell_seen && text.size() >= 2 && text.size() <= 5 && text[0] == '-' &&
               text[1] != '-' && text.back() == 'c') {
      scripts.push_back({inner_span(words[i + 1])});
      break;
    }
  }
  return scripts;
}

}  // namespace

std::string_view program_name(std::string_view word) {
  const size_t slash = word.rfind('/');
  return slash == std::string_view::npos ? word : word.substr(slash + 1);
}

bool is_shell(std::string_view program) {
  static constexpr std::array<std::string_view, 6> kShells = {"sh",  "bash", "dash",
                                                              "ksh", "zsh",  "ash"};
  return one_of(program, kShells);
}

size_t assignment_name(std::string_view text) {
  if (text.empty() || !is_name_start(text[0])) return 0;
  size_t end = 1;
  while (end < text.size() &&
         (is_name_start(text[end]) || (text[end] >= '0' && text[end] <= '9'))) {
    ++end;
  }
  size_t rest = end;
  if (rest < text.size() && text[rest] == '[') {
    rest = text.find(']', rest);
    if (rest == std::string_view::npos) return 0;
    ++rest;
  }
  if (rest < text.size() && text[rest] == '+') ++rest;
  return rest < text.size() && text[rest] == '=' ? end : 0;
}

EnvAssignment make_assignment(std::string_view text, size_t name_size, Span span) {
  EnvAssignment assignment;
  assignment.name = text.substr(0, name_size);
  assignment.value = text.substr(text.find('=', name_size) + 1);
  const auto name_end = span.begin + static_cast<uint32_t>(name_size);
  assignment.name_span = {span.begin, std::min(name_end, span.end)};
  assignment.span = span;
  return assignment;
}

std::vector<NestedScript> finish_command(Command command, TextFacts& out) {
  auto record_environment = [&] {
    out.environment.insert(out.environment.end(), command.environment.begin(),
                           command.environment.end());
  };
  if (command.words.empty() || declare_variables(command, out)) {
    record_environment();
    return {};
  }
  unwrap_env(command, out);
  record_environment();
  option_environment(command, out);
  std::vector<NestedScript> scripts = nested_scripts(command);
  out.commands.push_back(std::move(command));
  return scripts;
}

}  // namespace shell
}  // namespace npuport
