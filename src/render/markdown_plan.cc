// The version plan and the builds of extensions.
#include <algorithm>

#include "render/markdown_sections.h"
#include "render/markdown_text.h"

namespace npuport::markdown {
namespace {

constexpr size_t kConflicts = 40;  // more are in the JSON report

std::string say(Phrase phrase, Language language) { return std::string(phrase.in(language)); }

std::string bold(Phrase phrase, Language language) {
  return "**" + say(phrase, language) + "**\n\n";
}

std::string packages(const VersionPlan& plan, Language language) {
  Table table({say({"Component", "组件"}, language), say({"Version", "版本"}, language),
               say({"Used by the project", "项目是否使用"}, language),
               say({"Note", "说明"}, language), say({"Source", "依据"}, language)});
  for (const PlanPackage& package : plan.packages) {
    std::string sources;
    for (const std::string& source : package.sources) {
      sources += (sources.empty() ? "" : "; ") + plain(source);
    }
    table.add(
        {code(package.name),
         package.version.empty() ? say({"not stated", "未说明"}, language) : code(package.version),
         package.needed ? say({"yes", "是"}, language) : say({"no", "否"}, language),
         prose(in_language(package.note, language)), sources});
  }
  return table.str() + "\n";
}

std::string install(const VersionPlan& plan, Language language) {
  std::string out;
  for (const PlanInstall& lines : plan.install) {
    out += say({"Install on ", "安装（"}, language) + plain(lines.arch) +
           say({":", "）："}, language) + "\n\n";
    for (const std::string& command : lines.commands) out += "- " + code(command) + "\n";
    out += "\n";
  }
  return out;
}

std::string conflicts(const VersionPlan& plan, Language language) {
  if (plan.conflicts.empty()) return {};
  Table table({say({"Declared", "声明"}, language), say({"Place", "位置"}, language),
               say({"Use", "改为"}, language), say({"Why", "原因"}, language)});
  for (size_t i = 0; i < std::min(plan.conflicts.size(), kConflicts); ++i) {
    const PlanConflict& conflict = plan.conflicts[i];
    table.add({code(conflict.package + (conflict.package == "python" ? " " : "") + conflict.asked),
               place(conflict.place.path, conflict.place.line), code(conflict.use),
               prose(in_language(conflict.why, language))});
  }
  std::string out = bold({"Pins that contradict the plan", "与版本方案冲突的声明"}, language) +
                    table.str() + "\n";
  if (plan.conflicts.size() > kConflicts) {
    out += "… +" + std::to_string(plan.conflicts.size() - kConflicts) +
           say({" rows, see the JSON report.", " 行，见 JSON 报告。"}, language) + "\n\n";
  }
  return out;
}

std::string limits(const VersionPlan& plan, Language language) {
  std::string out;
  for (const PlanLimit& limit : plan.limits) {
    const bool arm = limit.kind == "aarch64";
    out += "- " + code(limit.subject) +
           (arm ? say({" (risk on aarch64)", "（aarch64 风险）"}, language) : "") +
           say({": ", "："}, language) + prose(in_language(limit.text, language)) +
           say({" Source: ", "依据："}, language) + plain(limit.source) + "\n";
  }
  if (out.empty()) return out;
  return bold({"Limits and risks of the target", "目标环境的限制与风险"}, language) + out + "\n";
}

}  // namespace

std::string version_plan(const Report& report, Language language) {
  const VersionPlan& plan = report.version_plan;
  if (plan.packages.empty()) return {};
  std::string out = "**" + say({"Version plan", "版本方案"}, language) + "**" +
                    say({": ", "："}, language) +
                    plain(describe_target(report.target, language, ", "));
  const std::string reason = in_language(report.target.reason, language);
  if (!reason.empty()) {
    out += say({" (", "（"}, language) + prose(reason) + say({")", "）"}, language);
  }
  if (!report.target.lifecycle.empty()) {
    out += say({". Lifecycle of this torch line: ", "。该 torch 系列的生命周期："}, language) +
           plain(lifecycle_phrase(report.target.lifecycle).in(language));
    if (!report.target.next_step.empty()) {
      out += say({" (", "（"}, language) +
             plain(next_step_text(report.target.next_step, language)) + say({")", "）"}, language);
    }
  }
  return out + say({".", "。"}, language) + "\n\n" + packages(plan, language) +
         install(plan, language) + conflicts(plan, language) + limits(plan, language);
}

std::string builds(const Report& report, Language language) {
  if (report.builds.empty()) return {};
  Table table({say({"Build script", "构建脚本"}, language),
               say({"Without CUDA", "没有 CUDA 时"}, language),
               say({"Decided at", "判断依据"}, language)});
  for (const ReportBuild& build : report.builds) {
    table.add({place(build.place.path, build.place.line),
               say(phrase_of(build.without_cuda), language),
               place(build.place.path, build.evidence_line) + " " + code(build.evidence)});
  }
  return bold({"Builds of CUDA extensions", "CUDA 扩展的构建"}, language) + table.str() + "\n";
}

}  // namespace npuport::markdown
