#include "cli/gate.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "assess/names.h"
#include "render/text.h"

namespace npuport {
namespace {

using Kind = GateTerm::Kind;

std::optional<GateTerm> term_of(std::string_view text) {
  constexpr std::pair<std::string_view, Kind> kWords[] = {
      {"any", Kind::kAny},
      {"manual", Kind::kManual},
      {"auto", Kind::kAuto},
      {"blocker", Kind::kBlocker},
      {"unknown-package", Kind::kUnknownPackage}};
  for (const auto& [word, kind] : kWords) {
    if (word == text) return GateTerm{kind, Risk::kNone, std::string(text)};
  }
  constexpr std::string_view kRiskAtLeast = "risk>=";
  if (!text.starts_with(kRiskAtLeast)) return std::nullopt;
  const auto risk = value_named<Risk>(text.substr(kRiskAtLeast.size()));
  if (!risk || *risk == Risk::kNone) return std::nullopt;
  return GateTerm{Kind::kRisk, *risk, std::string(text)};
}

bool holds(const GateTerm& term, const ReportFinding& f) {
  if (!f.is_work() || is_aside(f.tags)) return false;
  switch (term.kind) {
    case Kind::kAny:
      return true;
    case Kind::kManual:
      return f.mode == Mode::kManual;
    case Kind::kAuto:
      return f.mode == Mode::kAuto;
    case Kind::kBlocker:
      return f.risk == Risk::kBlocker;
    case Kind::kRisk:
      return f.risk >= term.risk;
    case Kind::kUnknownPackage:
      return false;
  }
  return false;
}

std::string counted(size_t n, std::string_view unit) {
  return std::to_string(n) + " " + std::string(unit) + (n == 1 ? "" : "s");
}

}  // namespace

Result<std::vector<GateTerm>> parse_gate(const std::vector<std::string>& options) {
  std::vector<GateTerm> terms;
  for (const std::string& option : options) {
    std::string_view rest = option;
    while (true) {
      const size_t comma = rest.find(',');
      const std::string_view word = rest.substr(0, comma);
      const auto term = term_of(word);
      if (!term) {
        return Error{"--fail-on: unknown condition \"" + std::string(word) +
                     "\": expected any, manual, auto, blocker, unknown-package or risk>=low, "
                     "risk>=medium, risk>=high, risk>=blocker"};
      }
      terms.push_back(*term);
      if (comma == std::string_view::npos) break;
      rest.remove_prefix(comma + 1);
    }
  }
  return terms;
}

std::vector<std::string> failed_gates(const Report& report, const std::vector<GateTerm>& terms) {
  std::vector<std::string> failed;
  for (const GateTerm& term : terms) {
    if (term.kind == Kind::kUnknownPackage) {
      const std::vector<std::string>& unknown = report.coverage.unknown_packages;
      if (unknown.empty()) continue;
      failed.push_back(term.text + ": " + counted(unknown.size(), "package") + ", first " +
                       visible(unknown.front()));
      continue;
    }
    const auto matches = [&](const ReportFinding& f) { return holds(term, f); };
    const auto first = std::find_if(report.findings.begin(), report.findings.end(), matches);
    if (first == report.findings.end()) continue;
    const auto n = std::count_if(first, report.findings.end(), matches);
    failed.push_back(term.text + ": " + counted(static_cast<size_t>(n), "site") + ", first " +
                     visible(first->path) + ":" + std::to_string(first->line));
  }
  return failed;
}

}  // namespace npuport
