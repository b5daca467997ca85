// Calls of APIs that the vendor's support lists say something against, for the target's torch.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "detect/context.h"
#include "detect/detection.h"
#include "knowledge/native_signal.h"

namespace npuport {

// The rows of the lists that are signals on a target. Built once per analysis.
class NativeApiIndex {
 public:
  NativeApiIndex(const Project& project, const Knowledge& knowledge, const Target& target);

  // An API's last name: what a call must end in to be worth resolving.
  bool ends_in(Symbol last) const { return last_names_.contains(last); }
  // nullptr when the lists have nothing against it.
  const NativeApiNote* find(std::string_view qualified_name) const;

 private:
  std::unordered_map<std::string, NativeApiNote> notes_;
  std::unordered_set<Symbol> last_names_;
};

// The calls of one file, in source order. A place where a rule has already reported something is
// left to the rule; APIs that are marked as unsupported also become findings.
std::vector<NativeApiCall> detect_native_apis(const DetectContext& context,
                                              const NativeApiIndex& index, FileFindings& findings);

}  // namespace npuport
