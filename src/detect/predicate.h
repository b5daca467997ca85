// Value predicates of rules against values that the model computed.
#pragma once

#include <string_view>

#include "detect/context.h"

namespace npuport {

// True when the text names a CUDA device: "cuda", "cuda:0", "cuda:" of f"cuda:{rank}".
bool is_cuda_device(std::string_view text, bool open_ended);

bool satisfies(const Project& project, const ValuePredicate& predicate, const Value& value);

// Whether any alternative satisfies the predicate; `by` receives the one that did.
bool satisfies(const Project& project, const ValuePredicate& predicate, const Values& values,
               const Value** by = nullptr);

// Plain text, as in a config file or a shell word.
bool satisfies_text(const ValuePredicate& predicate, std::string_view text);

}  // namespace npuport
