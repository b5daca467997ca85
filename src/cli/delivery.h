// The last step of `analyze` and `report`: renderings to their places, then the gate.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "assess/report.h"
#include "base/result.h"
#include "cli/commands.h"
#include "cli/formats.h"
#include "cli/gate.h"

namespace npuport {

// OutputOptions, checked before any work is done.
struct Delivery {
  std::vector<OutputPlan> plans;
  RenderOptions render;
  std::vector<GateTerm> gate;
  bool quiet = false;
};
Result<Delivery> check_output_options(const OutputOptions& options, const Environment& environment);

// Calls `work` as the named stage; lets the caller time it.
using Staged = std::function<void(std::string_view name, const std::function<void()>& work)>;

// Writes every output, then checks the gate. kExitOk, kExitGate, or kExitUsage when an output could
// not be written.
int deliver(const Report& report, const Delivery& delivery, Console& console, const Staged& staged);

}  // namespace npuport
