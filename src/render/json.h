// The JSON form of a report: the contract of schema/report.schema.json, version "1".
//
// A path that is not valid UTF-8 is written with U+FFFD for each such byte, and a member
// "path_bytes" beside it holds the exact path with those bytes (and '%') percent-encoded, so
// nothing is lost.
#pragma once

#include <string>
#include <string_view>

#include "assess/report.h"
#include "base/result.h"

namespace npuport {

std::string render_json(const Report& report);

// Reads what render_json wrote; rendering the result again gives the same bytes. Errors name the
// member that is missing or has the wrong type, and reports of another schema version.
Result<Report> parse_report(std::string_view json);

// The percent-encoded form of a path, and back. Every byte string survives the round trip.
std::string encode_path_bytes(std::string_view path);
std::string decode_path_bytes(std::string_view encoded);

}  // namespace npuport
