// Pins of a project that cannot hold together with a target.
#pragma once

#include <vector>

#include "assess/report.h"
#include "assess/target_asks.h"
#include "detect/detection.h"
#include "knowledge/knowledge.h"
#include "source/source_file.h"

namespace npuport {

// Declarations of torch, torchvision, torchaudio, triton and numpy that exclude the version of the
// plan or ask for a CUDA build, and the Python that the project asks for, in order of place. Lock
// files are left out: they are resolved again.
std::vector<PlanConflict> plan_conflicts(const SourceTree& tree, const Detection& detection,
                                         const Target& target, const ProjectAsks& asks,
                                         const Knowledge& knowledge);

}  // namespace npuport
