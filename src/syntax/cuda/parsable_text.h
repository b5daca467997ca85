// Preprocessed code with what the grammar does not know made harmless, at the same offsets.
#pragma once

#include <string>

#include "syntax/cuda/preprocess.h"
#include "syntax/cuda/token_view.h"

namespace npuport::cuda {

// Macros that decorate declarations and long tables of constants are blanked, macros that stand for
// __device__ become it. `tokens` are those of source.code.
std::string parsable_text(const Preprocessed& source, const TokenView& tokens);

}  // namespace npuport::cuda
