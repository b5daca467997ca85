// The version plan: what to install for the target, how, and which pins of the project contradict.
#pragma once

#include "assess/report.h"
#include "assess/target_asks.h"
#include "detect/detection.h"
#include "knowledge/knowledge.h"
#include "source/source_file.h"

namespace npuport {

// Every version and command comes from a table of the knowledge; what no table pairs with the
// target stays empty and says so.
VersionPlan plan_versions(const SourceTree& tree, const Detection& detection, const Target& target,
                          const ProjectAsks& asks, const Knowledge& knowledge);

}  // namespace npuport
