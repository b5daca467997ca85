#include <gtest/gtest.h>

#include "detect/detect.h"
#include "detect/judge_installed.h"
#include "support/elf_builder.h"
#include "support/installed_tree.h"
#include "support/memory_project.h"
#include "unit/source/temp_tree.h"

namespace npuport {
namespace {

using testing::ElfBuilder;
using testing::FakeDistribution;

const Knowledge& knowledge() {
  static const Knowledge loaded = std::move(Knowledge::load({}).value());
  return loaded;
}

std::string cuda_module() {
  ElfBuilder builder;
  builder.needed = {"libcudart.so.12", "libc.so.6"};
  builder.sections = {{".nv_fatbin", std::string(2'500'000, 'x')}};
  return builder.build();
}

std::string plain_module() {
  ElfBuilder builder;
  builder.needed = {"libc.so.6"};
  return builder.build();
}

// A project and a folder of what is installed beside it.
class Scene {
 public:
  Scene& install(const FakeDistribution& distribution) {
    distribution.write_to(tree_);
    return *this;
  }
  Scene& file(const std::string& path, const std::string& text) {
    files_.emplace_back(path, text);
    return *this;
  }
  Detection run(unsigned threads = 1) const {
    const InstalledPackages installed =
        std::move(InstalledPackages::read({{tree_.path()}, {}}).value());
    Target target;
    target.python = "3.11";
    target.torch_npu = "2.7.1";
    target.release = "7.3.0";
    return detect(testing::make_project(files_), knowledge(), target, threads, &installed);
  }
  const std::string& path() const { return tree_.path(); }

