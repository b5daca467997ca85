// Effort classes of rules: days of one engineer.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "knowledge/rule.h"

namespace npuport {

// Class name -> days, from effort.yaml. The classes none, trivial, small, medium and large exist.
using EffortClasses = std::map<std::string, Effort, std::less<>>;

Result<EffortClasses> parse_effort_classes(std::string_view yaml);

}  // namespace npuport
