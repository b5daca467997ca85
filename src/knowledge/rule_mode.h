// The mode of a rule for a name on a target.
#pragma once

#include <string_view>

#include "knowledge/rule.h"
#include "knowledge/target.h"
#include "knowledge/transfer_table.h"

namespace npuport {

// `name`: the qualified name that the rule matched; it counts when the rule asks the transfer table
// without naming a row.
Mode mode_of(const Rule& rule, std::string_view name, const TransferTable& transfer,
             const Target& target);

}  // namespace npuport
