#include "detect/dependency_evidence.h"

#include <algorithm>
#include <string>

namespace npuport {
namespace {

bool is_compatible(const Dependency& row) {
  return row.status == DependencyStatus::kCompatible ||
         row.status == DependencyStatus::kNotInvolved;
}

bool is_obstacle(const Dependency& row) {
  return row.status == DependencyStatus::kNeedsReplacement ||
         row.status == DependencyStatus::kUnsupported;
}

Dependency* find(std::vector<Dependency>& rows, const std::string& name) {
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [&](const Dependency& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

void ask_for_more(Dependency& row, const std::string& en, const std::string& zh) {
  row.status = DependencyStatus::kCompatibleWithPlugin;
  if (row.effort.high < 0.5) row.effort = {0, 0.2, 0.5};  // days: one option, and a test of it
  if (!row.advice.en.empty()) row.advice.en += ' ';
  row.advice.en += en;
  row.advice.zh += zh;
}

}  // namespace

void weigh_brought_packages(std::vector<Dependency>& rows) {
  for (const Dependency& brought : rows) {
    if (brought.need != DependencyNeed::kTransitive || !is_obstacle(brought)) continue;
    if (brought.parent == "torch") continue;  // goes away with its CUDA build
    Dependency* parent = find(rows, brought.parent);
    if (parent == nullptr || !is_compatible(*parent) || parent->declared.empty()) continue;
    const std::string instead =
        brought.replacement.empty() ? std::string() : " (" + brought.replacement + ")";
    ask_for_more(*parent,
                 "It brings " + brought.name +
                     ", which does not run on NPU as it is: install it with --no-deps, or put "
                     "the replacement" +
                     instead + " in first.",
                 "它会引入无法直接在 NPU 上运行的 " + brought.name +
                     "：安装时加 --no-deps，或先装好替代包" + instead + "。");
  }
}

void weigh_cuda_uses(const DetectContext& context, const std::vector<FileFindings>& found,
                     std::vector<Dependency>& rows) {
  constexpr uint32_t kAside = kTagTest | kTagDocs;
  for (const FileFindings& findings : found) {
    for (const Finding& finding : findings.findings()) {
      if (finding.rule->packages.empty() || finding.mode == Mode::kNone) continue;
      const SourceFile& file = context.project.file(finding.file);
      if ((file.tags & kAside) != 0) continue;
      for (const std::string& package : finding.rule->packages) {
        Dependency* row = find(rows, package);
        if (row == nullptr || !is_compatible(*row)) continue;
        const std::string place =
            file.path + ":" +
            std::to_string(file.lines.position(file.text, finding.span.begin).line);
        ask_for_more(*row, "The project uses it with CUDA (" + place + ").",
                     "项目在 " + place + " 处以 CUDA 方式使用它。");
      }
    }
  }
}

}  // namespace npuport
