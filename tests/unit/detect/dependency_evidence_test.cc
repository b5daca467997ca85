// Rows that the tables call compatible, and what the project says about them.
#include <gtest/gtest.h>

#include <algorithm>

#include "detect/detect.h"
#include "support/memory_project.h"

namespace npuport {
namespace {

Dependency row_of(const testing::Files& files, const std::string& name) {
  static const auto* knowledge = new Result<Knowledge>(Knowledge::load({}));
  const Project project = testing::make_project(files);
  const Detection detection =
      detect(project, knowledge->value(), knowledge->value().versions().default_target(), 1);
  for (const Dependency& row : detection.dependencies) {
    if (row.name == name) return row;
  }
  ADD_FAILURE() << "no row for " << name;
  return {};
}

TEST(DependencyEvidence, APackageThatBringsTritonNeedsAnOption) {
  const Dependency row = row_of({{"requirements.txt", "openai-whisper\n"}}, "openai-whisper");
  EXPECT_EQ(row.status, DependencyStatus::kCompatibleWithPlugin);
  EXPECT_NE(row.advice.en.find("brings triton"), std::string::npos) << row.advice.en;
  EXPECT_NE(row.advice.zh.find("triton"), std::string::npos);
  EXPECT_GT(row.effort.high, 0);
}

TEST(DependencyEvidence, CudaProvidersAskForTheNpuBuild) {
  const std::string use =
      "import onnxruntime\ns = onnxruntime.InferenceSession(p, "
      "providers=['CUDAExecutionProvider'])\n";
  const Dependency row =
      row_of({{"requirements.txt", "onnxruntime\n"}, {"pose.py", use}}, "onnxruntime");
  EXPECT_EQ(row.status, DependencyStatus::kCompatibleWithPlugin);
  EXPECT_NE(row.advice.en.find("pose.py:2"), std::string::npos) << row.advice.en;
}

TEST(DependencyEvidence, TestsAndCpuProvidersDoNot) {
  const std::string cpu =
      "import onnxruntime\ns = onnxruntime.InferenceSession(p, "
      "providers=['CPUExecutionProvider'])\n";
  const std::string use = "PROVIDERS = ['CUDAExecutionProvider']\n";
  const Dependency row =
      row_of({{"requirements.txt", "onnxruntime\n"}, {"pose.py", cpu}, {"tests/test_pose.py", use}},
             "onnxruntime");
  EXPECT_EQ(row.status, DependencyStatus::kCompatible);
}

}  // namespace
}  // namespace npuport
