// Parts of the JSON report that have a file of their own.
#pragma once

#include "assess/report.h"
#include "render/json_node.h"
#include "render/json_writer.h"

namespace npuport {

// The member "version_plan".
void json_version_plan(JsonWriter& w, const VersionPlan& plan);
VersionPlan read_version_plan(const JsonNode& n);

}  // namespace npuport
