// Dockerfiles and Singularity definition files.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "syntax/config/lowering.h"
#include "syntax/shell/shell.h"

namespace npuport::config {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view trim(std::string_view text) {
  while (!text.empty() && (is_blank(text.front()) || text.front() == '\n')) text.remove_prefix(1);
  while (!text.empty() && (is_blank(text.back()) || text.back() == '\n')) text.remove_suffix(1);
  return text;
}

std::string upper_case(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return upper;
}

class DockerfileLowering {
 public:
  DockerfileLowering(std::string_view text, TextFacts& out) : text_(text), out_(out) {}

  void run() {
    size_t pos = 0;
    while (pos < text_.size()) {
      const size_t end = line_end(pos);
      const std::string_view line = trim(text_.substr(pos, end - pos));
      if (line.empty() || line[0] == '#') {
        pos = end + 1;
        continue;
      }
      const size_t begin = static_cast<size_t>(line.data() - text_.data());
      const size_t last = instruction_end(begin);
      instruction(text_.substr(begin, last - begin), 0);
      pos = last + 1;
    }
  }

 private:
  size_t line_end(size_t pos) const { return std::min(text_.find('\n', pos), text_.size()); }
  uint32_t offset(std::string_view part) const {
    return static_cast<uint32_t>(part.data() - text_.data());
  }
  Span span(std::string_view part) const {
    return {offset(part), offset(part) + static_cast<uint32_t>(part.size())};
  }

  // Continuation lines, comments between them, and here-documents belong to the instruction.
  size_t instruction_end(size_t begin) const {
    size_t pos = begin;
    size_t end = line_end(pos);
    while (true) {
      const std::string_view line = trim(text_.substr(pos, end - pos));
      const bool skipped = pos > begin && (line.empty() || line[0] == '#');
      if (!skipped && !line.ends_with('\\')) break;
      if (end >= text_.size()) break;
      pos = end + 1;
      end = line_end(pos);
    }
    return heredoc_end(text_.substr(begin, end - begin), end);
  }

  size_t heredoc_end(std::string_view instruction, size_t end) const {
    const size_t mark = instruction.find("<<");
    if (mark == std::string_view::npos) return end;
    size_t begin = mark + 2;
    while (begin < instruction.size() &&
           std::string_view("-\"'").find(instruction[begin]) != std::string_view::npos) {
      ++begin;
    }
    size_t stop = begin;
    while (stop < instruction.size() && !is_blank(instruction[stop]) &&
           std::string_view("\"'\n;&|>").find(instruction[stop]) == std::string_view::npos) {
      ++stop;
    }
    const std::string_view delimiter = instruction.substr(begin, stop - begin);
    if (delimiter.empty() || lost_heredocs_ > 8) return end;
    for (size_t pos = end + 1; pos < text_.size();) {
      const size_t line = line_end(pos);
      if (trim(text_.substr(pos, line - pos)) == delimiter) return line;
      pos = line + 1;
    }
    ++lost_heredocs_;
    return end;
  }

  void instruction(std::string_view text, int depth) {
    const size_t space = std::min(text.find_first_of(" \t\\"), text.size());
    const std::string keyword = upper_case(text.substr(0, space));
    std::string_view rest = text.substr(space);
    while (!rest.empty() && (is_blank(rest.front()))) rest.remove_prefix(1);
    if (keyword == "FROM") {
      from(rest);
    } else if (keyword == "ARG" || keyword == "ENV") {
      assignments(rest, keyword == "ARG");
    } else if (keyword == "RUN" || keyword == "CMD" || keyword == "ENTRYPOINT") {
      command(skip_flags(rest));
    } else if (keyword == "HEALTHCHECK") {
      rest = skip_flags(rest);
      if (upper_case(rest.substr(0, 4)) == "CMD ") command(trim(rest.substr(4)));
    } else if (keyword == "ONBUILD" && depth < 4) {
      instruction(rest, depth + 1);
    } else if (keyword == "COPY") {
      copy(rest);
    }
  }

  // "--mount=type=cache,... --network=host" before the command.
  static std::string_view skip_flags(std::string_view text) {
    while (true) {
      text = skip_continuation(text);
      if (!text.starts_with("--")) return text;
      text.remove_prefix(std::min(text.find_first_of(" \t\n"), text.size()));
    }
  }

  static std::string_view skip_continuation(std::string_view text) {
    while (!text.empty()) {
      if (is_blank(text[0]) || text[0] == '\n') {
        text.remove_prefix(1);
      } else if (text[0] == '\\' && text.size() > 1 && (text[1] == '\n' || text[1] == '\r')) {
        text.remove_prefix(2);
      } else {
        break;
      }
    }
    return text;
  }

  std::vector<std::string_view> split(std::string_view text) const {
    std::vector<std::string_view> words;
    while (words.size() < 16) {
      text = skip_continuation(text);
      if (text.empty()) break;
      const size_t end = std::min(text.find_first_of(" \t\r\n"), text.size());
      words.push_back(text.substr(0, end));
      text.remove_prefix(end);
    }
    return words;
  }

  void from(std::string_view rest) {
    std::vector<std::string_view> words = split(rest);
    while (!words.empty() && words[0].starts_with("--")) words.erase(words.begin());
    if (words.empty()) return;
    std::string_view name = words[0];
    if (name.size() >= 2 && name[0] == '"' && name.back() == '"')
      name = name.substr(1, name.size() - 2);
    add_image(name);
    if (words.size() >= 3 && upper_case(words[1]) == "AS") stages_.insert(std::string(words[2]));
    after_from_ = true;
  }

