#include "knowledge/target.h"

#include <gtest/gtest.h>

#include "knowledge/embedded.h"

namespace npuport {
namespace {

VersionMatrix matrix() {
  return VersionMatrix::parse(embedded("torch_npu/version_matrix.tsv")).value();
}

TEST(VersionMatrix, DefaultIsTheNewestReleaseThatIsAlive) {
  const Target target = matrix().default_target();
  EXPECT_EQ(target.torch, "2.12.0");
  EXPECT_EQ(target.torch_npu, "2.12.0");
  EXPECT_EQ(target.release, "26.1.0");
  EXPECT_EQ(target.cann, "9.1.0");
  EXPECT_EQ(target.python, "3.11");
  EXPECT_EQ(target.soc, "A2");
  EXPECT_EQ(target.text(), "torch 2.12.0, torch_npu 2.12.0 (26.1.0), CANN 9.1.0, A2");
}

TEST(VersionMatrix, ReadsOddRows) {
  const VersionMatrix versions = matrix();
  EXPECT_EQ(versions.rows().size(), 64u);
  EXPECT_EQ(versions.rows()[0].target.torch_npu, "2.14.0");
  EXPECT_EQ(versions.rows()[0].target.release, "master");
  EXPECT_FALSE(versions.rows()[0].released());
  EXPECT_EQ(versions.rows().back().target.release, "");
}

std::string chosen(std::string_view text) {
  const Result<Target> target = matrix().parse_target(text);
  return target ? target.value().torch_npu + " " + target.value().release : "error";
}

TEST(VersionMatrix, ParsesTargets) {
  EXPECT_EQ(chosen("latest"), "2.12.0 26.1.0");
  EXPECT_EQ(chosen("torch=2.7"), "2.7.1.post8 26.1.0");
  EXPECT_EQ(chosen("torch=2.7.1, release=7.3.0"), "2.7.1.post2 7.3.0");
  EXPECT_EQ(chosen("torch_npu=2.6.0.post5"), "2.6.0.post5 7.3.0");
  EXPECT_EQ(chosen("torch_npu==2.6.0.post5"), "2.6.0.post5 7.3.0");
  EXPECT_EQ(chosen("torch-npu=2.6.0"), "2.6.0 7.1.0");
  EXPECT_EQ(chosen("cann=8.5.0"), "2.9.0 7.3.0");
  EXPECT_EQ(chosen("cann=8.3.rc1,torch=2.6.0"), "2.6.0.post3 7.2.0");
  EXPECT_EQ(chosen("torch=2.13"), "2.13.0 master");
  EXPECT_EQ(matrix().parse_target("torch=2.9,soc=a3,python=3.10").value().soc, "A3");
  EXPECT_EQ(matrix().parse_target("torch=2.9,soc=310p").value().soc, "310P");
  EXPECT_EQ(matrix().parse_target("torch=2.9,soc=a3,python=3.10").value().python, "3.10");
}

TEST(VersionMatrix, RejectsTargetsWithWhatExists) {
  for (const char* text : {"", "torch", "torch=", "torhc=2.7", "torch=9.9", "soc=A100",
                           "torch=2.7,release=6.0.rc1", ","}) {
    EXPECT_FALSE(matrix().parse_target(text)) << text;
  }
  EXPECT_NE(matrix().parse_target("torch=9.9").error().message.find("2.7.1.post8"),
            std::string::npos);
  EXPECT_NE(matrix().parse_target("torhc=2.7").error().message.find("torch_npu=2.6.0.post5"),
            std::string::npos);
}

TEST(VersionMatrix, InfersFromTheTorchPin) {
  using Reason = InferredTarget::Reason;
  struct Case {
    const char* specifier;
    const char* torch_npu;
    Reason reason;
  };
  const Case cases[] = {
      {"", "2.12.0", Reason::kNothingAsked},
      {"@ file:///x", "2.12.0", Reason::kNothingAsked},
      {">=2.4.0", "2.12.0", Reason::kSatisfies},
      {"==2.6.0+cu124", "2.6.0.post5", Reason::kSatisfies},
      {"==2.4.0", "2.4.0.post4", Reason::kSatisfies},
      {">=2.1,<2.4", "2.3.1.post6", Reason::kSatisfies},
      {"==2.7.0", "2.7.1.post8", Reason::kSameLine},
      {"==2.4.1", "2.4.0.post4", Reason::kSameLine},
      {"==1.5.1", "1.5.0.post8", Reason::kSameLine},
      {"==1.13.1", "2.0.1.post1", Reason::kMovedUp},
      {"==2.15.0", "2.12.0", Reason::kMovedDown},
      {">=3.0", "2.12.0", Reason::kNothingAsked},
  };
  const VersionMatrix versions = matrix();
  for (const Case& c : cases) {
    const InferredTarget inferred = versions.infer(c.specifier);
    EXPECT_EQ(inferred.target.torch_npu, c.torch_npu) << c.specifier;
    EXPECT_EQ(inferred.reason, c.reason) << c.specifier;
  }
}

TEST(Target, SatisfiesBounds) {
  Target target;
  target.torch_npu = "2.6.0.post5";
  EXPECT_TRUE(target.satisfies(">=2.6"));
  EXPECT_TRUE(target.satisfies(">=2.6,<2.7"));
  EXPECT_FALSE(target.satisfies(">=2.7"));
  EXPECT_FALSE(target.satisfies("nonsense"));
}

}  // namespace
}  // namespace npuport
