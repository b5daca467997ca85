// Grouping: sites that are one piece of work, and the counts per cause and per domain.
#pragma once

#include <vector>

#include "assess/report.h"
#include "assess/sites.h"

namespace npuport {

// One row per cause, in report order. `resolved` gives the rules' effort classes.
std::vector<CauseRow> group_causes(const ResolvedFindings& resolved);

// One row for each of the six domains, also without findings.
std::vector<DomainRow> count_domains(const std::vector<ReportFinding>& findings,
                                     const std::vector<CauseRow>& causes);

}  // namespace npuport
