// Findings for the device strings that were collected.
#include <algorithm>

#include "detect/device_values.h"

namespace npuport {
namespace {

// torch.device("cuda") == x.device: the literal stands in a device object.
bool in_compared_object(const Project& project, FileId file, NodeId literal) {
  const PythonFacts& f = project.python(file);
  const auto& parents = project.index(file).parents;
  NodeId at = literal;
  bool object = false;
  for (int steps = 0; steps < 4 && parents[at] != kNone; ++steps) {
    at = parents[at];
    if (f.nodes[at].kind == NodeKind::kCall) object = true;
    if (f.nodes[at].kind == NodeKind::kCompare) return object;
  }
  return false;
}

const char* rule_id(DeviceRole role) {
  switch (role) {
    case DeviceRole::kDefault:
      return "device-default";
    case DeviceRole::kCompare:
      return "device-type-compare";
    case DeviceRole::kObjectCompare:
      return "device-object-compare";
    default:
      return "device-literal";
  }
}

}  // namespace

DeviceReporter::DeviceReporter(const DetectContext& context, const std::vector<DeviceFacts>& all)
    : context_(context), all_(all) {
  for (const DeviceFacts& facts : all) {
    for (const DeviceUse& use : facts.uses) {
      if (use.manual) manual_origins_.emplace_back(use.origin_file, use.origin);
    }
  }
  std::sort(manual_origins_.begin(), manual_origins_.end());
}

void DeviceReporter::report(FileFindings& findings) const {
  const FileId file = findings.file();
  const Project& project = context_.project;
  const DeviceFacts& facts = all_[file];
  for (const DeviceLiteral& literal : facts.literals) {
    if (findings.claimed(literal.node)) continue;
    const bool object =
        literal.role == DeviceRole::kArgument && in_compared_object(project, file, literal.node);
    const Rule* rule =
        context_.rules.find(rule_id(object ? DeviceRole::kObjectCompare : literal.role));
    if (rule == nullptr) continue;
    Finding& finding =
        findings.add_python(*rule, project.span(file, literal.node), literal.node, literal.sink);
    if (finding.guard == GuardState::kNpuHandled) continue;
    const bool manual = literal.mode == Mode::kManual || object ||
                        std::binary_search(manual_origins_.begin(), manual_origins_.end(),
                                           std::pair(file, literal.node));
    finding.mode = manual ? Mode::kManual : Mode::kAuto;
    if (literal.confidence < finding.confidence) finding.confidence = literal.confidence;
    const uint32_t patch = project.index(file).patch_offset;
    if (finding.mode == Mode::kAuto && patch != kNone && finding.span.begin > patch) {
      apply_guard(finding, GuardState::kNpuHandled);
    }
  }
  for (const DeviceUse& use : facts.uses) {
    if (!use.report) continue;
    const Rule* rule = context_.rules.find(rule_id(use.role));
    if (rule == nullptr) continue;
    const Span span = project.span(file, use.place);
    if (use.origin_file == file && use.origin == use.place) continue;
    Finding& finding =
        findings.add_python(*rule, span, use.place, std::string(project.text(file, span)));
    if (finding.guard != GuardState::kNpuHandled) finding.mode = Mode::kManual;
  }
}

}  // namespace npuport
