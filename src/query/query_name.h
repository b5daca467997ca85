// A name as people type it, and the name that the tables know.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace npuport {

// Longer questions are no names.
inline constexpr size_t kLongestName = 300;

// "F.relu", "nn.Linear", "dist.all_reduce", "Tensor.cuda", ".cuda()", "triton.language.dot",
// "torch.ops.npu.npu_rms_norm", "npu_rms_norm": the qualified name behind the customary short
// forms. Blanks around it and one pair of parentheses at the end are dropped; anything else stays.
std::string full_name(std::string_view typed);

// The piece after the last dot.
std::string_view last_part(std::string_view name);

// Whether `text` holds `word` with no name character beside it ("torch.cuda.graph" is no word of
// "torch.cuda.graphs", nor "graph" of "torch.cuda.graph").
bool holds_word(std::string_view text, std::string_view word);

bool is_environment_name(std::string_view name);  // capitals, digits and "_"

}  // namespace npuport
