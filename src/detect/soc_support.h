// What the vendor's API lists say about a chip, at the sites that use the API.
#pragma once

#include <vector>

#include "detect/context.h"

namespace npuport {

// On 950: a note at findings whose API the list of the target's torch does not validate for 950DT
// although it does for A2 or A3. The documents do not tell "not tried" from "impossible", so mode
// and risk stay. Nothing on other chips, nor for a torch without a list.
void note_unvalidated(const DetectContext& context, std::vector<Finding>& findings);

}  // namespace npuport
