#include "detect/dependencies.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace npuport {
namespace {

const Knowledge& knowledge() {
  static const Knowledge loaded = std::move(Knowledge::load({}).value());
  return loaded;
}

// A project put together line by line.
class Audit {
 public:
  Audit& declare(const std::string& name, const std::string& specifier = "",
                 RequirementSource source = RequirementSource::kRequirement) {
    DeclaredPackage package;
    package.file = 1;
    package.requirement.name = name;
    package.requirement.specifier = specifier;
    package.requirement.source = source;
    package.requirement.span = {0, 5};
    declared_.push_back(package);
    return *this;
  }
  Audit& extras(std::vector<std::string> extras) {
    declared_.back().requirement.extras = std::move(extras);
    return *this;
  }
  Audit& url(const std::string& url) {
    DeclaredPackage package;
    package.requirement.url = url;
    declared_.push_back(package);
    return *this;
  }
  Audit& import(const std::string& module, std::vector<std::string> names = {}) {
    imported_.push_back({2, {0, 3}, module, std::move(names), false, false});
    return *this;
  }
  Audit& guarded() {
    imported_.back().guarded = true;
    return *this;
  }
  Audit& in_tests() {
    imported_.back().development = true;
    return *this;
  }

  std::vector<Dependency> rows() const {
    return audit_dependencies(declared_, imported_, knowledge());
  }
  Dependency row(const std::string& name) const {
    for (const Dependency& row : rows()) {
      if (row.name == name) return row;
    }
    ADD_FAILURE() << "no row " << name;
    return {};
  }
  std::string names() const {
    std::string all;
    for (const Dependency& row : rows()) all += (all.empty() ? "" : " ") + row.name;
    return all;
  }

