#include "detect/context.h"

#include <algorithm>

#include "detect/guards.h"
#include "knowledge/rule_mode.h"

namespace npuport {

Mode mode_for(const DetectContext& context, const Rule& rule, std::string_view name) {
  return mode_of(rule, name, context.knowledge.transfer(), context.target);
}

void apply_guard(Finding& finding, GuardState state) {
  finding.guard = state;
  switch (state) {
    case GuardState::kNpuHandled:
    case GuardState::kTypeChecking:
      finding.mode = Mode::kNone;
      finding.risk = Risk::kNone;
      break;
    case GuardState::kOptionalImport:
    case GuardState::kBuildSwitch:
      if (finding.risk > Risk::kMedium) finding.risk = Risk::kMedium;
      break;
    default:
      break;
  }
}

namespace {

// What the rule says for this target in particular.
void apply_target(Finding& finding, std::string_view name, const Target& target) {
  for (const TargetVariant& variant : finding.rule->targets) {
    const std::vector<std::string>& names = variant.names;
    if (!names.empty() && std::find(names.begin(), names.end(), name) == names.end()) continue;
    if (!variant.when.holds(target)) continue;
    if (variant.mode) finding.mode = *variant.mode;
    if (variant.risk) finding.risk = *variant.risk;
    finding.notes_en.push_back(variant.note.en);
    finding.notes_zh.push_back(variant.note.zh);
    finding.sources.insert(finding.sources.end(), variant.sources.begin(), variant.sources.end());
  }
}

}  // namespace

Finding& FileFindings::add(const Rule& rule, Span span, std::string name) {
  Finding finding;
  finding.rule = &rule;
  finding.file = file_;
  finding.span = span;
  finding.mode = mode_for(context_, rule, name);
  finding.risk = finding.mode == Mode::kNone && rule.risk > Risk::kLow ? Risk::kLow : rule.risk;
  finding.confidence = rule.confidence;
  if (!rule.targets.empty()) apply_target(finding, name, context_.target);
  finding.cause = rule.id;
  finding.values["name"] = name;
  finding.values["text"] = std::string(context_.project.text(file_, span));
  // What a document says is prose, except for how to install.
  const bool installs = rule.domain == 1 || rule.domain == 4;
  if (context_.project.file(file_).kind == FileKind::kMarkdown && !installs) {
    finding.mode = Mode::kNone;
    finding.risk = Risk::kNone;
  }
  if (!rule.table.empty()) context_.knowledge.fill_from_table(rule.table, name, finding.values);
  finding.name = std::move(name);
  places_.insert(key(span, rule.domain));
  findings_.push_back(std::move(finding));
  return findings_.back();
}

Finding& FileFindings::add_python(const Rule& rule, Span span, NodeId at, std::string name) {
  Finding& finding = add(rule, span, std::move(name));
  apply_guard(finding, guard_state(context_.project, file_, at));
  finding.import_time = context_.project.runs_at_import(file_, at);
  // A build script runs before anything could patch torch.
  if (finding.mode == Mode::kAuto && context_.project.file(file_).path.ends_with("setup.py")) {
    finding.mode = Mode::kManual;
  }
  const uint32_t patch = context_.project.index(file_).patch_offset;
  if (finding.mode == Mode::kAuto && patch != kNone && span.begin > patch) {
    // The file patches torch before this place runs.
    apply_guard(finding, GuardState::kNpuHandled);
  }
  return finding;
}

}  // namespace npuport
