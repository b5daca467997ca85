// requirements*.txt, constraints*.txt, *.in: pip's requirement file format.
#include <array>
#include <string>

#include "syntax/manifest/lowering.h"
#include "syntax/manifest/text.h"

namespace npuport::manifest {
namespace {

// The value of "--opt value", "--opt=value" or "-o value"; empty when `line` is another option.
std::string_view option_value(std::string_view line, std::string_view name) {
  if (!line.starts_with(name)) return {};
  std::string_view rest = line.substr(name.size());
  if (rest.empty()) return {};
  const bool is_long = name.starts_with("--");
  if (rest[0] == '=') {
    rest.remove_prefix(1);
  } else if (!is_blank(rest[0]) && is_long) {
    return {};
  }
  rest = trim(rest);
  if (rest.size() >= 2 && (rest[0] == '"' || rest[0] == '\'')) {
    const size_t close = rest.find(rest[0], 1);
    if (close != std::string_view::npos) return rest.substr(1, close - 1);
  }
  return rest;
}

std::string_view first_word(std::string_view text) {
  return text.substr(0, text.find_first_of(" \t"));
}

constexpr size_t kMaxOptions = 50'000;

struct Options {
  static constexpr std::array<std::string_view, 5> kIndex = {"--extra-index-url", "--index-url",
                                                             "-i", "--find-links", "-f"};
  static constexpr std::array<std::string_view, 4> kFiles = {"--requirement", "-r", "--constraint",
                                                             "-c"};
  static constexpr std::array<std::string_view, 2> kEditable = {"--editable", "-e"};
};

void option_line(std::string_view line, uint32_t offset, const Context& context, TextFacts& out) {
  auto at = [&](std::string_view part) {
    const auto begin = offset + static_cast<uint32_t>(part.data() - line.data());
    return Span{begin, begin + static_cast<uint32_t>(part.size())};
  };
  if (out.indexes.size() + out.includes.size() >= kMaxOptions) return;
  for (std::string_view name : Options::kIndex) {
    const std::string_view value = first_word(option_value(line, name));
    if (value.empty()) continue;
    out.indexes.push_back({std::string(name), std::string(value), at(value)});
    return;
  }
  for (std::string_view name : Options::kFiles) {
    const std::string_view value = option_value(line, name);
    if (value.empty()) continue;
    out.includes.emplace_back(value);
    return;
  }
  for (std::string_view name : Options::kEditable) {
    const std::string_view value = option_value(line, name);
    if (value.empty()) continue;
    const size_t before = out.requirements.size();
    add_requirement(value, at(value).begin, context, out);
    if (out.requirements.size() > before) out.requirements.back().editable = true;
    return;
  }
}

// The comment of a line starts at a '#' that stands first or after a blank.
size_t comment_start(std::string_view line) {
  for (size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1)) {
    if (at == 0 || is_blank(line[at - 1])) return at;
  }
  return line.size();
}

Context file_context(std::string_view path) {
  const std::string name = lower_case(base_name(path));
  Context context;
  if (name.find("constraint") != std::string::npos) {
    context.source = RequirementSource::kConstraint;
    return context;
  }
  std::string_view stem = std::string_view(name).substr(0, name.rfind('.'));
  const bool in_folder = path.find("requirements/") != std::string_view::npos;
  const bool is_development = is_development_name(stem);
  if (is_development || (in_folder && stem == "build")) {
    context.source = is_development ? RequirementSource::kDevelopment : RequirementSource::kBuild;
    context.group = stem;
  }
  return context;
}

}  // namespace

bool is_development_name(std::string_view name) {
  static constexpr std::array<std::string_view, 21> kWords = {
      "dev",    "devel", "develop", "development", "test",     "tests",     "testing",
      "doc",    "docs",  "lint",    "linting",     "linter",   "ci",        "typing",
      "format", "style", "pytest",  "quality",     "coverage", "codestyle", "precommit"};
  const std::string normalized = normalize_name(name);
  std::string_view rest = normalized;
  while (!rest.empty()) {
    const size_t dash = std::min(rest.find('-'), rest.size());
    for (std::string_view word : kWords) {
      if (rest.substr(0, dash) == word) return true;
    }
    rest.remove_prefix(std::min(dash + 1, rest.size()));
  }
  return false;
}

void requirement_line(std::string_view line, uint32_t offset, const Context& context,
                      TextFacts& out) {
  while (!line.empty() && is_blank(line.front())) {
    line.remove_prefix(1);
    ++offset;
  }
  line = trim(line.substr(0, comment_start(line)));
  if (line.empty()) return;
  if (line[0] == '-') return option_line(line, offset, context, out);
  // "torch --index-url https://..." stands in conda pip lists.
  const size_t option = line.find(" --");
  if (option != std::string_view::npos) {
    option_line(line.substr(option + 1), offset + static_cast<uint32_t>(option) + 1, context, out);
  }
  if (line.size() >= 2 && (line[0] == '"' || line[0] == '\'') && line.back() == line[0]) {
    return add_requirement(line.substr(1, line.size() - 2), offset + 1, context, out);
  }
  add_requirement(line, offset, context, out);
}

void lower_requirements(const SourceFile& file, TextFacts& out) {
  const Context context = file_context(file.path);
  const std::string_view text = file.text;
  std::string joined;  // continuation lines with the marks blanked, so that offsets stay
  for (size_t pos = 0; pos < text.size();) {
    const size_t begin = pos;
    size_t end = std::min(text.find('\n', pos), text.size());
    std::string_view line = text.substr(begin, end - begin);
    if (trim(line).ends_with('\\') && comment_start(line) == line.size()) {
      joined.clear();
      while (true) {
        const size_t mark = line.rfind('\\');
        joined.append(line.substr(0, mark)).append(line.size() - mark + 1, ' ');
        if (end >= text.size()) break;
        const size_t next = end + 1;
        end = std::min(text.find('\n', next), text.size());
        line = text.substr(next, end - next);
        if (!trim(line).ends_with('\\')) {
          joined += line;
          break;
        }
      }
      line = joined;
    }
    requirement_line(line, static_cast<uint32_t>(begin), context, out);
    pos = end + 1;
  }
}

}  // namespace npuport::manifest
