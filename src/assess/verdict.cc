#include "assess/verdict.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>

namespace npuport {
namespace {

// "1 blocker", "3 blockers"
std::string counted(size_t n, std::string_view singular, std::string_view plural) {
  return std::to_string(n) + " " + std::string(n == 1 ? singular : plural);
}

size_t count_status(const Report& report, DependencyStatus status) {
  return static_cast<size_t>(
      std::count_if(report.dependencies.begin(), report.dependencies.end(),
                    [&](const DependencyRow& row) { return row.status == status; }));
}

std::string summary_en(const Report& report, const WorkTotals& work, size_t blockers) {
  if (report.findings.empty() && report.dependencies.empty()) {
    return "No CUDA or NVIDIA dependency was found in the files that were read.";
  }
  std::string out =
      blockers == 0 ? "No blocker was found" : counted(blockers, "blocker", "blockers");
  out += "; " + counted(work.manual, "site", "sites") + " to edit by hand and " +
         std::to_string(work.automatic) + " covered by transfer_to_npu, " +
         counted(work.causes, "cause", "causes") + " in " + counted(work.files, "file", "files");
  if (work.guarded > 0) out += "; " + std::to_string(work.guarded) + " behind a guard";
  if (work.aside > 0) out += "; " + std::to_string(work.aside) + " in tests, examples or docs";
  out +=
      ". Packages: " + std::to_string(count_status(report, DependencyStatus::kNeedsReplacement)) +
      " to replace, " + std::to_string(count_status(report, DependencyStatus::kUnsupported)) +
      " unsupported, " + std::to_string(report.coverage.unknown_packages.size()) + " unknown.";
  if (!report.coverage.unread.empty()) {
    out += " " + counted(report.coverage.unread.size(), "path was", "paths were") + " not read.";
  }
  return out;
}

std::string summary_zh(const Report& report, const WorkTotals& work, size_t blockers) {
  if (report.findings.empty() && report.dependencies.empty()) {
    return "在已读取的文件中没有发现 CUDA 或 NVIDIA 依赖。";
  }
  std::string out = blockers == 0 ? "未发现阻塞项" : std::to_string(blockers) + " 个阻塞项";
  out += "；" + std::to_string(work.manual) + " 处需人工修改，" + std::to_string(work.automatic) +
         " 处由 transfer_to_npu 覆盖，归为 " + std::to_string(work.causes) + " 个原因，涉及 " +
         std::to_string(work.files) + " 个文件";
  if (work.guarded > 0) out += "；" + std::to_string(work.guarded) + " 处已有条件保护";
  if (work.aside > 0) {
    out += "；另有 " + std::to_string(work.aside) + " 处在测试、示例或文档中";
  }
  out += "。依赖包：" + std::to_string(count_status(report, DependencyStatus::kNeedsReplacement)) +
         " 个需替换，" + std::to_string(count_status(report, DependencyStatus::kUnsupported)) +
         " 个不支持，" + std::to_string(report.coverage.unknown_packages.size()) + " 个未知。";
  if (!report.coverage.unread.empty()) {
    out += std::to_string(report.coverage.unread.size()) + " 个路径未能读取。";
  }
  return out;
}

}  // namespace

WorkTotals count_work(const std::vector<ReportFinding>& findings) {
  WorkTotals work;
  std::unordered_set<std::string_view> causes;
  std::unordered_set<std::string_view> files;
  for (const ReportFinding& finding : findings) {
    if (finding.mode == Mode::kNone) continue;
    if (finding.guard != GuardState::kUnguarded) {
      ++work.guarded;
    } else if (is_aside(finding.tags)) {
      ++work.aside;
    } else {
      ++(finding.mode == Mode::kAuto ? work.automatic : work.manual);
      causes.insert(finding.cause);
      files.insert(finding.path);
    }
  }
  work.causes = static_cast<uint32_t>(causes.size());
  work.files = static_cast<uint32_t>(files.size());
  return work;
}

Verdict judge(const Report& report) {
  Verdict verdict;
  for (const CauseRow& cause : report.causes) {
    if (!cause.blocker) continue;
    const auto blocks = [&](uint32_t site) {
      const ReportFinding& f = report.findings[site];
      return f.risk == Risk::kBlocker && f.is_work() && !is_aside(f.tags);
    };
    const auto first = std::find_if(cause.sites.begin(), cause.sites.end(), blocks);
    const ReportFinding& finding = report.findings[*first];
    verdict.blockers.push_back(
        {cause.id,
         cause.title,
         {finding.path, finding.line, finding.column},
         static_cast<uint32_t>(std::count_if(first, cause.sites.end(), blocks))});
  }
  const WorkTotals work = count_work(report.findings);
  verdict.summary = {summary_en(report, work, verdict.blockers.size()),
                     summary_zh(report, work, verdict.blockers.size())};
  return verdict;
}

std::vector<NotComputed> not_computed_in_this_version() {
  const LocalizedText phases = {"Task phases are not analysed in this version.",
                                "本版本尚未分析任务阶段。"};
  const LocalizedText effort = {"Effort is not estimated in this version.",
                                "本版本尚未估算工作量。"};
  const LocalizedText feasibility = {
      "Feasibility is decided from phases and effort, which this version does not compute.",
      "可行性由任务阶段和工作量判定，本版本尚未计算。"};
  const LocalizedText plan = {
      "Derived from phases and effort, which this version does not compute.",
      "由任务阶段和工作量推导，本版本尚未计算。"};
  return {{"effort", effort}, {"feasibility", feasibility},
          {"matrix", phases}, {"phases", phases},
          {"risks", plan},    {"roadmap", plan}};
}

}  // namespace npuport
