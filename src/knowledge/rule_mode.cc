#include "knowledge/rule_mode.h"

namespace npuport {

Mode mode_of(const Rule& rule, std::string_view name, const TransferTable& transfer,
             const Target& target) {
  const ModeRule& mode = rule.mode;
  switch (mode.kind) {
    case ModeRule::Kind::kFixed:
      return mode.fixed;
    case ModeRule::Kind::kTransfer: {
      const std::string_view api = mode.api.empty() ? name : std::string_view(mode.api);
      const TransferAnswer answer = transfer.ask(api, target);
      if (answer.coverage == Coverage::kUnknown) return mode.fixed;
      return answer.coverage == Coverage::kYes ? Mode::kAuto : Mode::kManual;
    }
    case ModeRule::Kind::kByRelease:
      for (const ModeRule::Step& step : mode.steps) {
        if (step.torch_npu.empty() || target.satisfies(step.torch_npu)) return step.mode;
      }
      return mode.fixed;
  }
  return mode.fixed;
}

}  // namespace npuport
