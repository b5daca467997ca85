// The report on one screen: verdict first, blockers, the six domains, the largest causes, the next
// step. Paths are never cut; prose is wrapped to the width, counting East Asian characters as two
// cells.
#pragma once

#include <cstddef>
#include <string>

#include "assess/report.h"
#include "render/phrases.h"

namespace npuport {

struct TerminalStyle {
  Language language = Language::kEnglish;
  size_t width = 100;   // cells; at least 40 are used
  bool color = false;   // ANSI colours
  bool unicode = true;  // false: ASCII bars, and '?' for what ASCII cannot show
  bool verdict_only = false;
};

std::string render_terminal(const Report& report, const TerminalStyle& style);

}  // namespace npuport
