#include "knowledge/rule_parts.h"
#include "knowledge/version.h"

namespace npuport {

Mode read_mode_word(const DataNode& node, ProblemLog& log) {
  return read_enum(node, {{"auto", Mode::kAuto}, {"manual", Mode::kManual}, {"none", Mode::kNone}},
                   Mode::kManual, log);
}

namespace {

ModeRule read_transfer(const DataNode& node, ProblemLog& log) {
  ModeRule mode;
  mode.kind = ModeRule::Kind::kTransfer;
  if (!check_keys(node, {"transfer", "otherwise"}, log)) return mode;
  if (const DataNode* transfer = require(node, "transfer", log)) {
    mode.api = read_text(*transfer, log);
    if (mode.api == "true") mode.api.clear();
  }
  if (const DataNode* otherwise = node.find("otherwise")) {
    mode.fixed = read_mode_word(*otherwise, log);
  }
  return mode;
}

ModeRule read_steps(const DataNode& node, ProblemLog& log) {
  ModeRule mode;
  mode.kind = ModeRule::Kind::kByRelease;
  if (node.items.empty()) log.add(node, "expected at least one step");
  for (const DataNode& item : node.items) {
    if (!check_keys(item, {"torch_npu", "mode"}, log)) continue;
    ModeRule::Step& step = mode.steps.emplace_back();
    if (const DataNode* word = require(item, "mode", log)) step.mode = read_mode_word(*word, log);
    const DataNode* bound = item.find("torch_npu");
    if (bound != nullptr) {
      step.torch_npu = read_text(*bound, log);
      if (!step.torch_npu.empty() && !VersionBound::parse(step.torch_npu)) {
        log.add(*bound, "expected a version bound such as \">=2.6,<2.8\"; found \"" +
                            step.torch_npu.substr(0, 64) + "\"");
      }
    } else if (&item != &node.items.back()) {
      log.add(item, "only the last step may leave out \"torch_npu\"; later steps would never hold");
    }
  }
  return mode;
}

}  // namespace

ModeRule read_mode(const DataNode& node, ProblemLog& log) {
  if (node.is_map()) return read_transfer(node, log);
  if (node.is_list()) return read_steps(node, log);
  ModeRule mode;
  mode.fixed = read_mode_word(node, log);
  return mode;
}

}  // namespace npuport
