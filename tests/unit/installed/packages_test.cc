#include <gtest/gtest.h>

#include "installed/installed_packages.h"
#include "installed/wheel_tree.h"
#include "support/elf_builder.h"
#include "support/installed_tree.h"
#include "unit/source/temp_tree.h"

namespace npuport {
namespace {

using testing::FakeDistribution;
using testing::ZipBuilder;

InstalledPackages read(const InstalledOptions& options) {
  Result<InstalledPackages> packages = InstalledPackages::read(options);
  EXPECT_TRUE(packages) << packages.error().message;
  return packages ? std::move(packages.value()) : InstalledPackages();
}

std::string error_of(const InstalledOptions& options) {
  const Result<InstalledPackages> packages = InstalledPackages::read(options);
  return packages ? "" : packages.error().message;
}

FakeDistribution acme() {
  return {"Acme_Ops",
          "2.1",
          {"torch>=2", "numpy ; extra == 'io'"},
          {{"acme/__init__.py", "import torch\n"},
           {"acme/_C.cpython-311-x86_64-linux-gnu.so", testing::ElfBuilder().build()},
           {"acme/kernels/a.cu", ""},
           {"acme/tests/test_a.py", ""},
           {"acme/win.pyd", ""},
           {"acme_ops.libs/libgomp-a34b3233.so.1", testing::ElfBuilder().build()}}};
}

TEST(InstalledPackages, DistInfo) {
  TempTree tree;
  acme().write_to(tree);
  const InstalledPackages packages = read({{tree.path()}, {}});
  const InstalledDistribution* found = packages.find("acme-ops");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(packages.find("ACME.ops"), found);
  EXPECT_EQ(found->version, "2.1");
  EXPECT_EQ(found->place, tree.at("Acme_Ops-2.1.dist-info"));
  EXPECT_EQ(found->requirements.size(), 2u);
  EXPECT_EQ(found->modules, std::vector<std::string>{"acme"});
  EXPECT_EQ(found->files.python, std::vector<std::string>{"acme/__init__.py"});
  EXPECT_EQ(found->files.modules.size(), 2u);
  EXPECT_EQ(found->files.cuda_sources.size(), 1u);
  EXPECT_EQ(found->files.foreign, 1u);
  EXPECT_EQ(packages.provider("acme"), found);
  EXPECT_EQ(packages.provider("acme_ops"), nullptr);
}

TEST(InstalledPackages, Wheel) {
  TempTree tree;
  tree.write("acme.whl", acme().wheel());
  const InstalledPackages packages = read({{}, {tree.at("acme.whl")}});
  const InstalledDistribution* found = packages.find("acme-ops");
  ASSERT_NE(found, nullptr);
  EXPECT_TRUE(found->wheel);
  EXPECT_EQ(found->files.modules.size(), 2u);
  const Result<std::string> text = found->store->read("acme/__init__.py", 100);
  ASSERT_TRUE(text);
  EXPECT_EQ(text.value(), "import torch\n");
  EXPECT_FALSE(found->store->read("acme/__init__.py", 5));
}

TEST(InstalledPackages, EggInfoFoldersAndFiles) {
  TempTree tree;
  tree.write("old-1.0-py3.11.egg-info/PKG-INFO", "Name: old\nVersion: 1.0\n");
  tree.write("old-1.0-py3.11.egg-info/requires.txt", "numpy\n");
  tree.write("old-1.0-py3.11.egg-info/top_level.txt", "oldpkg\n_old\n../evil\n");
  tree.write("oldpkg/a.py", "");
  tree.write("oldpkg/sub/b.so", "");
  tree.write("_old.cpython-311-x86_64-linux-gnu.so", "");
  tree.write("older.egg-info", "Name: older\nVersion: 0.1\n");
  const InstalledPackages packages = read({{tree.path()}, {}});
  const InstalledDistribution* old = packages.find("old");
  ASSERT_NE(old, nullptr);
  EXPECT_EQ(old->requirements.size(), 1u);
  EXPECT_EQ(old->files.python, std::vector<std::string>{"oldpkg/a.py"});
  EXPECT_EQ(old->files.modules.size(), 2u);
  ASSERT_NE(packages.find("older"), nullptr);
  EXPECT_EQ(packages.find("older")->version, "0.1");
}

// Several distributions of one namespace: none of them is "the" provider.
TEST(InstalledPackages, SharedTopLevel) {
  TempTree tree;
  for (const char* name : {"nvidia_a", "nvidia_b"}) {
    FakeDistribution{name, "1", {}, {{"nvidia/" + std::string(name) + "/x.py", ""}}}.write_to(tree);
  }
  EXPECT_EQ(read({{tree.path()}, {}}).provider("nvidia"), nullptr);
}

TEST(InstalledPackages, TheFirstOfSeveralCounts) {
  TempTree tree;
  FakeDistribution{"a", "1.0"}.write_to(tree, "first/");
  FakeDistribution{"a", "2.0"}.write_to(tree, "second/");
  tree.write("a.whl", FakeDistribution{"a", "3.0"}.wheel());
  EXPECT_EQ(read({{tree.at("second"), tree.at("first")}, {tree.at("a.whl")}}).find("a")->version,
            "2.0");
}

TEST(InstalledPackages, NothingOutsideOfTheFolder) {
  TempTree tree;
  tree.write("secret.py", "x");
  tree.write("sp/evil-1.dist-info/METADATA", "Name: evil\nVersion: 1\n");
  tree.write("sp/evil-1.dist-info/RECORD",
             "../secret.py,,\n/etc/passwd,,\nlink/secret.py,,\ngood.py,,\n");
  tree.write("sp/good.py", "");
  tree.link("sp/link", tree.path());
  tree.link("sp/file.py", tree.at("secret.py"));
  const InstalledPackages packages = read({{tree.at("sp")}, {}});
  const InstalledDistribution& evil = *packages.find("evil");
  EXPECT_EQ(evil.files.python, (std::vector<std::string>{"good.py", "link/secret.py"}));
  EXPECT_TRUE(evil.store->read("good.py", 10));
  for (const char* path : {"link/secret.py", "file.py", "../secret.py", "link/../good.py", ""}) {
    EXPECT_FALSE(evil.store->read(path, 10)) << path;
  }
}

TEST(InstalledPackages, ErrorsSayWhatIsMeant) {
  TempTree tree;
  tree.write("empty/x.py", "");
  tree.write("no.whl", ZipBuilder().add("a.py", "").build());
  tree.write("broken.whl", "PK\3\4 cut off");
  EXPECT_NE(error_of({{tree.at("missing")}, {}}).find(tree.at("missing") + ": cannot be read"),
            std::string::npos);
  EXPECT_NE(error_of({{tree.at("empty")}, {}}).find("holds no *.dist-info"), std::string::npos);
  EXPECT_NE(error_of({{}, {tree.at("no.whl")}}).find("no wheel"), std::string::npos);
  EXPECT_NE(error_of({{}, {tree.at("broken.whl")}}).find("not a sound zip archive"),
            std::string::npos);
  EXPECT_NE(error_of({{}, {tree.path()}}).find("folder"), std::string::npos);
}

TEST(InstalledPackages, ADamagedDistributionCostsItself) {
  TempTree tree;
  FakeDistribution{"good", "1"}.write_to(tree);
  tree.write("bad-1.dist-info/RECORD", "");
  const InstalledPackages packages = read({{tree.path()}, {}});
  EXPECT_NE(packages.find("good"), nullptr);
  ASSERT_EQ(packages.problems().size(), 1u);
  EXPECT_EQ(packages.problems()[0].path, tree.at("bad-1.dist-info/METADATA"));
}

TEST(WheelTree, TextsOfAWheel) {
  TempTree tree;
  tree.write("acme.whl", acme().wheel());
  const Result<SourceTree> read = read_wheel_tree(tree.at("acme.whl"), {});
  ASSERT_TRUE(read) << read.error().message;
  const std::vector<SourceFile>& files = read.value().files;
  ASSERT_EQ(files.size(), 8u);
  EXPECT_EQ(files[0].path, "Acme_Ops-2.1.dist-info/METADATA");
  EXPECT_EQ(files[0].kind, FileKind::kMetadata);
  EXPECT_EQ(files[2].kind, FileKind::kOther);  // the module is counted
  EXPECT_EQ(files[3].path, "acme/__init__.py");
  EXPECT_EQ(files[3].text, "import torch\n");
  EXPECT_TRUE(is_wheel_path(tree.at("acme.whl")));
  tree.write("folder.whl/x", "");
  EXPECT_FALSE(is_wheel_path(tree.at("folder.whl")));
}

}  // namespace
}  // namespace npuport
