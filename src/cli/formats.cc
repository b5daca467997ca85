#include "cli/formats.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "render/csv.h"
#include "render/json.h"
#include "render/markdown.h"
#include "render/terminal.h"

namespace npuport {
namespace {

struct FormatName {
  std::string_view name;
  Format format;
};
constexpr FormatName kFormats[] = {{"terminal", Format::kTerminal},
                                   {"json", Format::kJson},
                                   {"markdown", Format::kMarkdown},
                                   {"md", Format::kMarkdown},
                                   {"csv", Format::kCsv}};
constexpr FormatName kExtensions[] = {{"json", Format::kJson},
                                      {"md", Format::kMarkdown},
                                      {"markdown", Format::kMarkdown},
                                      {"csv", Format::kCsv},
                                      {"txt", Format::kTerminal}};

bool is_later(std::string_view name) { return name == "html" || name == "htm" || name == "sarif"; }

Error later(std::string_view name) {
  return {"the format " + std::string(name == "htm" ? "html" : name) +
          " comes in a later release; this one writes json, markdown, csv and terminal"};
}

template <size_t kSize>
std::optional<Format> find(const FormatName (&table)[kSize], std::string_view name) {
  for (const FormatName& entry : table) {
    if (entry.name == name) return entry.format;
  }
  return std::nullopt;
}

Result<Format> format_named(const std::string& name) {
  if (is_later(name)) return later(name);
  if (const auto format = find(kFormats, name)) return *format;
  return Error{"unknown format \"" + name + "\": expected json, markdown, csv or terminal"};
}

Result<Format> format_of_extension(const std::string& path) {
  const size_t slash = path.find_last_of('/');
  const std::string file = slash == std::string::npos ? path : path.substr(slash + 1);
  const size_t dot = file.find_last_of('.');
  std::string extension = dot == std::string::npos ? "" : file.substr(dot + 1);
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (is_later(extension)) return later(extension);
  if (const auto format = find(kExtensions, extension)) return *format;
  return Error{"the extension of \"" + path +
               "\" names no format: use .json, .md, .csv or .txt, or give --format"};
}

}  // namespace

Result<std::vector<OutputPlan>> plan_outputs(const std::vector<std::string>& formats,
                                             const std::vector<std::string>& outputs) {
  std::vector<OutputPlan> plans;
  if (formats.size() > std::max<size_t>(outputs.size(), 1)) {
    return Error{"more --format than --output: each needs a file of its own"};
  }
  for (size_t i = 0; i < std::max<size_t>(outputs.size(), 1); ++i) {
    OutputPlan plan;
    if (i < outputs.size() && outputs[i] != "-") plan.path = outputs[i];
    if (i < formats.size()) {
      const Result<Format> format = format_named(formats[i]);
      if (!format) return format.error();
      plan.format = format.value();
    } else if (!plan.path.empty()) {
      const Result<Format> format = format_of_extension(plan.path);
      if (!format) return format.error();
      plan.format = format.value();
    }
    for (const OutputPlan& other : plans) {
      if (other.path == plan.path) {
        return Error{"two outputs go to " + (plan.path.empty() ? "stdout" : plan.path)};
      }
    }
    plans.push_back(std::move(plan));
  }
  return plans;
}

std::string render(const Report& report, const OutputPlan& plan, const RenderOptions& options,
                   const Environment& environment) {
  switch (plan.format) {
    case Format::kJson:
      return render_json(report);
    case Format::kMarkdown:
      return render_markdown(report, options.language);
    case Format::kCsv:
      return render_csv(report, options.language);
    case Format::kTerminal:
      break;
  }
  const bool to_file = !plan.path.empty();
  TerminalStyle style;
  style.width = environment.width;
  style.color = environment.colors && !to_file;
  style.verdict_only = options.verdict_only;
  // A locale that cannot show Chinese gets English in ASCII, unless Chinese was asked for by name.
  style.unicode = to_file || environment.utf8 ||
                  (options.language_given && options.language == Language::kChinese);
  style.language = style.unicode ? options.language : Language::kEnglish;
  return render_terminal(report, style);
}

}  // namespace npuport
