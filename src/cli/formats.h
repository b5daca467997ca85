// Output formats, and which of them goes where.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assess/report.h"
#include "base/result.h"
#include "cli/environment.h"

namespace npuport {

enum class Format : uint8_t { kTerminal, kJson, kMarkdown, kCsv };

// Where one rendering goes; an empty path is stdout.
struct OutputPlan {
  Format format = Format::kTerminal;
  std::string path;
};

// Pairs the n-th --format with the n-th --output; an output without a format is decided by its
// extension, one format without any output goes to stdout, "-" is stdout. Without both: the
// terminal report. Errors: unknown or not yet available formats, more formats than outputs, two
// outputs to one place.
Result<std::vector<OutputPlan>> plan_outputs(const std::vector<std::string>& formats,
                                             const std::vector<std::string>& outputs);

struct RenderOptions {
  Language language = Language::kEnglish;
  bool language_given = false;  // by option, not by locale
  bool verdict_only = false;
};

std::string render(const Report& report, const OutputPlan& plan, const RenderOptions& options,
                   const Environment& environment);

}  // namespace npuport
