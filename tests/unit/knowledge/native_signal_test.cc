#include "knowledge/native_signal.h"

#include <gtest/gtest.h>

namespace npuport {
namespace {

NativeApiEntry entry(std::string_view supported, std::string_view restriction,
                     std::string_view kinds, std::string_view a2 = "yes") {
  NativeApiEntry e;
  e.supported = supported;
  e.restriction = restriction;
  e.restriction_kinds = kinds;
  e.a2 = e.a3 = a2;
  e.ascend950 = "no";
  return e;
}

TEST(NativeSignal, ADtypeListIsTestCoverage) {
  const NativeApiEntry e = entry("limited", "only fp16, fp32; (so no float64, bfloat16)", "dtype");
  EXPECT_EQ(native_signal(e, "A2"), NativeSignal::kNone);
  EXPECT_EQ(limits_beyond_dtypes(e), "");
}

TEST(NativeSignal, TheStrongestRemarkCounts) {
  EXPECT_EQ(native_signal(entry("no", "", "", "no"), "A2"), NativeSignal::kUnsupported);
  EXPECT_EQ(native_signal(entry("limited", "may fall back to CPU", "dtype|cpu_fallback"), "A3"),
            NativeSignal::kCpuFallback);
  EXPECT_EQ(native_signal(entry("limited", "CPU only", "cpu_only"), "A2"), NativeSignal::kCpuOnly);
  EXPECT_EQ(native_signal(entry("limited", "dilation must be 1", "dtype|arg"), "A2"),
            NativeSignal::kLimited);
}

TEST(NativeSignal, The950ColumnAndThe310PAreNoVerdict) {
  EXPECT_EQ(native_signal(entry("yes", "", ""), "950"), NativeSignal::kNone);
  EXPECT_EQ(native_signal(entry("no", "", "", "no"), "310P"), NativeSignal::kNone);
}

TEST(NativeSignal, ARemarkAboutThe950IsOnlyAboutIt) {
  const NativeApiEntry e =
      entry("limited", "only fp32; 950DT: stable is always True", "dtype|hw950|arg");
  EXPECT_EQ(native_signal(e, "A2"), NativeSignal::kNone);
  EXPECT_EQ(native_signal(e, "950"), NativeSignal::kLimited);
}

TEST(NativeSignal, KeepsWhatIsNotAboutDtypes) {
  EXPECT_EQ(limits_beyond_dtypes(entry("limited",
                                       "only bf16, fp16; (so no int64); dilation must be 1; "
                                       "950DT: slower; rank 1..8",
                                       "dtype|arg")),
            "dilation must be 1; rank 1..8");
}

}  // namespace
}  // namespace npuport