 private:
  TempTree tree_;
  testing::Files files_;
};

const Dependency* row(const Detection& detection, const std::string& name) {
  for (const Dependency& d : detection.dependencies) {
    if (d.name == name) return &d;
  }
  return nullptr;
}

TEST(Installed, AnUnknownPackageLinkedToCudaNeedsReplacement) {
  Scene scene;
  scene.file("requirements.txt", "acme-ops\n").file("a.py", "import acme\n");
  scene.install(
      {"acme-ops", "2.1", {}, {{"acme/_C.so", cuda_module()}, {"acme/a.so", plain_module()}}});
  const Detection detection = scene.run();
  const Dependency* acme = row(detection, "acme-ops");
  ASSERT_NE(acme, nullptr);
  EXPECT_EQ(detection.dependencies.size(), 1u);  // the import is acme-ops, by its files
  EXPECT_EQ(acme->need, DependencyNeed::kRequired);
  EXPECT_EQ(acme->status, DependencyStatus::kNeedsReplacement);
  EXPECT_EQ(acme->confidence, Confidence::kMedium);
  EXPECT_NE(
      acme->advice.en.find("`acme/_C.so` links libcudart.so.12 and holds 2.5 MB of GPU code; 1 "
                           "of 2 compiled modules is built for CUDA"),
      std::string::npos)
      << acme->advice.en;
  EXPECT_NE(acme->advice.zh.find("libcudart.so.12"), std::string::npos);
  ASSERT_TRUE(acme->installed);
  EXPECT_EQ(acme->installed->version, "2.1");
  EXPECT_EQ(acme->installed->cuda_modules, 1u);
  EXPECT_TRUE(detection.unknown_packages.empty());
  ASSERT_EQ(detection.findings.size(), 1u);
  EXPECT_EQ(detection.findings[0].rule->id, "package-needs-replacement");
  EXPECT_NE(detection.findings[0].notes_en[0].find("libcudart"), std::string::npos);
}

TEST(Installed, PurePythonWithoutSitesIsNotInvolved) {
  Scene scene;
  scene.file("requirements.txt", "acme-text\n");
  scene.install(
      {"acme-text", "1.0", {}, {{"acme_text/__init__.py", "import re\nx = re.compile('a')\n"}}});
  const Detection detection = scene.run();
  EXPECT_EQ(row(detection, "acme-text")->status, DependencyStatus::kNotInvolved);
  EXPECT_TRUE(detection.unknown_packages.empty());
  EXPECT_EQ(row(detection, "acme-text")->advice.en,
            "Pure Python: in the installed 1.0 no site of 1 file depends on CUDA.");
}

TEST(Installed, PythonSitesAreCountedAndNotListed) {
  Scene scene;
  scene.file("requirements.txt", "acme-auto\nacme-manual\n");
  scene.install(
      {"acme-auto", "1.0", {}, {{"acme_auto/a.py", "import torch\nx = torch.zeros(1).cuda()\n"}}});
  scene.install({"acme-manual",
                 "1.0",
                 {},
                 {{"acme_manual/a.py",
                   "import torch\nfrom flash_attn import flash_attn_func\n"
                   "def f(q): return flash_attn_func(q, q, q).cuda()\n"}}});
  const Detection detection = scene.run();
  const Dependency* automatic = row(detection, "acme-auto");
  EXPECT_EQ(automatic->status, DependencyStatus::kCompatible);
  ASSERT_TRUE(automatic->installed->python);
  EXPECT_EQ(automatic->installed->python->total().automatic, 1u);
  EXPECT_EQ(automatic->installed->python->domains[0].automatic, 1u);
  const Dependency* manual = row(detection, "acme-manual");
  EXPECT_EQ(manual->status, DependencyStatus::kUnknown);
  EXPECT_GE(manual->installed->python->domains[1].manual, 1u);
  EXPECT_NE(manual->advice.en.find("to edit by hand"), std::string::npos);
  for (const Finding& finding : detection.findings) EXPECT_EQ(finding.rule->domain, 1);
}

TEST(Installed, GpuCodeThatLoadsWithoutCudaStaysToBeChecked) {
  ElfBuilder builder;
  builder.needed = {"libc.so.6"};
  builder.sections = {{".nv_fatbin", std::string(1000, 'x')}};
  Scene scene;
  scene.file("requirements.txt", "acme-boost\n");
  scene.install({"acme-boost", "1.0", {}, {{"acme_boost/b.so", builder.build()}}});
  const Detection detection = scene.run();
  EXPECT_EQ(row(detection, "acme-boost")->status, DependencyStatus::kUnknown);
  EXPECT_NE(row(detection, "acme-boost")->advice.en.find("loads without CUDA"), std::string::npos);
  scene.install(
      {"acme-boost", "1.0", {}, {{"acme_boost/b.so", builder.build()}, {"acme_boost/b.cu", ""}}});
  EXPECT_EQ(row(scene.run(), "acme-boost")->status, DependencyStatus::kNeedsReplacement);
}

TEST(Installed, CompiledWithoutCuda) {
  Scene scene;
  scene.file("requirements.txt", "acme-fast\nacme-opens\nacme-win\n");
  scene.install({"acme-fast", "1.0", {}, {{"acme_fast/f.so", plain_module()}}});
  ElfBuilder opens;
  opens.sections = {{".rodata", std::string("\0libcuda.so.1\0", 14)}};
  scene.install({"acme-opens", "1.0", {}, {{"acme_opens/f.so", opens.build()}}});
  scene.install({"acme-win", "1.0", {}, {{"acme_win/f.pyd", "MZ"}, {"acme_win/a.py", ""}}});
  const Detection detection = scene.run();
  EXPECT_EQ(row(detection, "acme-fast")->status, DependencyStatus::kNotInvolved);
  EXPECT_EQ(row(detection, "acme-opens")->status, DependencyStatus::kUnknown);
  EXPECT_EQ(row(detection, "acme-win")->status, DependencyStatus::kUnknown);
}

// Metadata without files (an editable installation) proves nothing.
TEST(Installed, NothingSeenStaysUnknown) {
  Scene scene;
  scene.file("requirements.txt", "acme-edit\n");
  scene.install({"acme-edit", "1.0"});
  EXPECT_EQ(row(scene.run(), "acme-edit")->status, DependencyStatus::kUnknown);
}

TEST(Installed, WhatPackagesBring) {
  Scene scene;
  scene.file("requirements.txt", "acme-top[gpu]\n");
  scene.install({"acme-top",
                 "1.0",
                 {"acme-mid", "acme-gpu ; extra == 'gpu'", "acme-win ; sys_platform == 'win32'",
                  "acme-dev ; extra == 'dev'", "flash-attn"},
                 {{"acme_top/a.py", ""}}});
  scene.install({"acme-mid", "1.0", {"acme-deep", "acme-top"}, {{"acme_mid/a.py", ""}}});
  scene.install({"acme-deep", "1.0", {}, {{"acme_deep/_C.so", cuda_module()}}});
  scene.install({"acme-gpu", "1.0", {}, {{"acme_gpu/_C.so", cuda_module()}}});
  for (const char* name : {"acme-win", "acme-dev", "acme-other"}) {
    scene.install({name, "1.0", {}, {{std::string(name) + "/_C.so", cuda_module()}}});
  }
  const Detection detection = scene.run();
  std::string rows;
  for (const Dependency& d : detection.dependencies) rows += d.name + "<" + d.parent + " ";
  // acme-mid has nothing to do with CUDA; flash-attn is not installed, and known to the table.
  EXPECT_EQ(rows, "acme-deep<acme-mid acme-gpu<acme-top acme-top< flash-attn<acme-top ");
  EXPECT_EQ(row(detection, "acme-deep")->status, DependencyStatus::kNeedsReplacement);
  EXPECT_EQ(row(detection, "acme-deep")->need, DependencyNeed::kTransitive);
}

// A lock file names everything; who brings what is still in the metadata.
TEST(Installed, LockedPackagesHaveParents) {
  Scene scene;
  scene.file("requirements.txt", "acme-top\n");
  scene.file("uv.lock",
             "[[package]]\nname = \"acme-top\"\nversion = \"1.0\"\n\n[[package]]\nname = "
             "\"acme-deep\"\nversion = \"1.0\"\n\n[[package]]\nname = \"acme-text\"\nversion = "
             "\"1.0\"\n");
  scene.install({"acme-top", "1.0", {"acme-deep", "acme-text"}, {{"acme_top/a.py", ""}}});
  scene.install({"acme-deep", "1.0", {}, {{"acme_deep/_C.so", cuda_module()}}});
  scene.install({"acme-text", "1.0", {}, {{"acme_text/a.py", ""}}});
  const Detection detection = scene.run();
  ASSERT_EQ(detection.dependencies.size(), 2u);
  EXPECT_EQ(row(detection, "acme-deep")->parent, "acme-top");
  EXPECT_EQ(row(detection, "acme-deep")->need, DependencyNeed::kTransitive);
  EXPECT_EQ(row(detection, "acme-deep")->status, DependencyStatus::kNeedsReplacement);
}

TEST(Installed, WhatTorchBringsIsNoRow) {
  Scene scene;
  scene.file("requirements.txt", "torch==2.7.1\n");
  scene.install(
      {"torch", "2.7.1", {"nvidia-cublas-cu12", "triton"}, {{"torch/_C.so", cuda_module()}}});
  const Detection detection = scene.run();
  ASSERT_EQ(detection.dependencies.size(), 1u);
  EXPECT_EQ(detection.dependencies[0].status, DependencyStatus::kCompatibleWithPlugin);
  EXPECT_EQ(detection.dependencies[0].installed->cuda_modules, 1u);
}

TEST(Installed, TheInstalledVersionCountsWithoutAPin) {
  Scene scene;
  scene.file("requirements.txt", "liger-kernel\n");
  scene.install({"liger-kernel", "0.1.0", {}, {{"liger_kernel/a.py", ""}}});
  const Detection detection = scene.run();
  EXPECT_EQ(row(detection, "liger-kernel")->status, DependencyStatus::kNeedsReplacement);
  EXPECT_EQ(row(detection, "liger-kernel")->advice.en.substr(0, 42),
            "The installed version predates NPU support");
}

TEST(Installed, ADamagedModuleIsNamedAndProvesNothing) {
  Scene scene;
  scene.file("requirements.txt", "acme-cut\n");
  scene.install({"acme-cut", "1.0", {}, {{"acme_cut/_C.so", cuda_module().substr(0, 200)}}});
  const Detection detection = scene.run();
  EXPECT_EQ(row(detection, "acme-cut")->status, DependencyStatus::kUnknown);
  ASSERT_EQ(detection.unread_packages.size(), 1u);
  EXPECT_NE(detection.unread_packages[0].reason.find("acme_cut/_C.so"), std::string::npos);
}

TEST(Installed, TheSameForAnyNumberOfThreads) {
  Scene scene;
  scene.file("requirements.txt", "acme-many\n");
  FakeDistribution many{"acme-many"};
  for (int i = 0; i < 40; ++i) {
    many.files.emplace_back("acme_many/m" + std::to_string(i) + ".so", cuda_module());
    many.files.emplace_back("acme_many/m" + std::to_string(i) + ".py",
                            "import torch\ntorch.cuda.empty_cache()\n");
  }
  scene.install(many);
  const Detection one = scene.run(1);
  const Detection eight = scene.run(8);
  const InstalledEvidence& a = *row(one, "acme-many")->installed;
  const InstalledEvidence& b = *row(eight, "acme-many")->installed;
  EXPECT_EQ(a.cuda_modules, 40u);
  EXPECT_EQ(a.evidence.size(), kMaxShownModules);
  for (size_t i = 0; i < a.evidence.size(); ++i) EXPECT_EQ(a.evidence[i].path, b.evidence[i].path);
  EXPECT_EQ(a.python->total().automatic, b.python->total().automatic);
}

}  // namespace
}  // namespace npuport
