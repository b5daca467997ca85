#include "assess/tables.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "assess/sites.h"
#include "assess/text.h"

namespace npuport {
namespace {

bool earlier(const ReportPlace& a, const ReportPlace& b) {
  return std::tie(a.path, a.line, a.column) < std::tie(b.path, b.line, b.column);
}

bool same(const ReportPlace& a, const ReportPlace& b) {
  return std::tie(a.path, a.line, a.column) == std::tie(b.path, b.line, b.column);
}

std::vector<ReportPlace> places_of(const SourceTree& tree, std::vector<DependencyPlace> from) {
  std::erase_if(from, [&](const DependencyPlace& p) { return p.file >= tree.files.size(); });
  std::sort(from.begin(), from.end(), [](const DependencyPlace& a, const DependencyPlace& b) {
    return std::tie(a.file, a.span.begin) < std::tie(b.file, b.span.begin);
  });
  std::vector<ReportPlace> places;
  for (size_t i = 0; i < from.size();) {
    const uint32_t file = from[i].file;
    PlaceFinder finder(tree.files[file]);
    for (; i < from.size() && from[i].file == file; ++i) {
      places.push_back(finder.place(from[i].span.begin));
    }
  }
  std::sort(places.begin(), places.end(), earlier);
  places.erase(std::unique(places.begin(), places.end(), same), places.end());
  return places;
}

CoveragePlace coverage_place(const SourceTree& tree, uint32_t file, uint32_t offset,
                             const std::string& what) {
  return {PlaceFinder(tree.files[file]).place(offset), what};
}

void sort_places(std::vector<CoveragePlace>& places) {
  std::sort(places.begin(), places.end(), [](const CoveragePlace& a, const CoveragePlace& b) {
    return std::tie(a.place.path, a.place.line, a.place.column, a.what) <
           std::tie(b.place.path, b.place.line, b.place.column, b.what);
  });
}

void add_site(InventoryRow& row, const ReportFinding& finding, uint32_t index) {
  row.sites.push_back(index);
  row.mode = std::max(row.mode, finding.mode);
  row.risk = std::max(row.risk, finding.risk);
  row.confidence = std::max(row.confidence, finding.confidence);
  if (finding.guard == GuardState::kUnguarded) row.guard = GuardState::kUnguarded;
  for (const LocalizedText& note : finding.notes) {
    const auto known = [&](const LocalizedText& n) { return n.en == note.en; };
    if (std::none_of(row.notes.begin(), row.notes.end(), known)) row.notes.push_back(note);
  }
}

}  // namespace

std::vector<DependencyRow> dependency_rows(const AssessInput& input) {
  std::vector<DependencyRow> rows;
  rows.reserve(input.detection.dependencies.size());
  for (const Dependency& from : input.detection.dependencies) {
    DependencyRow& row = rows.emplace_back();
    row.name = from.name;
    row.import_names = from.import_names;
    row.specifier = from.specifier;
    row.status = from.status;
    row.need = from.need;
    row.replacement = from.replacement;
    row.advice = from.advice;
    row.parent = from.parent;
    row.declared = places_of(input.tree, from.declared);
    row.imported = places_of(input.tree, from.imported);
    if (from.effort.high > 0) row.effort = from.effort;
    row.confidence = from.confidence;
    row.sources = from.sources;
    row.installed = from.installed;
    row.risks = from.risks;
  }
  std::sort(rows.begin(), rows.end(), [](const DependencyRow& a, const DependencyRow& b) {
    return std::tie(a.name, a.parent, a.specifier) < std::tie(b.name, b.parent, b.specifier);
  });
  return rows;
}

std::vector<InventoryRow> inventory_rows(const std::vector<ReportFinding>& findings, int domain) {
  std::vector<InventoryRow> rows;
  std::map<std::pair<std::string_view, std::string_view>, size_t> by_key;
  for (uint32_t i = 0; i < findings.size(); ++i) {
    const ReportFinding& finding = findings[i];
    if (finding.domain != domain) continue;
    const auto [slot, is_new] = by_key.try_emplace(
        {std::string_view(finding.rule), std::string_view(finding.name)}, rows.size());
    if (is_new) {
      InventoryRow& row = rows.emplace_back();
      row.rule = finding.rule;
      row.name = finding.name;
      row.title = finding.title;
      row.replacement = finding.replacement;
      row.mode = finding.mode;
      row.confidence = finding.confidence;
      row.guard = finding.guard;
      row.cause = finding.cause;
    }
    add_site(rows[slot->second], finding, i);
  }
  std::stable_partition(rows.begin(), rows.end(), [](const InventoryRow& row) {
    return row.mode != Mode::kNone && row.guard == GuardState::kUnguarded;
  });
  return rows;
}

std::vector<ReportBuild> build_rows(const AssessInput& input) {
  std::vector<ReportBuild> rows;
  for (const ExtensionBuild& build : input.detection.builds) {
    if (build.file >= input.tree.files.size()) continue;
    const SourceFile& file = input.tree.files[build.file];
    PlaceFinder finder(file);
    ReportBuild& row = rows.emplace_back();
    row.place = finder.place(build.span.begin);
    row.without_cuda = build.without_cuda;
    const ReportPlace decides = finder.place(build.evidence.begin);
    row.evidence_line = decides.line;
    row.evidence = excerpt(file.lines.line(file.text, file.lines.line_of(build.evidence.begin)), 0);
  }
  std::sort(rows.begin(), rows.end(),
            [](const ReportBuild& a, const ReportBuild& b) { return earlier(a.place, b.place); });
  return rows;
}

ReportCoverage coverage_of(const AssessInput& input) {
  ReportCoverage coverage;
  for (const auto* all : {&input.tree.skipped, &input.detection.unread_packages}) {
    for (const SkippedPath& skipped : *all) {
      auto& list = skipped.is_loss ? coverage.unread : coverage.skipped;
      list.push_back({skipped.path.empty() ? "." : skipped.path, skipped.reason});
    }
  }
  const auto by_path = [](const CoveragePath& a, const CoveragePath& b) {
    return std::tie(a.path, a.reason) < std::tie(b.path, b.reason);
  };
  std::sort(coverage.unread.begin(), coverage.unread.end(), by_path);
  std::sort(coverage.skipped.begin(), coverage.skipped.end(), by_path);

  const size_t files = input.tree.files.size();
  for (const ParseProblem& problem : input.parse_problems) {
    if (problem.file >= files) continue;
    coverage.parse_errors.push_back(
        coverage_place(input.tree, problem.file, problem.offset, problem.message));
  }
  for (const DynamicPlace& place : input.detection.dynamic) {
    if (place.file >= files) continue;
    coverage.dynamic.push_back(
        coverage_place(input.tree, place.file, place.span.begin, place.what));
  }
  sort_places(coverage.parse_errors);
  sort_places(coverage.dynamic);
  coverage.unknown_packages = input.detection.unknown_packages;
  std::sort(coverage.unknown_packages.begin(), coverage.unknown_packages.end());
  const auto end = std::unique(coverage.unknown_packages.begin(), coverage.unknown_packages.end());
  coverage.unknown_packages.erase(end, coverage.unknown_packages.end());
  return coverage;
}

}  // namespace npuport
