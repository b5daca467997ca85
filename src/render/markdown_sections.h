// The parts of the Markdown report. Each returns complete Markdown blocks that end with a newline.
#pragma once

#include <string>

#include "assess/report.h"
#include "render/phrases.h"

namespace npuport::markdown {

// Verdict, blockers, target, counts per domain, what was not analysed.
std::string executive_summary(const Report& report, Language language);

// The packages and other causes that somebody has to deal with.
std::string phase_matrix(const Report& report, Language language);

// What to install for the target, how, and which pins contradict.
std::string version_plan(const Report& report, Language language);

// What becomes of the builds of CUDA extensions on a machine without CUDA; "" without any.
std::string builds(const Report& report, Language language);

// The dependency compatibility matrix, complete.
std::string dependency_matrix(const Report& report, Language language);

// What the installed distributions of the matrix show about CUDA; "" when none was looked into.
std::string installed_packages(const Report& report, Language language);

// File:line, original, replacement, Auto or Manual for each site of a domain, with totals. Long
// lists are folded by cause.
std::string checklist(const Report& report, int domain, Language language);

// One row per API, kernel or operation of a domain: where, replacement, mode, conditions.
std::string inventory(const Report& report, const std::vector<InventoryRow>& rows,
                      Phrase first_column, Language language);

// The APIs that the vendor's lists for this torch version restrict; "" without any.
std::string native_apis(const Report& report, Language language);

// "Not computed in this version" with its reason, for `field`.
std::string not_computed(const Report& report, std::string_view field, Language language);

}  // namespace npuport::markdown
