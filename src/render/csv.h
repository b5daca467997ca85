// Findings for spreadsheets: RFC 4180 with CRLF line ends and a UTF-8 byte order mark, so that
// office programs of every locale read Chinese right. A cell that such a program would run as a
// formula (it starts with = + - @, a tab or a line end) gets a leading apostrophe. Scripts should
// read the JSON.
#pragma once

#include <string>

#include "assess/report.h"
#include "render/phrases.h"

namespace npuport {

std::string render_csv(const Report& report, Language language);

}  // namespace npuport
