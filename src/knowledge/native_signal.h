// What the vendor's API lists say against an API, read as they ask to be read: a dtype list is test
// coverage, a name that is missing is unverified. Neither is a signal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "knowledge/native_api.h"

namespace npuport {

enum class NativeSignal : uint8_t {
  kNone,
  kLimited,        // an argument, shape or numerics limit, or a switch that must be set
  kInferenceOnly,  // no training
  kCpuFallback,    // may run on the CPU: copies in both directions
  kCpuOnly,
  kUnsupported,  // marked as not supported on the chip
};

// "limited", "inference_only", "cpu_fallback", "cpu_only", "unsupported", "none".
std::string_view to_string(NativeSignal signal);

// `soc` is A2, A3, 950 or 310P; the lists do not cover 310P, and on the 950 they do not tell "not
// validated" from "impossible": neither gives kUnsupported.
NativeSignal native_signal(const NativeApiEntry& entry, std::string_view soc);

// The restriction without its dtype list, "" when nothing else is said.
std::string limits_beyond_dtypes(const NativeApiEntry& entry);

}  // namespace npuport
