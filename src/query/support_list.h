// How the vendor's API lists are read. A row whose restrictions are only dtypes says what the
// vendor tests, not what fails; a name that is in no list is unverified, not unsupported.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "knowledge/native_api.h"
#include "knowledge/target.h"
#include "query/answer.h"

namespace npuport {

// The reading of one list entry for one chip.
AnswerStatus reading_of(const NativeApiEntry& entry, std::string_view soc);

// What the lists say for the target's torch, what they restrict there, and how that changes over
// the versions. Nothing when no list has the name. When only other torch versions list it, the
// status is unverified for this one.
std::optional<AnswerStatus> add_support_list(const NativeApiTable& table, const std::string& name,
                                             const Target& target, AnswerEntry& entry);

}  // namespace npuport
