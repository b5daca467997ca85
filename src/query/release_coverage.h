// Which torch_npu releases' transfer_to_npu cover a name.
#pragma once

#include <string_view>
#include <vector>

#include "knowledge/knowledge.h"
#include "query/answer.h"

namespace npuport {

// One item per published release, in the order of the version matrix (newest first).
std::vector<ReleaseCoverage> release_coverage(const Knowledge& knowledge, std::string_view name);

// "covered in every release for torch 2.12.0, 2.11.0; for torch 2.6.0 from 7.1.0; not for torch
// 2.4.0"; in one phrase when all releases agree.
LocalizedText coverage_text(std::vector<ReleaseCoverage> releases);

}  // namespace npuport
