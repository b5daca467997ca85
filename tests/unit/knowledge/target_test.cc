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
}

TEST(VersionMatrix, NamesWhatIsNear) {
  const auto message = [](const char* text) { return matrix().parse_target(text).error().message; };
  EXPECT_TRUE(message("torch=9.9")
                  .starts_with("target \"torch=9.9\": no release has torch 9.9; nearest: 2.14.0; "
                               "there are 2.14.0, 2.13.0"));
  EXPECT_NE(message("torch=2.0.0").find("nearest: 2.0.1;"), std::string::npos);
  EXPECT_NE(message("torch_npu=2.6.0.post9").find("nearest: 2.6.0.post5, 2.6.0.post3, 2.6.0;"),
            std::string::npos);
  EXPECT_NE(message("cann=8.5.9").find("nearest: 8.5.0;"), std::string::npos);
  EXPECT_NE(message("python=2.7").find("nearest: 3.7;"), std::string::npos);
  EXPECT_NE(message("torhc=2.7").find("did you mean torch=...?"), std::string::npos);
  EXPECT_NE(message("relese=7.3.0").find("did you mean release=...?"), std::string::npos);
  EXPECT_NE(message("torch").find("npuport targets lists all"), std::string::npos);
  EXPECT_NE(message("torch=2.7,cann=8.0.0")
                .find("no release has all of it; with torch 2.7 there "
                      "are torch_npu 2.7.1.post8 (release 26.1.0"),
            std::string::npos);
  EXPECT_FALSE(matrix().parse_target("python=3.1"));  // not the beginning of 3.10
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
      {"^2.3", "2.12.0", Reason::kSatisfies},
      {"~2.8", "2.8.0.post4", Reason::kSatisfies},
      {"==2.7.0", "2.7.1.post8", Reason::kSameLine},
      {"==2.6.1", "2.6.0.post5", Reason::kSameLine},
      // The end of life is never inferred.
      {"==2.4.0", "2.6.0.post5", Reason::kMovedUp},
      {"==2.4.1", "2.6.0.post5", Reason::kMovedUp},
      {">=2.1,<2.4", "2.6.0.post5", Reason::kMovedUp},
      {"~=2.1.0", "2.6.0.post5", Reason::kMovedUp},
      {"==1.5.1", "2.6.0.post5", Reason::kMovedUp},
      {"==1.13.1", "2.6.0.post5", Reason::kMovedUp},
      {"==2.0.0", "2.6.0.post5", Reason::kMovedUp},
      {"<2.0", "2.6.0.post5", Reason::kMovedUp},
      {"==2.13.0", "2.12.0", Reason::kMovedDown},
      {"==2.15.0", "2.12.0", Reason::kMovedDown},
      {">=3.0", "2.12.0", Reason::kMovedDown},
      {"!=2.3.0", "2.12.0", Reason::kNothingAsked},
  };
  const VersionMatrix versions = matrix();
  for (const Case& c : cases) {
    const InferredTarget inferred = versions.infer(c.specifier);
    EXPECT_EQ(inferred.target.torch_npu, c.torch_npu) << c.specifier;
    EXPECT_EQ(inferred.reason, c.reason) << c.specifier;
  }
}

TEST(VersionMatrix, SaysWhatItPassedOver) {
  const VersionMatrix versions = matrix();
  const auto passed = [&](const char* specifier) {
    const VersionRow* row = versions.infer(specifier).passed_over;
    return row == nullptr ? std::string("nothing") : row->target.torch_npu;
  };
  EXPECT_EQ(passed("==2.4.0"), "2.4.0.post4");
  EXPECT_EQ(passed("==1.5.1"), "1.5.0.post8");
  EXPECT_EQ(passed("==2.13.0"), "2.13.0");
  EXPECT_EQ(passed("==1.13.1"), "nothing");
  EXPECT_EQ(passed(">=2.4"), "nothing");
  EXPECT_EQ(versions.infer("==2.4.0").passed_over->ended(), "2026/06/15");
}

TEST(VersionMatrix, KeepsPythonAndCannWhereItCan) {
  const VersionMatrix versions = matrix();
  const auto infer = [&](TargetAsks asks) { return versions.infer(asks); };

  InferredTarget python = infer({.torch = ">=2.6", .python = ">=3.8,<3.10"});
  EXPECT_EQ(python.target.torch, "2.8.0");  // the newest with a wheel for 3.9
  EXPECT_EQ(python.target.python, "3.9");
  EXPECT_FALSE(python.python_moved);

  python = infer({.torch = "==2.12.0", .python = "==3.9.*"});
  EXPECT_EQ(python.target.torch, "2.12.0");  // torch stays, Python gives way
  EXPECT_EQ(python.target.python, "3.10");
  EXPECT_TRUE(python.python_moved);

  python = infer({.torch = "==2.6.0", .python = ">=3.12"});
  EXPECT_EQ(python.target.python, "3.11");  // the nearest below
  EXPECT_TRUE(python.python_moved);

  python = infer({.python = "=3.7"});
  EXPECT_TRUE(python.python_moved);
  EXPECT_FALSE(infer({.python = "words"}).python_moved);
  EXPECT_EQ(infer({.torch = "==2.7.1", .python = ">=3.10.2"}).target.python, "3.11");

  const InferredTarget cann = infer({.torch = "==2.7.1", .cann = "8.3.rc1", .soc = "A3"});
  EXPECT_EQ(cann.target.torch_npu, "2.7.1");
  EXPECT_EQ(cann.target.soc, "A3");
  EXPECT_FALSE(cann.cann_moved);
  const InferredTarget moved = infer({.torch = "==2.12.0", .cann = "8.5.0"});
  EXPECT_EQ(moved.target.cann, "9.1.0");
  EXPECT_TRUE(moved.cann_moved);
}

TEST(VersionMatrix, NeverInfersWhatIsNotAlive) {
  const VersionMatrix versions = matrix();
  for (const VersionRow& row : versions.rows()) {
    for (const char* op : {"==", ">=", "<=", "~="}) {
      const InferredTarget inferred = versions.infer(op + row.target.torch);
      ASSERT_NE(inferred.row, nullptr);
      EXPECT_TRUE(inferred.row->active()) << op << row.target.torch;
      EXPECT_EQ(versions.row_of(inferred.target), inferred.row);
    }
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
