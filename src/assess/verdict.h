// What the report opens with: blockers and counted facts. Feasibility needs phases and effort,
// which this version does not compute; it says so.
#pragma once

#include <vector>

#include "assess/report.h"

namespace npuport {

// The totals that the verdict states, also used by the renderers.
struct WorkTotals {
  uint32_t manual = 0;     // unguarded sites outside tests, examples and documentation
  uint32_t automatic = 0;  // likewise, covered by transfer_to_npu
  uint32_t causes = 0;     // causes with such sites
  uint32_t files = 0;      // files with such sites
  uint32_t guarded = 0;    // sites behind a guard
  uint32_t aside = 0;      // unguarded sites in tests, examples and documentation
};
WorkTotals count_work(const std::vector<ReportFinding>& findings);

// Reads findings, causes, dependencies and coverage of `report`.
Verdict judge(const Report& report);

std::vector<NotComputed> not_computed_in_this_version();

}  // namespace npuport
