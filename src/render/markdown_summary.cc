#include <algorithm>

#include "render/markdown_sections.h"
#include "render/markdown_text.h"

namespace npuport::markdown {
namespace {

// Longer lists are counted instead of listed; the JSON report has all.
constexpr size_t kListed = 50;
constexpr size_t kPackagesNamed = 20;

std::string reason_of(const Report& report, std::string_view field, Language language) {
  for (const NotComputed& item : report.not_computed) {
    if (item.field == field) return prose(in_language(item.reason, language));
  }
  return {};
}

std::string bullet(Phrase label, const std::string& value, Language language) {
  const Phrase colon = {": ", "："};
  return "- " + std::string(label.in(language)) + std::string(colon.in(language)) + value + "\n";
}

std::string in_parentheses(std::string_view text, Language language) {
  if (text.ends_with("。")) text.remove_suffix(std::string_view("。").size());
  if (text.ends_with('.')) text.remove_suffix(1);
  return std::string(Phrase{" (", "（"}.in(language)) + std::string(text) +
         std::string(Phrase{")", "）"}.in(language));
}

std::string verdict_bullets(const Report& report, Language language) {
  std::string feasibility =
      "**" + std::string(phrase_of(report.verdict.feasibility).in(language)) + "**";
  const std::string reason = reason_of(report, "feasibility", language);
  if (!reason.empty()) feasibility += in_parentheses(reason, language);
  std::string out = bullet({"Overall feasibility", "总体可行性"}, feasibility, language);

  std::string effort = reason_of(report, "effort", language);
  if (effort.empty()) effort = Phrase{"not given", "未给出"}.in(language);
  out += bullet({"Estimated effort", "预计工作量"}, effort, language);

  const std::vector<Blocker>& blockers = report.verdict.blockers;
  out += bullet({"Blockers", "阻塞项"},
                blockers.empty() ? std::string(Phrase{"none found", "未发现"}.in(language))
                                 : std::to_string(blockers.size()),
                language);
  for (const Blocker& blocker : blockers) {
    out += "  - " + prose(in_language(blocker.title, language)) + " — " +
           place(blocker.place.path, blocker.place.line);
    if (blocker.sites > 1) {
      out += in_parentheses(
          std::to_string(blocker.sites) + std::string(Phrase{" sites", " 处"}.in(language)),
          language);
    }
    out += "\n";
  }
  return out;
}

std::string context_bullets(const Report& report, Language language) {
  const ReportProject& project = report.project;
  std::string target = plain(describe_target(report.target, language, ", "));
  if (!in_language(report.target.reason, language).empty()) {
    target += in_parentheses(prose(in_language(report.target.reason, language)), language);
  }
  std::string out = bullet({"Target", "目标环境"}, target, language);

  std::string scanned =
      std::to_string(project.files) + std::string(Phrase{" files, ", " 个文件，"}.in(language)) +
      std::to_string(project.lines) + std::string(Phrase{" lines", " 行"}.in(language));
  if (!project.revision.empty()) {
    scanned += std::string(Phrase{", revision ", "，版本 "}.in(language)) + code(project.revision);
  }
  out += bullet({"Analysed", "分析范围"}, scanned, language);
  std::string tool = plain(report.tool.name + " " + report.tool.version);
  if (!report.tool.knowledge_date.empty()) {
    tool += std::string(Phrase{", knowledge of ", "，知识库日期 "}.in(language)) +
            plain(report.tool.knowledge_date);
  }
  return out + bullet({"Tool", "工具"}, tool, language);
}

std::string domain_table(const Report& report, Language language) {
  const auto cell = [&](Phrase p) { return std::string(p.in(language)); };
  Table table({cell({"Domain", "迁移域"}), cell({"Sites", "位置"}), cell({"Auto", "自动"}),
               cell({"Manual", "人工"}), cell({"Info", "无需修改"}), cell({"Guarded", "已有保护"}),
               cell({"In tests, examples, docs", "测试/示例/文档中"}), cell({"Causes", "原因"}),
               cell({"Blockers", "阻塞"})});
  for (const DomainRow& row : report.domains) {
    const SiteCounts& n = row.counts;
    table.add({std::to_string(row.domain) + " " + cell(domain_name(row.domain)),
               std::to_string(n.total()), std::to_string(n.automatic), std::to_string(n.manual),
               std::to_string(n.none), std::to_string(n.guarded), std::to_string(n.aside),
               std::to_string(row.causes), std::to_string(row.blockers)});
  }
  const Phrase legend = {
      "Auto: covered by `transfer_to_npu` in the target torch_npu release. Manual: a person edits. "
      "Info: listed for completeness, no change.",
      "自动：目标 torch_npu 版本的 `transfer_to_npu` "
      "已覆盖；人工：需要修改代码；无需修改：仅列出以求完整。"};
  return table.str() + "\n" + cell(legend) + "\n\n";
}

std::string coverage_paths(const std::vector<CoveragePath>& rows) {
  std::string out;
  for (size_t i = 0; i < std::min(rows.size(), kListed); ++i) {
    out += "- " + code(rows[i].path) + ": " + plain(rows[i].reason) + "\n";
  }
  if (rows.size() > kListed) out += "- … +" + std::to_string(rows.size() - kListed) + "\n";
  return out;
}

std::string coverage_places(const std::vector<CoveragePlace>& rows) {
  std::string out;
  for (size_t i = 0; i < std::min(rows.size(), kListed); ++i) {
    out += "- " + place(rows[i].place.path, rows[i].place.line) + ": " + plain(rows[i].what) + "\n";
  }
  if (rows.size() > kListed) out += "- … +" + std::to_string(rows.size() - kListed) + "\n";
  return out;
}

std::string details(const std::string& summary, const std::string& body) {
  return "<details>\n<summary>" + html(summary) + "</summary>\n\n" + body + "\n</details>\n\n";
}

// What the analysis did not see, in the open; the lists are folded.
std::string limits(const Report& report, Language language) {
  const ReportCoverage& c = report.coverage;
  const std::string comma(Phrase{", ", "，"}.in(language));
  const std::string line =
      counted(c.unread.size(), kUnread, language) + comma +
      counted(c.parse_errors.size(), kParseErrors, language) + comma +
      counted(c.dynamic.size(), kDynamic, language) + comma +
      counted(c.unknown_packages.size(), kUnknownPackages, language) + comma +
      counted(c.skipped.size(),
              {"path left out on purpose", "paths left out on purpose", " 个路径按规则跳过"},
              language);
  std::string out = "**" + std::string(Phrase{"Not analysed", "未分析内容"}.in(language)) + "**" +
                    std::string(Phrase{": ", "："}.in(language)) + line +
                    std::string(Phrase{".", "。"}.in(language));
  if (!c.unknown_packages.empty()) {
    out += std::string(Phrase{" Unknown packages: ", " 未知依赖包："}.in(language));
    for (size_t i = 0; i < std::min(c.unknown_packages.size(), kPackagesNamed); ++i) {
      out += (i > 0 ? ", " : "") + code(c.unknown_packages[i]);
    }
    if (c.unknown_packages.size() > kPackagesNamed) {
      out += " … +" + std::to_string(c.unknown_packages.size() - kPackagesNamed);
    }
    out += Phrase{".", "。"}.in(language);
  }
  out += "\n\n";
  const auto fold = [&](Phrase summary, const std::string& body) {
    if (!body.empty()) out += details(std::string(summary.in(language)), body);
  };
  fold({"Paths not read", "未读取的路径"}, coverage_paths(c.unread));
  fold({"Statements not parsed", "无法解析的语句"}, coverage_places(c.parse_errors));
  fold({"Dynamic places", "动态代码"}, coverage_places(c.dynamic));
  fold({"Left out on purpose", "按规则跳过的路径"}, coverage_paths(c.skipped));
  return out;
}

}  // namespace

std::string executive_summary(const Report& report, Language language) {
  return verdict_bullets(report, language) + "\n" +
         prose(in_language(report.verdict.summary, language)) + "\n\n" +
         context_bullets(report, language) + "\n" + domain_table(report, language) +
         limits(report, language);
}

std::string not_computed(const Report& report, std::string_view field, Language language) {
  const std::string reason = reason_of(report, field, language);
  if (!reason.empty()) return reason + "\n\n";
  return std::string(Phrase{"Not computed in this version.", "本版本尚未计算。"}.in(language)) +
         "\n\n";
}

}  // namespace npuport::markdown
