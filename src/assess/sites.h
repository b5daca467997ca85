// Detected sites as findings of the report: places, texts, identity, order.
#pragma once

#include <cstdint>
#include <vector>

#include "assess/report.h"
#include "detect/detection.h"
#include "source/source_file.h"

namespace npuport {

// Positions in one file. Cheap when asked in nearly ascending order, also on a line of many
// megabytes.
class PlaceFinder {
 public:
  explicit PlaceFinder(const SourceFile& file) : file_(&file) {}

  Position at(uint32_t offset);
  ReportPlace place(uint32_t offset);

 private:
  const SourceFile* file_;
  uint32_t line_ = UINT32_MAX;  // 0-based text line of last_
  uint32_t last_ = 0;
  Position position_;
};

// The findings in report order with unique ids, and for each the detected finding it comes from.
struct ResolvedFindings {
  std::vector<ReportFinding> findings;
  std::vector<const Finding*> origins;
};

ResolvedFindings resolve_findings(const SourceTree& tree, const std::vector<Finding>& detected);

}  // namespace npuport
