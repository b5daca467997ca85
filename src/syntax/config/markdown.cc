// Shell commands of documentation: Markdown fences and reStructuredText code blocks.
#include <algorithm>
#include <array>
#include <string>

#include "syntax/config/lowering.h"
#include "syntax/shell/shell.h"

namespace npuport::config {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

enum class Language : uint8_t { kShell, kUnknown, kOther };

// From an info string: "bash", "{.sh .copy}", "shell title=...".
Language language_of(std::string_view info) {
  static constexpr std::array<std::string_view, 14> kShell = {
      "bash",          "sh",           "shell",      "zsh",          "console",
      "shell-session", "shellsession", "sh-session", "bash-session", "terminal",
      "commandline",   "cli",          "ksh",        "shell-script"};
  info = trim(info);
  while (!info.empty() && (info[0] == '{' || info[0] == '.')) info.remove_prefix(1);
  std::string name(info.substr(0, info.find_first_of(" \t,{}:;")));
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  if (name.empty()) return Language::kUnknown;
  return std::find(kShell.begin(), kShell.end(), name) != kShell.end() ? Language::kShell
                                                                       : Language::kOther;
}

// Bytes of a prompt: "$ ", "(env) $ ", "user@host:~/x$ ".
size_t prompt_size(std::string_view line) {
  const size_t dollar = line.substr(0, 64).find("$ ");
  if (dollar == std::string_view::npos) return 0;
  const std::string_view before = line.substr(0, dollar);
  if (before.find_first_of("\"'=`{") != std::string_view::npos) return 0;
  const bool prompt =
      before.empty() || before[0] == '(' || before[0] == '[' ||
      (before.find('@') != std::string_view::npos && before.find(' ') == std::string_view::npos);
  return prompt ? dollar + 2 : 0;
}

// A fence that names no language holds commands when its first line starts like one.
bool starts_like_command(std::string_view line) {
  static constexpr std::array<std::string_view, 30> kPrograms = {
      "pip",       "pip3", "python", "python3", "conda",   "mamba",      "micromamba", "docker",
      "export",    "sudo", "git",    "cd",      "bash",    "sh",         "torchrun",   "accelerate",
      "deepspeed", "uv",   "poetry", "apt",     "apt-get", "nvidia-smi", "mpirun",     "srun",
      "sbatch",    "wget", "curl",   "podman",  "nvcc",    "singularity"};
  const std::string_view word = line.substr(0, line.find_first_of(" \t"));
  if (word.size() == line.size() && word != "nvidia-smi") return word.starts_with("./");
  if (word.starts_with("./") && word.ends_with(".sh")) return true;
  const size_t equals = word.find('=');
  if (equals != std::string_view::npos && equals > 0) {
    return std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals),
                       [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; });
  }
  return std::find(kPrograms.begin(), kPrograms.end(), word) != kPrograms.end();
}

class Block {
 public:
  Block(std::string_view text, size_t begin, size_t end) : text_(text), begin_(begin), end_(end) {}

  void lower(Language language, TextFacts& out) const {
    if (language == Language::kOther || begin_ >= end_) return;
    bool prompts = false;
    bool command = language == Language::kShell;
    bool decided = command;
    for_each_line([&](size_t, std::string_view line) {
      if (line.empty()) return;
      if (prompt_size(line) > 0) prompts = true;
      if (decided || line[0] == '#') return;
      decided = true;
      command = prompt_size(line) > 0 || starts_like_command(line);
    });
    if (!command) return;
    if (prompts) {
      lower_session(out);
    } else {
      lower_shell_text(text_.substr(begin_, end_ - begin_), static_cast<uint32_t>(begin_), out);
    }
  }

 private:
  template <typename Visit>
  void for_each_line(Visit visit) const {
    for (size_t pos = begin_; pos < end_;) {
      const size_t end = std::min(text_.find('\n', pos), end_);
      visit(pos, trim(text_.substr(pos, end - pos)));
      pos = end + 1;
    }
  }

