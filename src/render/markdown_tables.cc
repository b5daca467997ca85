#include <algorithm>
#include <cmath>
#include <utility>

#include "render/markdown_sections.h"
#include "render/markdown_text.h"

namespace npuport::markdown {
namespace {

// Up to this many sites a checklist shows each with its source line; above, it is folded by cause.
constexpr size_t kUnfoldedSites = 80;
constexpr size_t kSitesPerCell = 12;
constexpr size_t kSitesPerFold = 400;
constexpr size_t kInventoryRows = 200;

std::string cell(Phrase phrase, Language language) { return std::string(phrase.in(language)); }

std::string mode_cell(Mode mode, GuardState guard, Language language) {
  std::string out = cell(phrase_of(mode), language);
  if (guard != GuardState::kUnguarded) out += " (" + cell(phrase_of(guard), language) + ")";
  return out;
}

std::string effort_cell(const std::optional<Effort>& effort, Language language) {
  if (!effort) return {};
  const auto number = [](double days) {  // two decimals, without useless zeros
    std::string text = std::to_string(std::round(days * 100) / 100);
    text.erase(text.find('.') + 3);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
  };
  return number(effort->low) + " / " + number(effort->likely) + " / " + number(effort->high) +
         cell({" d", " 天"}, language);
}

// The package's replacement and how to use it.
std::string replacement_cell(const DependencyRow& row, Language language) {
  const std::string& advice = in_language(row.advice, language);
  std::string out;
  if (advice.find(row.replacement) == std::string::npos) out = code(row.replacement);
  if (!advice.empty()) out += (out.empty() ? "" : ": ") + prose(advice);
  for (const DependencyRisk& risk : row.risks) {
    out += (out.empty() ? "" : " ") + cell({"Risk on aarch64: ", "aarch64 风险："}, language) +
           prose(in_language(risk.text, language));
  }
  return out;
}

bool needs_attention(const DependencyRow& row) {
  return row.status != DependencyStatus::kCompatible &&
         row.status != DependencyStatus::kNotInvolved;
}

int severity(DependencyStatus status) {
  switch (status) {
    case DependencyStatus::kUnsupported:
      return 4;
    case DependencyStatus::kNeedsReplacement:
      return 3;
    case DependencyStatus::kCompatibleWithPlugin:
      return 2;
    case DependencyStatus::kUnknown:
      return 1;
    case DependencyStatus::kCompatible:
    case DependencyStatus::kNotInvolved:
      return 0;
  }
  return 0;
}

std::string need_cell(const DependencyRow& row, Language language) {
  std::string out = cell(phrase_of(row.need), language);
  if (!row.parent.empty()) out += " (" + code(row.parent) + ")";
  return out;
}

// Project code first; what lies in tests, examples and documentation is counted.
std::string sites_cell(const Report& report, const std::vector<uint32_t>& sites, size_t limit,
                       Language language) {
  std::vector<uint32_t> main;
  for (const uint32_t site : sites) {
    if (!is_aside(report.findings[site].tags)) main.push_back(site);
  }
  const size_t aside = sites.size() - main.size();
  std::string out = places(report.findings, main, limit);
  if (main.empty()) return places(report.findings, sites, limit);
  if (aside > 0) {
    out += " (+" + std::to_string(aside) +
           cell({" in tests, examples, docs", " 处在测试/示例/文档中"}, language) + ")";
  }
  return out;
}

std::string site_rows(const Report& report, const std::vector<uint32_t>& sites, Language language) {
  Table table({cell({"Site", "位置"}, language), cell({"Original", "原代码"}, language),
               cell({"Replacement", "替代方案"}, language), cell({"Mode", "方式"}, language)});
  for (const uint32_t site : sites) {
    const ReportFinding& f = report.findings[site];
    std::string mode = mode_cell(f.mode, f.guard, language);
    if (f.import_time) mode += cell({", import time", "，导入时执行"}, language);
    table.add(
        {place(f.path, f.line), code(f.text), prose(in_language(f.replacement, language)), mode});
  }
  return table.str() + "\n";
}

std::string fold(const std::string& title, size_t count, const std::string& body) {
  return "<details>\n<summary>" + html(title) + " (" + std::to_string(count) + ")</summary>\n\n" +
         body + "\n\n</details>\n\n";
}

// Every cause with its first sites; a cause with more has them all below the table.
std::string folded_by_cause(const Report& report, int domain, const std::vector<uint32_t>& sites,
                            Language language) {
  std::vector<char> wanted(report.findings.size(), 0);
  for (const uint32_t site : sites) wanted[site] = 1;
  Table table({cell({"Cause", "原因"}, language), cell({"Auto", "自动"}, language),
               cell({"Manual", "人工"}, language), cell({"Sites", "位置"}, language),
               cell({"Replacement", "替代方案"}, language), cell({"Risk", "风险"}, language)});
  std::string lists;
  for (const CauseRow& cause : report.causes) {
    if (cause.domain != domain) continue;
    std::vector<uint32_t> own;
    size_t automatic = 0;
    for (const uint32_t site : cause.sites) {
      if (wanted[site] == 0) continue;
      own.push_back(site);
      automatic += report.findings[site].mode == Mode::kAuto;
    }
    if (own.empty()) continue;
    const std::string& title = in_language(cause.title, language);
    table.add({prose(title), std::to_string(automatic), std::to_string(own.size() - automatic),
               places(report.findings, own, kSitesPerCell),
               prose(in_language(cause.replacement, language)),
               cell(phrase_of(cause.risk), language)});
    if (own.size() > kSitesPerCell) {
      lists += fold(title, own.size(), places(report.findings, own, kSitesPerFold));
    }
  }
  return table.str() + "\n" + lists;
}

struct SiteGroups {
  std::vector<uint32_t> work;   // auto or manual in project code
  std::vector<uint32_t> aside;  // auto or manual in tests, examples, documentation
  std::vector<uint32_t> info;   // mode none
};

SiteGroups group_sites(const Report& report, int domain) {
  SiteGroups groups;
  for (uint32_t i = 0; i < report.findings.size(); ++i) {
    const ReportFinding& f = report.findings[i];
    if (f.domain != domain) continue;
    auto& group = f.mode == Mode::kNone ? groups.info
                  : is_aside(f.tags)    ? groups.aside
                                        : groups.work;
    group.push_back(i);
  }
  return groups;
}

std::string listed(const Report& report, int domain, const std::vector<uint32_t>& sites,
                   Language language) {
  return sites.size() <= kUnfoldedSites ? site_rows(report, sites, language)
                                        : folded_by_cause(report, domain, sites, language);
}

std::string totals(const Report& report, int domain, Language language) {
  for (const DomainRow& row : report.domains) {
    if (row.domain != domain) continue;
    return cell(phrase_of(Mode::kAuto), language) + " **" + std::to_string(row.counts.automatic) +
           "**, " + cell(phrase_of(Mode::kManual), language) + " **" +
           std::to_string(row.counts.manual) + "**, " + cell(phrase_of(Mode::kNone), language) +
           " " + std::to_string(row.counts.none) + "\n\n";
  }
  return {};
}

}  // namespace

std::string phase_matrix(const Report& report, Language language) {
  std::string out = not_computed(report, "matrix", language);
  std::vector<const DependencyRow*> rows;
  for (const DependencyRow& row : report.dependencies) {
    if (needs_attention(row)) rows.push_back(&row);
  }
  if (rows.empty()) {
    return out + cell({"No package needs a change.", "没有需要更换的依赖包。"}, language) + "\n\n";
  }
  out.pop_back();
  out += cell({"One row for the whole project:", "以下各行针对整个项目："}, language) + "\n\n";
  std::stable_sort(rows.begin(), rows.end(), [](const DependencyRow* a, const DependencyRow* b) {
    return severity(a->status) > severity(b->status);
  });
  Table table({cell({"Dependency", "依赖"}, language), cell({"Status", "状态"}, language),
               cell({"Need", "需要程度"}, language), cell({"Replacement", "替代方案"}, language),
               cell({"Effort", "工作量"}, language)});
  for (const DependencyRow* row : rows) {
    table.add({code(row->name), cell(phrase_of(row->status), language), need_cell(*row, language),
               replacement_cell(*row, language), effort_cell(row->effort, language)});
  }
  return out + table.str() + "\n";
}

std::string dependency_matrix(const Report& report, Language language) {
  if (report.dependencies.empty()) {
    return cell({"No package was found.", "未发现依赖包。"}, language) + "\n\n";
  }
  Table table({cell({"Package", "依赖包"}, language), cell({"Declared", "声明版本"}, language),
               cell({"Status", "状态"}, language), cell({"Need", "需要程度"}, language),
               cell({"Declared at", "声明位置"}, language),
               cell({"Imported at", "导入位置"}, language),
               cell({"Replacement", "替代方案"}, language), cell({"Effort", "工作量"}, language)});
  for (const DependencyRow& row : report.dependencies) {
    table.add({code(row.name), code(row.specifier), cell(phrase_of(row.status), language),
               need_cell(row, language), places(row.declared, kSitesPerCell),
               places(row.imported, kSitesPerCell), replacement_cell(row, language),
               effort_cell(row.effort, language)});
  }
  return table.str() + "\n";
}

std::string checklist(const Report& report, int domain, Language language) {
  const SiteGroups groups = group_sites(report, domain);
  if (groups.work.empty() && groups.aside.empty() && groups.info.empty()) {
    return cell({"No site was found.", "未发现相关位置。"}, language) + "\n\n";
  }
  std::string out = totals(report, domain, language);
  if (!groups.work.empty()) out += listed(report, domain, groups.work, language);
  if (!groups.aside.empty()) {
    out += "**" + cell({"In tests, examples and documentation", "测试、示例和文档中"}, language) +
           "**\n\n" + listed(report, domain, groups.aside, language);
  }
  if (!groups.info.empty()) {
    out += fold(cell({"No change needed", "无需修改"}, language), groups.info.size(),
                places(report.findings, groups.info, kSitesPerFold));
  }
  return out;
}

std::string inventory(const Report& report, const std::vector<InventoryRow>& rows,
                      Phrase first_column, Language language) {
  if (rows.empty()) return cell({"None was found.", "未发现。"}, language) + "\n\n";
  Table table({cell(first_column, language), cell({"What it is", "说明"}, language),
               cell({"Sites", "位置"}, language), cell({"Replacement", "替代方案"}, language),
               cell({"Mode", "方式"}, language), cell({"Risk", "风险"}, language),
               cell({"Notes", "备注"}, language)});
  for (size_t i = 0; i < std::min(rows.size(), kInventoryRows); ++i) {
    const InventoryRow& row = rows[i];
    std::string notes;
    for (const LocalizedText& note : row.notes) {
      notes += (notes.empty() ? "" : "; ") + prose(in_language(note, language));
    }
    table.add({code(row.name), prose(in_language(row.title, language)),
               sites_cell(report, row.sites, kSitesPerCell, language),
               prose(in_language(row.replacement, language)),
               mode_cell(row.mode, row.guard, language), cell(phrase_of(row.risk), language),
               notes});
  }
  std::string out = table.str() + "\n";
  if (rows.size() > kInventoryRows) {
    out += "… +" + std::to_string(rows.size() - kInventoryRows) +
           cell({" rows, see the JSON report.", " 行，见 JSON 报告。"}, language) + "\n\n";
  }
  return out;
}

}  // namespace npuport::markdown
