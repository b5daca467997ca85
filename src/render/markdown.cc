#include "render/markdown.h"

#include "render/markdown_sections.h"
#include "render/markdown_text.h"

namespace npuport {
namespace {

std::string domain_heading(int domain) {
  return "### Domain " + std::to_string(domain) + ": " + std::string(domain_name(domain).en) +
         "\n\n";
}

std::string domain_findings(const Report& report, Language language) {
  std::string out;
  out += domain_heading(1) + markdown::version_plan(report, language);
  out += markdown::dependency_matrix(report, language);
  out += markdown::installed_packages(report, language);
  out += markdown::checklist(report, 1, language);
  out += domain_heading(2) + markdown::checklist(report, 2, language);
  out += markdown::native_apis(report, language);
  const auto inventory = [&](int domain, const std::vector<InventoryRow>& rows, Phrase column) {
    out += domain_heading(domain) + markdown::inventory(report, rows, column, language);
  };
  inventory(3, report.attention, {"Attention", "注意力实现"});
  inventory(4, report.kernels, {"Operator or kernel", "算子 / 内核"});
  out += markdown::builds(report, language);
  inventory(5, report.distributed, {"Operation", "通信操作"});
  inventory(6, report.precision, {"Construct", "精度相关写法"});
  return out;
}

}  // namespace

std::string render_markdown(const Report& report, Language language) {
  std::string out =
      "# " + markdown::plain(report.project.name) + " Ascend NPU Migration Assessment\n\n";
  out += "## Executive Summary\n\n" + markdown::executive_summary(report, language);
  out += "## Dependency Matrix (per task phase)\n\n" + markdown::phase_matrix(report, language);
  out += "## Detailed Findings (per domain)\n\n" + domain_findings(report, language);
  out += "## Migration Roadmap\n\n" + markdown::not_computed(report, "roadmap", language);
  out += "## Risk Matrix\n\n" + markdown::not_computed(report, "risks", language);
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace npuport
