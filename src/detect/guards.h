// Under which conditions a place runs, as far as it decides whether the place is work.
#pragma once

#include "detect/finding.h"
#include "project/project.h"

namespace npuport {

// The guard state of a node; see GuardState. NPU-aware branches are recognised by the idioms of the
// libraries that already run on NPU: is_npu_available(), hasattr(torch, "npu"), torch_npu is not
// None, device.type == "npu", torch.npu.is_available(), IS_NPU ...
GuardState guard_state(const Project& project, FileId file, NodeId node);

// True when the expression asks for an NPU (not: for its absence).
bool mentions_npu(const Project& project, FileId file, NodeId node);

// The same for an import statement, which is no node.
GuardState guard_state_at(const Project& project, FileId file, GuardId guard, uint32_t offset);

}  // namespace npuport
