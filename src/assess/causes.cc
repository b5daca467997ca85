#include "assess/causes.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "source/source_file.h"

namespace npuport {
namespace {

void count(const ReportFinding& finding, SiteCounts& counts) {
  if (finding.mode == Mode::kNone) {
    ++counts.none;
    return;
  }
  ++(finding.mode == Mode::kAuto ? counts.automatic : counts.manual);
  if (finding.guard != GuardState::kUnguarded) ++counts.guarded;
  if (is_aside(finding.tags)) ++counts.aside;
  if ((finding.tags & (kTagVendored | kTagGenerated)) != 0) ++counts.foreign;
}

// How well a finding stands for its cause: work before information, then the worst risk.
auto prominence(const ReportFinding& f) {
  return std::tuple(f.is_work() && !is_aside(f.tags), f.is_work(), f.risk, f.mode);
}

void describe(CauseRow& cause, const std::vector<ReportFinding>& findings) {
  std::unordered_set<std::string_view> files;
  const ReportFinding* speaker = &findings[cause.sites.front()];
  for (const uint32_t site : cause.sites) {
    const ReportFinding& finding = findings[site];
    count(finding, cause.counts);
    files.insert(finding.path);
    cause.rules.push_back(finding.rule);
    cause.import_time |= finding.import_time && finding.is_work();
    cause.confidence = std::max(cause.confidence, finding.confidence);
    if (finding.is_work() && !is_aside(finding.tags)) {
      cause.risk = std::max(cause.risk, finding.risk);
      cause.blocker |= finding.risk == Risk::kBlocker;
    }
    if (prominence(finding) > prominence(*speaker)) speaker = &finding;
  }
  std::sort(cause.rules.begin(), cause.rules.end());
  cause.rules.erase(std::unique(cause.rules.begin(), cause.rules.end()), cause.rules.end());
  cause.files = static_cast<uint32_t>(files.size());
  cause.domain = speaker->domain;
  cause.title = speaker->title;
  cause.message = speaker->message;
  cause.replacement = speaker->replacement;
}

auto order_key(const CauseRow& cause) {
  return std::tuple(cause.domain, !cause.blocker, -static_cast<int>(cause.risk),
                    -static_cast<int64_t>(cause.counts.manual),
                    -static_cast<int64_t>(cause.counts.automatic),
                    -static_cast<int64_t>(cause.counts.none), std::string_view(cause.id));
}

}  // namespace

std::vector<CauseRow> group_causes(const ResolvedFindings& resolved) {
  std::vector<CauseRow> causes;
  std::unordered_map<std::string_view, size_t> by_id;
  for (uint32_t i = 0; i < resolved.findings.size(); ++i) {
    const ReportFinding& finding = resolved.findings[i];
    const auto [slot, is_new] = by_id.try_emplace(finding.cause, causes.size());
    if (is_new) {
      causes.emplace_back().id = finding.cause;
      causes.back().effort_class = resolved.origins[i]->rule->effort;
    }
    causes[slot->second].sites.push_back(i);
  }
  for (CauseRow& cause : causes) describe(cause, resolved.findings);
  std::sort(causes.begin(), causes.end(),
            [](const CauseRow& a, const CauseRow& b) { return order_key(a) < order_key(b); });
  return causes;
}

std::vector<DomainRow> count_domains(const std::vector<ReportFinding>& findings,
                                     const std::vector<CauseRow>& causes) {
  std::vector<DomainRow> rows(kDomainCount);
  for (int i = 0; i < kDomainCount; ++i) rows[i].domain = i + 1;
  for (const ReportFinding& finding : findings) count(finding, rows[finding.domain - 1].counts);
  for (const CauseRow& cause : causes) {
    DomainRow& row = rows[cause.domain - 1];
    const SiteCounts& counts = cause.counts;
    if (counts.automatic + counts.manual == 0) continue;
    ++row.causes;
    row.blockers += cause.blocker;
    if (row.worst_cause.empty()) row.worst_cause = cause.id;  // causes come worst first
    row.risk = std::max(row.risk, cause.risk);
  }
  return rows;
}

}  // namespace npuport