 private:
  std::vector<DeclaredPackage> declared_;
  std::vector<ImportedModule> imported_;
};

TEST(Dependencies, DeclaredAndImported) {
  const Dependency row =
      Audit().declare("Flash_Attn", ">=2.4").import("flash_attn").row("flash-attn");
  EXPECT_EQ(row.status, DependencyStatus::kNeedsReplacement);
  EXPECT_EQ(row.need, DependencyNeed::kRequired);
  EXPECT_EQ(row.specifier, ">=2.4");
  EXPECT_EQ(row.import_names[0], "flash_attn");
  EXPECT_EQ(row.declared.size(), 1u);
  EXPECT_EQ(row.imported.size(), 1u);
  EXPECT_EQ(row.confidence, Confidence::kHigh);
  EXPECT_EQ(row.effort.low, 1);
  EXPECT_EQ(row.effort.high, 5);
  EXPECT_FALSE(row.replacement.empty());
  EXPECT_FALSE(row.advice.en.empty());
  EXPECT_FALSE(row.advice.zh.empty());
  EXPECT_FALSE(row.sources.empty());
  EXPECT_EQ(rule_for(row), "package-needs-replacement");
}

TEST(Dependencies, ImportNameIsNotDistributionName) {
  const Audit audit = Audit()
                          .declare("opencv-python-headless")
                          .declare("PyYAML")
                          .declare("hydra-core")
                          .declare("my_helper_lib")
                          .import("cv2")
                          .import("yaml")
                          .import("hydra.utils")
                          .import("my_helper_lib.io")
                          .import("bs4");
  EXPECT_EQ(audit.names(), "beautifulsoup4 hydra-core my-helper-lib opencv-python-headless pyyaml");
  EXPECT_EQ(audit.row("opencv-python-headless").need, DependencyNeed::kRequired);
  EXPECT_EQ(audit.row("pyyaml").status, DependencyStatus::kNotInvolved);
  EXPECT_EQ(audit.row("my-helper-lib").status, DependencyStatus::kUnknown);
  EXPECT_EQ(audit.row("beautifulsoup4").need, DependencyNeed::kUndeclared);
}

TEST(Dependencies, Needs) {
  const Audit audit = Audit()
                          .declare("xformers")
                          .declare("cupy-cuda12x")
                          .declare("deepspeed", "", RequirementSource::kExtra)
                          .declare("pytest", "", RequirementSource::kDevelopment)
                          .declare("nvidia-cublas-cu12")
                          .import("xformers.ops")
                          .guarded()
                          .import("apex", {"amp"})
                          .guarded()
                          .import("bitsandbytes")
                          .import("spconv.pytorch")
                          .in_tests();
  EXPECT_EQ(audit.row("xformers").need, DependencyNeed::kOptional);
  EXPECT_EQ(audit.row("cupy-cuda12x").need, DependencyNeed::kUnused);
  EXPECT_EQ(audit.row("cupy-cuda12x").effort.likely, 0);
  EXPECT_EQ(audit.row("deepspeed").need, DependencyNeed::kOptional);
  EXPECT_EQ(audit.row("pytest").need, DependencyNeed::kDevelopment);
  EXPECT_EQ(audit.row("nvidia-cublas-cu12").need, DependencyNeed::kRequired);
  EXPECT_EQ(audit.row("apex").need, DependencyNeed::kOptional);
  EXPECT_EQ(audit.row("bitsandbytes").need, DependencyNeed::kUndeclared);
  EXPECT_EQ(audit.row("spconv").need, DependencyNeed::kDevelopment);
}

TEST(Dependencies, OneUnguardedImportMakesItRequired) {
  EXPECT_EQ(Audit()
                .declare("triton")
                .import("triton")
                .guarded()
                .import("triton.language")
                .row("triton")
                .need,
            DependencyNeed::kRequired);
}

TEST(Dependencies, StandardLibraryIsNoDependency) {
  EXPECT_EQ(Audit()
                .import("os.path")
                .import("tomllib")
                .import("ConfigParser")
                .import("distutils.core")
                .names(),
            "");
}

TEST(Dependencies, SeveralDeclarationsAreOneRow) {
  const Dependency row = Audit()
                             .declare("torch", ">=2.4.0")
                             .declare("torch", "==2.4.0+cu121", RequirementSource::kCommand)
                             .declare("torch", ">=2.4.0")
                             .import("torch")
                             .row("torch");
  EXPECT_EQ(row.specifier, ">=2.4.0; ==2.4.0+cu121");
  EXPECT_EQ(row.declared.size(), 3u);
  EXPECT_EQ(row.status, DependencyStatus::kCompatibleWithPlugin);
  EXPECT_EQ(rule_for(row), "package-needs-plugin");
}

TEST(Dependencies, TorchPinsWithoutAdapter) {
  const Dependency old = Audit().declare("pytorch", "=1.5.1").import("torch").row("torch");
  EXPECT_EQ(old.status, DependencyStatus::kNeedsReplacement);
  EXPECT_EQ(old.replacement, "torch==2.6.0 + torch-npu==2.6.0.post5");
  EXPECT_EQ(rule_for(old), "torch-version-without-adapter");
  const Dependency fresh = Audit().declare("torch", "==2.15.0").import("torch").row("torch");
  EXPECT_EQ(fresh.replacement, "torch==2.12.0 + torch-npu==2.12.0");
  EXPECT_EQ(Audit().declare("torch", "==2.7.0").import("torch").row("torch").status,
            DependencyStatus::kCompatibleWithPlugin);
}

TEST(Dependencies, PinsBeforeNpuSupport) {
  const Dependency old =
      Audit().declare("accelerate", "==0.20.3").import("accelerate").row("accelerate");
  EXPECT_EQ(old.status, DependencyStatus::kNeedsReplacement);
  EXPECT_EQ(old.replacement, "accelerate>=0.21.0");
  for (const char* specifier : {"==0.21.0", ">=0.20", ""}) {
    EXPECT_EQ(
        Audit().declare("accelerate", specifier).import("accelerate").row("accelerate").status,
        DependencyStatus::kCompatible)
        << specifier;
  }
}

TEST(Dependencies, WhatTorchBringsIsNoWork) {
  const Audit audit = Audit()
                          .declare("torch", "==2.6.0")
                          .declare("nvidia-cudnn-cu12", "", RequirementSource::kLocked)
                          .declare("triton", "", RequirementSource::kLocked)
                          .declare("requests", "", RequirementSource::kLocked)
                          .declare("numpy", "<2", RequirementSource::kConstraint)
                          .import("torch");
  EXPECT_EQ(audit.names(), "nvidia-cudnn-cu12 torch triton");
  for (const char* name : {"nvidia-cudnn-cu12", "triton"}) {
    EXPECT_EQ(audit.row(name).parent, "torch");
    EXPECT_EQ(audit.row(name).need, DependencyNeed::kTransitive);
    EXPECT_EQ(audit.row(name).effort.high, 0);
  }
  EXPECT_EQ(Audit().declare("torch").import("torch").names(), "torch");
}

TEST(Dependencies, FrozenListsOfTorchWheelsAreNoWork) {
  const Dependency row = Audit()
                             .declare("torch")
                             .declare("nvidia-nccl-cu12", "==2.20.5")
                             .import("torch")
                             .row("nvidia-nccl-cu12");
  EXPECT_EQ(row.parent, "torch");
  EXPECT_EQ(row.effort.high, 0);
}

TEST(Dependencies, PackagesThatOthersBring) {
  const Audit audit =
      Audit().declare("sglang").extras({"srt"}).declare("opensora").import("sglang");
  const Dependency kernel = audit.row("sgl-kernel");
  EXPECT_EQ(kernel.need, DependencyNeed::kTransitive);
  EXPECT_EQ(kernel.parent, "sglang");
  EXPECT_EQ(kernel.effort.high, 0);
  EXPECT_EQ(kernel.sources.size(), 2u);
  EXPECT_EQ(audit.row("bitsandbytes").need, DependencyNeed::kTransitive);
  EXPECT_EQ(audit.row("galore-torch").parent, "colossalai");  // through two steps
  const std::string plain = Audit().declare("sglang").import("sglang").names();
  EXPECT_EQ(plain, "sglang");
}

TEST(Dependencies, Homonyms) {
  EXPECT_EQ(Audit().import("cutlass.cute").names(), "nvidia-cutlass-dsl");
  EXPECT_EQ(Audit().import("cutlass", {"epilogue"}).names(), "nvidia-cutlass");
  EXPECT_EQ(Audit().import("apex", {"amp"}).row("apex").confidence, Confidence::kHigh);
  EXPECT_EQ(Audit().import("apex", {"something"}).row("apex").confidence, Confidence::kLow);
  // what is declared decides
  EXPECT_EQ(Audit().declare("triton-ascend").import("triton").names(), "triton-ascend");
  EXPECT_EQ(Audit().declare("onnxruntime-gpu").import("onnxruntime").names(), "onnxruntime-gpu");
}

TEST(Dependencies, NamesFromUrls) {
  const auto name = [](const std::string& url) {
    Requirement requirement;
    requirement.url = url;
    return distribution_name(requirement);
  };
  EXPECT_EQ(name("git+https://host/NVlabs/nvdiffrast"), "nvdiffrast");
  EXPECT_EQ(name("git+https://host/x/Some_Lib.git@v1.0"), "some-lib");
  EXPECT_EQ(name("git+https://host/x/y#egg=detectron2&subdirectory=z"), "detectron2");
  EXPECT_EQ(name("./submodules/diff-gaussian-rasterization/"), "diff-gaussian-rasterization");
  EXPECT_EQ(name("https://host/flash_attn-2.7.1.post1+cu12torch2.5-cp310.whl"), "flash-attn");
  EXPECT_EQ(name("https://host/apex-0.1.tar.gz"), "apex");
  EXPECT_EQ(name("https://host/InternLM/lmdeploy/archive/refs/tags/v0.11.0.zip"), "lmdeploy");
  EXPECT_EQ(name("dist/*.whl"), "");
  EXPECT_EQ(name("/wheels/lmdeploy*.whl"), "");
  EXPECT_EQ(name("."), "");
  EXPECT_EQ(name(".."), "");
  EXPECT_EQ(name("${WHEEL}"), "");
  EXPECT_EQ(name(""), "");
  EXPECT_EQ(Audit().url("git+https://host/NVlabs/nvdiffrast").names(), "nvdiffrast");
  EXPECT_EQ(Audit().url("git+https://host/Dao-AILab/flash-attention.git@v2").names(), "flash-attn");
}

TEST(Dependencies, CudaBuilds) {
  const auto demands = [](const std::string& specifier, const std::string& url = "") {
    Requirement requirement;
    requirement.specifier = specifier;
    requirement.url = url;
    return demands_cuda_build(requirement);
  };
  EXPECT_TRUE(demands("==2.4.0+cu121"));
  EXPECT_TRUE(demands("=1.7.1=py3.8_cuda10.2.89_cudnn7.6.5_0"));
  EXPECT_TRUE(demands("", "https://host/flash_attn-2.7.1+cu12torch2.5-cp310.whl"));
  EXPECT_FALSE(demands("==2.4.0+cpu"));
  EXPECT_FALSE(demands("", "https://host/cu121/readme"));
  EXPECT_FALSE(demands("==1.0.curated1"));
  EXPECT_FALSE(demands(""));
}

TEST(Dependencies, RowsAreSortedAndComplete) {
  const std::vector<Dependency> rows =
      Audit().declare("zlib-ng").declare("vllm").declare("einops").import("einops").rows();
  EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end(),
                             [](const auto& a, const auto& b) { return a.name < b.name; }));
  for (const Dependency& row : rows) {
    EXPECT_FALSE(row.advice.en.empty()) << row.name;
    EXPECT_FALSE(row.advice.zh.empty()) << row.name;
  }
}

}  // namespace
}  // namespace npuport