  // Lines with a prompt and their continuations are commands, all else is output.
  void lower_session(TextFacts& out) const {
    size_t command = std::string_view::npos;
    bool continued = false;
    for_each_line([&](size_t, std::string_view line) {
      const size_t prompt = continued ? 0 : prompt_size(line);
      if (prompt > 0) command = static_cast<size_t>(line.data() - text_.data()) + prompt;
      continued = line.ends_with('\\') && (continued || prompt > 0);
      if (command == std::string_view::npos || continued) return;
      const size_t end = static_cast<size_t>(line.data() - text_.data()) + line.size();
      if (command < end) {
        lower_shell_text(text_.substr(command, end - command), static_cast<uint32_t>(command), out);
      }
      command = std::string_view::npos;
    });
  }

  std::string_view text_;
  size_t begin_;
  size_t end_;
};

// Length of a fence mark at the start of a line, 0 when there is none.
size_t fence_size(std::string_view line, char mark) {
  size_t size = 0;
  while (size < line.size() && line[size] == mark) ++size;
  return size >= 3 ? size : 0;
}

}  // namespace

void lower_markdown(const SourceFile& file, TextFacts& out) {
  const std::string_view text = file.text;
  bool in_comment = false;
  char mark = '\0';
  size_t size = 0;
  size_t content = 0;
  Language language = Language::kOther;
  for (size_t pos = 0; pos < text.size();) {
    const size_t end = std::min(text.find('\n', pos), text.size());
    const std::string_view line = trim(text.substr(pos, end - pos));
    const char first = line.empty() ? '\0' : line[0];
    if (mark != '\0') {
      const size_t closing = first == mark ? fence_size(line, mark) : 0;
      if (closing >= size && closing == line.size()) {
        Block(text, content, pos).lower(language, out);
        mark = '\0';
      }
    } else if (in_comment) {
      in_comment = line.find("-->") == std::string_view::npos;
    } else if (first == '`' || first == '~') {
      size = fence_size(line, first);
      const std::string_view info = line.substr(size);
      if (size > 0 && info.find('`') == std::string_view::npos) {
        mark = first;
        content = end + 1;
        language = language_of(info);
      }
    } else {
      const size_t comment = line.rfind("<!--");
      in_comment =
          comment != std::string_view::npos && line.find("-->", comment) == std::string_view::npos;
    }
    pos = end + 1;
  }
  if (mark != '\0' && content < text.size()) Block(text, content, text.size()).lower(language, out);
}

void lower_restructured_text(const SourceFile& file, TextFacts& out) {
  const std::string_view text = file.text;
  bool in_block = false;
  size_t indent = 0;
  size_t content = std::string_view::npos;
  Language language = Language::kOther;
  auto close = [&](size_t end) {
    if (in_block && content != std::string_view::npos)
      Block(text, content, end).lower(language, out);
    in_block = false;
    content = std::string_view::npos;
  };
  for (size_t pos = 0; pos < text.size();) {
    const size_t end = std::min(text.find('\n', pos), text.size());
    const std::string_view raw = text.substr(pos, end - pos);
    const std::string_view line = trim(raw);
    const size_t line_indent = raw.find_first_not_of(" \t");
    if (!line.empty() && in_block && line_indent <= indent) close(pos);
    if (in_block && !line.empty() && content == std::string_view::npos && line[0] != ':')
      content = pos;
    if (!in_block && line.starts_with(".. ")) {
      for (std::string_view name : {"code-block::", "code::", "prompt::", "sourcecode::"}) {
        if (!line.substr(3).starts_with(name)) continue;
        in_block = true;
        indent = line_indent;
        language = language_of(line.substr(3 + name.size()));
      }
    }
    pos = end + 1;
  }
  close(text.size());
}

}  // namespace npuport::config
