#include "assess/assess.h"

#include <map>
#include <string_view>
#include <utility>

#include "assess/causes.h"
#include "assess/sites.h"
#include "assess/tables.h"
#include "assess/verdict.h"

namespace npuport {
namespace {

ReportProject describe_project(const AssessInput& input) {
  ReportProject project;
  project.root = input.tree.root;
  project.name = input.project_name;
  project.revision = input.revision;
  std::map<std::string_view, LanguageCount> languages;
  for (const SourceFile& file : input.tree.files) {
    const uint64_t lines = file.lines.line_count();
    ++project.files;
    project.lines += lines;
    project.bytes += file.bytes;
    LanguageCount& language = languages[to_string(file.kind)];
    ++language.files;
    language.lines += lines;
  }
  for (auto& [name, language] : languages) {
    language.name = name;
    project.languages.push_back(std::move(language));
  }
  return project;
}

}  // namespace

Report assess(const AssessInput& input) {
  Report report;
  report.tool = input.tool;
  report.target = input.target;
  report.project = describe_project(input);

  ResolvedFindings resolved = resolve_findings(input.tree, input.detection.findings);
  report.causes = group_causes(resolved);
  report.findings = std::move(resolved.findings);
  report.domains = count_domains(report.findings, report.causes);
  report.dependencies = dependency_rows(input);
  report.version_plan = input.version_plan;
  report.builds = build_rows(input);
  report.attention = inventory_rows(report.findings, 3);
  report.kernels = inventory_rows(report.findings, 4);
  report.distributed = inventory_rows(report.findings, 5);
  report.precision = inventory_rows(report.findings, 6);
  report.native_apis = native_api_rows(input);
  report.coverage = coverage_of(input);
  report.not_computed = not_computed_in_this_version();
  report.verdict = judge(report);
  return report;
}

}  // namespace npuport
