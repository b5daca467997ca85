// The spellings of enumerations in every machine-readable output and on the command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "assess/report.h"

namespace npuport {

std::string_view name_of(Mode mode);                // none, auto, manual
std::string_view name_of(Risk risk);                // none, low, medium, high, blocker
std::string_view name_of(Confidence confidence);    // low, medium, high
std::string_view name_of(GuardState guard);         // none, optional_import, npu_handled, ...
std::string_view name_of(DependencyStatus status);  // compatible, needs_replacement, ...
std::string_view name_of(DependencyNeed need);      // required, optional, ...
std::string_view name_of(Feasibility feasibility);  // not_assessed, feasible, ...
std::string_view name_of(WithoutCuda fate);         // unknown, fails, skips, stub

// The value spelled `name`, or nothing.
template <typename Enum>
std::optional<Enum> value_named(std::string_view name);

// One FileTag bit and its name.
struct FileTagName {
  uint8_t bit;
  std::string_view name;
};
inline constexpr FileTagName kFileTagNames[] = {
    {1 << 0, "vendored"}, {1 << 1, "generated"}, {1 << 2, "test"},
    {1 << 3, "example"},  {1 << 4, "docs"},
};

}  // namespace npuport
