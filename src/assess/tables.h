// The tables of the report that are made from detection: dependencies, inventories, coverage.
#pragma once

#include <vector>

#include "assess/assess.h"
#include "assess/report.h"

namespace npuport {

std::vector<DependencyRow> dependency_rows(const AssessInput& input);

// The findings of one domain, one row per rule and matched name; rows with work come first.
std::vector<InventoryRow> inventory_rows(const std::vector<ReportFinding>& findings, int domain);

// The calls of restricted APIs, one row per API.
std::vector<NativeApiRow> native_api_rows(const AssessInput& input);

// The builds of CUDA extensions and what becomes of them without CUDA.
std::vector<ReportBuild> build_rows(const AssessInput& input);

ReportCoverage coverage_of(const AssessInput& input);

}  // namespace npuport