  void copy(std::string_view rest) {
    for (std::string_view word : split(rest)) {
      if (!word.starts_with("--from=")) continue;
      const std::string_view name = word.substr(7);
      const bool number = name.find_first_not_of("0123456789") == std::string_view::npos;
      if (!number && name.find_first_of("/:") != std::string_view::npos) add_image(name);
    }
  }

  void add_image(std::string_view name) {
    if (name.empty() || name == "scratch" || stages_.count(std::string(name)) > 0) return;
    Span place = span(name);
    std::string expanded = expand(name, place);
    out_.images.push_back({std::move(expanded), place});
  }

  struct Argument {
    std::string value;
    Span span;
  };

  // "${BASE:-x}" from the ARG defaults. When the whole name is one variable, its default is the
  // place.
  std::string expand(std::string_view name, Span& place) const {
    std::string out;
    for (size_t i = 0; i < name.size();) {
      if (name[i] != '$') {
        out += name[i++];
        continue;
      }
      const bool braces = i + 1 < name.size() && name[i + 1] == '{';
      const size_t begin = i + (braces ? 2 : 1);
      size_t end = begin;
      while (end < name.size() &&
             (name[end] == '_' || std::isalnum(static_cast<unsigned char>(name[end])))) {
        ++end;
      }
      size_t stop = end;
      std::string_view fallback;
      if (braces) {
        stop = std::min(name.find('}', end), name.size());
        if (name.substr(end).starts_with(":-")) fallback = name.substr(end + 2, stop - end - 2);
        stop = std::min(stop + 1, name.size());
      }
      const auto found = arguments_.find(std::string(name.substr(begin, end - begin)));
      if (found != arguments_.end() && !found->second.value.empty()) {
        out += found->second.value;
        if (i == 0 && stop == name.size()) place = found->second.span;
      } else if (!fallback.empty()) {
        out += fallback;
      } else {
        out += name.substr(i, stop - i);
      }
      i = std::max(stop, i + 1);
    }
    return out;
  }

  // NAME=value NAME="v w" or the old "NAME value".
  void assignments(std::string_view rest, bool is_argument) {
    const std::vector<std::string_view> words = split(rest);
    if (words.empty()) return;
    const size_t first = out_.environment.size();
    if (words[0].find('=') != std::string_view::npos) {
      TextFacts facts;
      lower_shell_text(rest, offset(rest), facts, {.docker = true});
      for (EnvAssignment& assignment : facts.environment) {
        out_.environment.push_back(std::move(assignment));
      }
    } else if (!is_argument && words.size() >= 2) {
      const std::string_view value = trim(rest.substr(words[0].size()));
      out_.environment.push_back(
          {std::string(words[0]),
           std::string(value),
           span(words[0]),
           {offset(words[0]), offset(value) + static_cast<uint32_t>(value.size())}});
    }
    if (!is_argument) return;
    for (size_t i = first; i < out_.environment.size(); ++i) {
      const EnvAssignment& assignment = out_.environment[i];
      const auto size = static_cast<uint32_t>(assignment.value.size());
      Span value = {assignment.span.end - std::min(size, assignment.span.end), assignment.span.end};
      if (value.end > value.begin && text_.substr(value.begin, size) != assignment.value) {
        value = {value.begin - 1, value.end - 1};  // closing quote
      }
      arguments_[assignment.name] = {assignment.value, value};
    }
  }

  void command(std::string_view rest) {
    if (!rest.starts_with('[') || !exec_form(rest)) {
      lower_shell_text(rest, offset(rest), out_, {.docker = true});
    }
  }

  // ["python", "serve.py"]
  bool exec_form(std::string_view rest) {
    const document::Document document = document::read_json(rest);
    if (document.root() == document::kNoNode || !document.problems().empty()) return false;
    Command command;
    for (document::Id item : document::children(document, document.root())) {
      if (!document.is_scalar(item)) return false;
      command.words.push_back(word_of(document[item], offset(rest)));
    }
    if (command.words.empty()) return true;
    command.span = {command.words.front().span.begin, command.words.back().span.end};
    add_command(std::move(command), text_, out_);
    return true;
  }

  std::string_view text_;
  TextFacts& out_;
  std::unordered_set<std::string> stages_;
  std::unordered_map<std::string, Argument> arguments_;
  bool after_from_ = false;
  mutable int lost_heredocs_ = 0;
};

}  // namespace

void lower_dockerfile(const SourceFile& file, TextFacts& out) {
  DockerfileLowering(file.text, out).run();
}

// "From: image" and the shell sections %post, %environment, %runscript, %test.
void lower_singularity(const SourceFile& file, TextFacts& out) {
  const std::string_view text = file.text;
  size_t section_begin = std::string_view::npos;
  auto close_section = [&](size_t end) {
    if (section_begin < end) {
      lower_shell_text(text.substr(section_begin, end - section_begin),
                       static_cast<uint32_t>(section_begin), out);
    }
    section_begin = std::string_view::npos;
  };
  for (size_t pos = 0; pos < text.size();) {
    const size_t end = std::min(text.find('\n', pos), text.size());
    const std::string_view line = trim(text.substr(pos, end - pos));
    if (line.starts_with('%')) {
      close_section(pos);
      for (std::string_view name :
           {"%post", "%environment", "%runscript", "%startscript", "%test"}) {
        if (line.starts_with(name)) section_begin = std::min(end + 1, text.size());
      }
    } else if (section_begin == std::string_view::npos &&
               upper_case(line.substr(0, 5)) == "FROM:") {
      const std::string_view name = trim(line.substr(5));
      const auto begin = static_cast<uint32_t>(name.data() - text.data());
      out.images.push_back(
          {std::string(name), {begin, begin + static_cast<uint32_t>(name.size())}});
    }
    pos = end + 1;
  }
  close_section(text.size());
}

}  // namespace npuport::config
