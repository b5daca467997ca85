// A rule as JSON, for npuport rules and npuport explain.
#pragma once

#include "knowledge/rule.h"
#include "render/json_writer.h"

namespace npuport {

void write_rule(JsonWriter& w, const Rule& rule);

}  // namespace npuport
