// Detectors: what rules as data cannot say. Each looks at one Python file and asks the model; the
// texts and modes of what it finds are rule files with "match: detector".
#pragma once

#include "detect/context.h"

namespace npuport {

// float32 guards in normalisation classes, dtype assertions, complex tables moved to the device.
void detect_precision(const DetectContext& context, FileFindings& findings);

// Other .float() casts, by what they protect: softmax, rotary embedding, timestep, output, AdaLN.
void detect_float_casts(const DetectContext& context, FileFindings& findings);

// Attention written out by hand: softmax over a product of queries and keys.
void detect_manual_attention(const DetectContext& context, FileFindings& findings);

// Sequence parallel attention: an all-to-all exchange around an attention call.
void detect_sequence_parallel(const DetectContext& context, FileFindings& findings);

// Kernels behind Python: Triton launches with large grids, autograd functions around kernels,
// pure PyTorch twins of kernels.
void detect_kernel_use(const DetectContext& context, FileFindings& findings);

// Data loaders whose worker processes put tensors on the device: in the collate function or in the
// dataset.
void detect_data_loading(const DetectContext& context, FileFindings& findings);

// Version tests on a few characters of torch.__version__.
void detect_version_checks(const DetectContext& context, FileFindings& findings);

}  // namespace npuport
