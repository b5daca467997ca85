// Precision handling that is recognised by what a module is, not by a name: float32 guards inside
// RMSNorm and LayerNorm classes, dtype assertions, complex tables moved to the device.
#pragma once

#include "detect/context.h"

namespace npuport {

void detect_precision(const DetectContext& context, FileFindings& findings);

// Attention written out by hand: softmax over a product of queries and keys.
void detect_manual_attention(const DetectContext& context, FileFindings& findings);

}  // namespace npuport
