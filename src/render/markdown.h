// The Markdown report: the headings and order of the migration method's output format, in English
// or Chinese. The headings are the method's own and the same in both languages, because people and
// scripts look for them; everything under them is in the language asked for.
#pragma once

#include <string>

#include "assess/report.h"
#include "render/phrases.h"

namespace npuport {

std::string render_markdown(const Report& report, Language language);

}  // namespace npuport
