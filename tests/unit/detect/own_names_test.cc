// Imports and requirements that the project's own files answer for.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "detect/detect.h"
#include "support/memory_project.h"

namespace npuport {
namespace {

std::set<std::string> rows(const testing::Files& files) {
  static const auto* knowledge = new Result<Knowledge>(Knowledge::load({}));
  const Project project = testing::make_project(files);
  const Detection detection =
      detect(project, knowledge->value(), knowledge->value().versions().default_target(), 1);
  std::set<std::string> names;
  for (const Dependency& row : detection.dependencies) names.insert(row.name);
  return names;
}

using Names = std::set<std::string>;

TEST(OwnNames, ModulesThatAScriptFindsThroughItsPath) {
  EXPECT_EQ(rows({{"tools/data/loader.py", "x = 1\n"},
                  {"tools/run/go.py", "from data.loader import x\nimport loader\n"}}),
            Names{});
}

TEST(OwnNames, ExtensionsThatTheProjectBuilds) {
  const std::string setup =
      "from setuptools import setup\n"
      "from torch.utils.cpp_extension import CUDAExtension\n"
      "setup(name='toy', ext_modules=[CUDAExtension('toy._ops_ext', ['a.cpp'])])\n";
  const Names found = rows({{"setup.py", setup}, {"use.py", "import _ops_ext\n"}});
  EXPECT_FALSE(found.contains("ops-ext")) << found.size();
}

TEST(OwnNames, ExtensionsOfTheProjectsOwnKind) {
  const std::string setup =
      "from setuptools import Extension, setup\n"
      "class CMakeExtension(Extension):\n    pass\n"
      "setup(name='toy', ext_modules=[CMakeExtension('_engine')])\n";
  EXPECT_EQ(rows({{"setup.py", setup}, {"use.py", "import _engine\n"}}), Names{"setuptools"});
}

TEST(OwnNames, KernelsCompiledFromASourceOfTheSameName) {
  EXPECT_EQ(
      rows({{"csrc/quant.cu", "__global__ void k() {}\n"}, {"use.py", "import quant_cuda\n"}}),
      Names{});
}

TEST(OwnNames, APublishedPackageStaysARow) {
  EXPECT_TRUE(
      rows({{"pkg/datasets.py", "x = 1\n"}, {"run.py", "import datasets\n"}}).contains("datasets"));
}

TEST(OwnNames, OnlyBuildToolsNameADistribution) {
  const std::string code = "import tracker\ntracker.setup(name='transformers')\n";
  EXPECT_TRUE(
      rows({{"run.py", code}, {"requirements.txt", "transformers\n"}}).contains("transformers"));
}

TEST(OwnNames, TheProjectIsNoDependencyOfItself) {
  const std::string pyproject = "[project]\nname = \"gsplat\"\ndependencies = [\"numpy\"]\n";
  EXPECT_EQ(
      rows({{"pyproject.toml", pyproject}, {"README.md", "```bash\npip install gsplat\n```\n"}}),
      Names{"numpy"});
  EXPECT_EQ(rows({{"setup.cfg", "[metadata]\nname = gsplat\n[options]\ninstall_requires = numpy\n"},
                  {"README.md", "```bash\npip install gsplat\n```\n"}}),
            Names{"numpy"});
  EXPECT_EQ(rows({{"setup.py", "from setuptools import setup\nsetup(name='gsplat')\n"},
                  {"README.md", "```bash\npip install gsplat\n```\n"}}),
            Names{"setuptools"});
}

}  // namespace
}  // namespace npuport
