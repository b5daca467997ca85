// Answers of npuport query in every format.
#pragma once

#include <string>

#include "query/answer.h"
#include "render/phrases.h"
#include "render/terminal.h"

namespace npuport {

// schema/query.schema.json describes it.
std::string render_answers_json(const QueryResult& result);

std::string render_answers_markdown(const QueryResult& result, Language language);

// `style.verdict_only` leaves out what rules and pitfalls say.
std::string render_answers_terminal(const QueryResult& result, const TerminalStyle& style);

}  // namespace npuport
