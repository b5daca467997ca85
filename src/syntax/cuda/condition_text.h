// The wording of preprocessor conditions, as people read them: "WITH_CUDA", "!USE_ROCM && A > 1".
#pragma once

#include <string>
#include <string_view>

namespace npuport::cuda {

// The condition in one line: continuations and runs of blanks become one space, defined(X) becomes
// X.
std::string normalise_condition(std::string_view raw);

// "!X" for X, X for "!X", else "!(...)".
std::string negated(const std::string& condition);

// Both must hold; an empty one is no condition.
std::string joined(const std::string& outer, const std::string& inner);

// A single identifier or number.
bool is_word(std::string_view text);

bool is_false(const std::string& condition);
bool is_true(const std::string& condition);

}  // namespace npuport::cuda
