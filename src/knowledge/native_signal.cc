#include "knowledge/native_signal.h"

#include <algorithm>
#include <array>

#include "knowledge/text_table.h"

namespace npuport {

std::string_view to_string(NativeSignal signal) {
  switch (signal) {
    case NativeSignal::kLimited:
      return "limited";
    case NativeSignal::kInferenceOnly:
      return "inference_only";
    case NativeSignal::kCpuFallback:
      return "cpu_fallback";
    case NativeSignal::kCpuOnly:
      return "cpu_only";
    case NativeSignal::kUnsupported:
      return "unsupported";
    case NativeSignal::kNone:
      break;
  }
  return "none";
}

NativeSignal native_signal(const NativeApiEntry& entry, std::string_view soc) {
  const std::string_view column = soc == "A2" ? entry.a2 : soc == "A3" ? entry.a3 : "";
  const bool covered = !column.empty();
  if (covered && (entry.supported == "no" || column == "no")) return NativeSignal::kUnsupported;
  const std::vector<std::string_view> kinds = split(entry.restriction_kinds, '|');
  const auto has = [&](std::string_view kind) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  };
  if (has("cpu_only")) return NativeSignal::kCpuOnly;
  if (has("cpu_fallback")) return NativeSignal::kCpuFallback;
  if (has("inference_only")) return NativeSignal::kInferenceOnly;
  // A "950" remark beside another kind is about that chip only.
  const bool only_950 = has("hw950") && soc != "950";
  static constexpr std::array<std::string_view, 5> kLimits = {"arg", "shape", "numerics",
                                                              "compat_switch", "npu_config"};
  const bool limited = std::any_of(kLimits.begin(), kLimits.end(), has);
  return limited && !(only_950 && limits_beyond_dtypes(entry).empty()) ? NativeSignal::kLimited
                                                                       : NativeSignal::kNone;
}

std::string limits_beyond_dtypes(const NativeApiEntry& entry) {
  std::string out;
  for (std::string_view part : split(entry.restriction, ';')) {
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    // "only fp16, fp32", "(so no float64)", "950DT: ..."
    const bool dtypes = part.starts_with("only bf16") || part.starts_with("only fp") ||
                        part.starts_with("only uint") || part.starts_with("only int") ||
                        part.starts_with("only bool") || part.starts_with("only complex") ||
                        part.starts_with("(so no ");
    if (part.empty() || dtypes || part.starts_with("950DT")) continue;
    if (!out.empty()) out += "; ";
    out += part;
  }
  return out;
}

}  // namespace npuport
