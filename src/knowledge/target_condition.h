// When a statement about the target holds: the "when" of a rule's `targets` and of a limit of a
// SoC.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "knowledge/target.h"
#include "knowledge/version.h"

namespace npuport {

// All that is given must hold. A part of the target that is not known satisfies no bound on it.
struct TargetCondition {
  std::optional<VersionBound> torch;
  std::optional<VersionBound> torch_npu;
  std::optional<VersionBound> release;  // of torch_npu: "<7.3.0"; what is not released is newest
  std::optional<VersionBound> cann;
  std::optional<VersionBound> python;
  std::vector<std::string> soc;  // any of

  // "release <7.3.0, soc 310P": as the rule writes it.
  std::string words;

  bool holds(const Target& target) const;
};

}  // namespace npuport
