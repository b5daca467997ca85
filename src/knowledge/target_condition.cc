#include "knowledge/target_condition.h"

#include <algorithm>

namespace npuport {
namespace {

bool bound_holds(const std::optional<VersionBound>& bound, const std::string& text) {
  if (!bound) return true;
  const std::optional<Version> version = Version::parse(text == "master" ? "999" : text);
  return version && bound->holds(*version);
}

}  // namespace

bool TargetCondition::holds(const Target& target) const {
  if (!soc.empty() && std::find(soc.begin(), soc.end(), target.soc) == soc.end()) return false;
  return bound_holds(torch, target.torch) && bound_holds(torch_npu, target.torch_npu) &&
         bound_holds(release, target.release) && bound_holds(cann, target.cann) &&
         bound_holds(python, target.python);
}

}  // namespace npuport
