// --fail-on: conditions under which a finished analysis exits with 1.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assess/report.h"
#include "base/result.h"

namespace npuport {

// One condition. Guarded sites and sites in tests, examples and documentation never count.
struct GateTerm {
  enum class Kind : uint8_t { kAny, kManual, kAuto, kBlocker, kUnknownPackage, kRisk };
  Kind kind = Kind::kAny;
  Risk risk = Risk::kNone;  // kRisk: at least this
  std::string text;         // as given
};

// "manual,blocker", "risk>=high": separated by commas, any of them fails.
Result<std::vector<GateTerm>> parse_gate(const std::vector<std::string>& options);

// The conditions that hold, each as a line for a person: "blocker: 2 sites, first csrc/a.cu:14".
std::vector<std::string> failed_gates(const Report& report, const std::vector<GateTerm>& terms);

}  // namespace npuport
