#include "detect/census.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "detect/dependencies.h"

namespace npuport {
namespace {

const Knowledge& knowledge() {
  static const Knowledge loaded = std::move(Knowledge::load({}).value());
  return loaded;
}

Dependency declared(const std::string& name, bool conda = false) {
  DeclaredPackage package;
  package.requirement.name = name;
  package.requirement.conda = conda;
  const std::vector<Dependency> rows = audit_dependencies({package}, {}, knowledge());
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [](const Dependency& row) { return row.parent.empty(); });
  EXPECT_NE(found, rows.end()) << name;
  return found == rows.end() ? Dependency{} : *found;
}

Dependency imported(const std::string& module) {
  const std::vector<Dependency> rows =
      audit_dependencies({}, {{0, {0, 3}, module, {}, false, false}}, knowledge());
  EXPECT_EQ(rows.size(), 1u) << module;
  return rows.empty() ? Dependency{} : rows[0];
}

bool says(const Dependency& row, std::string_view words) {
  return row.advice.en.find(words) != std::string::npos;
}

TEST(Census, PurePackageWithoutAcceleratorIsNotInvolved) {
  const Dependency row = declared("ABNF");
  EXPECT_EQ(row.status, DependencyStatus::kNotInvolved);
  EXPECT_EQ(row.confidence, Confidence::kMedium);
  EXPECT_TRUE(says(row, "Pure Python"));
  EXPECT_FALSE(row.advice.zh.empty());
  ASSERT_EQ(row.sources.size(), 1u);
  EXPECT_TRUE(row.sources[0].starts_with("Python package index: abnf "));
  EXPECT_EQ(rule_for(row), "package-compatible");
}

TEST(Census, CompiledPackageThatIsAlsoBuiltForMacosIsNotInvolved) {
  const Dependency row = declared("shapely");
  EXPECT_EQ(row.status, DependencyStatus::kNotInvolved);
  EXPECT_TRUE(says(row, "macOS"));
  EXPECT_FALSE(says(row, "aarch64"));
}

TEST(Census, MissingAarch64WheelIsSaid) {
  const Dependency row = declared("hdbscan");
  EXPECT_EQ(row.status, DependencyStatus::kNotInvolved);
  EXPECT_TRUE(says(row, "No wheel for aarch64"));
  const Dependency open = declared("pynini");
  EXPECT_EQ(open.status, DependencyStatus::kUnknown);
  EXPECT_EQ(open.confidence, Confidence::kLow);
  EXPECT_TRUE(says(open, "No wheel for aarch64"));
}

TEST(Census, CodeBuiltOnTorch) {
  EXPECT_EQ(declared("torchviz").status, DependencyStatus::kCompatible);
  const Dependency covered = declared("local-attention");
  EXPECT_EQ(covered.status, DependencyStatus::kCompatibleWithPlugin);
  EXPECT_TRUE(says(covered, "2 CUDA-only places"));
  const Dependency manual = declared("tomesd");
  EXPECT_EQ(manual.status, DependencyStatus::kUnknown);
  EXPECT_TRUE(says(manual, "not covered by transfer_to_npu"));
  EXPECT_EQ(manual.effort.low, 0);
}

TEST(Census, WhatNeedsJaxIsNotCompatibleForItsOwnCleanCode) {
  const Dependency row = declared("flax");
  EXPECT_EQ(row.status, DependencyStatus::kUnknown);
  EXPECT_TRUE(says(row, "requires jax"));
}

TEST(Census, CudaSourcesAreNeverCompatible) {
  const Dependency row = declared("torchpq");
  EXPECT_EQ(row.status, DependencyStatus::kNeedsReplacement);
  EXPECT_TRUE(says(row, "CUDA C++ sources"));
}

TEST(Census, RequirementOnTorchWithoutReadingTheCodeStaysUnknown) {
  const Dependency row = declared("julius");
  EXPECT_EQ(row.status, DependencyStatus::kUnknown);
  EXPECT_TRUE(says(row, "Requires torch"));
}

TEST(Census, NightlyBuildIsThePlainPackage) {
  EXPECT_EQ(declared("torchx-nightly").status, DependencyStatus::kNotInvolved);
  EXPECT_EQ(declared("triton-nightly").status, declared("triton").status);
}

TEST(Census, ImportedButUndeclaredNamesNeedADownloadedDistribution) {
  EXPECT_EQ(imported("termcolor").status, DependencyStatus::kNotInvolved);
  // Rarely downloaded, but its repository was read and holds a package of that name.
  EXPECT_EQ(imported("mup").status, DependencyStatus::kCompatibleWithPlugin);
  EXPECT_EQ(imported("my_project_utils").status, DependencyStatus::kUnknown);
  // Conda libraries are no modules.
  EXPECT_EQ(imported("libcublas").status, DependencyStatus::kUnknown);
}

TEST(Census, CondaLibraries) {
  EXPECT_EQ(declared("openssl", true).status, DependencyStatus::kNotInvolved);
  EXPECT_EQ(declared("ca-certificates", true).status, DependencyStatus::kNotInvolved);
  for (const char* name : {"libcublas", "libcufft", "libnpp", "cuda-nvrtc", "pytorch-mutex"}) {
    const Dependency row = declared(name, true);
    EXPECT_EQ(row.status, DependencyStatus::kNeedsReplacement) << name;
    EXPECT_EQ(row.name, name);
  }
}

TEST(Census, UnknownNamesStayAsTheyWere) {
  Dependency row;
  row.name = "no-such-distribution-anywhere";
  row.advice.en = "as before";
  EXPECT_FALSE(judge_by_census(row, {true, false}, knowledge()));
  EXPECT_EQ(row.advice.en, "as before");
  EXPECT_EQ(row.status, DependencyStatus::kUnknown);
}

}  // namespace
}  // namespace npuport
