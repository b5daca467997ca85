#include "run.h"
#include "support/elf_builder.h"
#include "support/installed_tree.h"

namespace npuport {
namespace {

using testing::ElfBuilder;
using testing::FakeDistribution;

FakeDistribution acme() {
  ElfBuilder module;
  module.needed = {"libcudart.so.12"};
  return {
      "acme-ops",
      "2.1",
      {"numpy"},
      {{"acme/_C.so", module.build()}, {"acme/a.py", "import torch\nx = torch.ones(1).cuda()\n"}}};
}

class InstalledCli : public ::testing::Test {
 protected:
  InstalledCli() {
    folder_.write("project/requirements.txt", "acme-ops\n");
    folder_.write("project/a.py", "import acme\n");
    acme().write_to(folder_, "sp/");
    folder_.write("acme.whl", acme().wheel());
  }
  RunResult analyze(std::vector<std::string> more) {
    std::vector<std::string> arguments = {"analyze", folder_ / "project", "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
  TemporaryFolder folder_;
};

TEST_F(InstalledCli, FolderAndWheelSayTheSame) {
  for (const std::vector<std::string>& from :
       {std::vector<std::string>{"--site-packages", folder_ / "sp"},
        std::vector<std::string>{"--wheel", folder_ / "acme.whl"}}) {
    std::vector<std::string> arguments = from;
    arguments.insert(arguments.end(), {"--format", "json"});
    const RunResult json = analyze(arguments);
    EXPECT_EQ(json.code, kExitOk) << json.err;
    EXPECT_NE(json.out.find("\"status\": \"needs_replacement\""), std::string::npos) << json.out;
    EXPECT_NE(json.out.find("\"links\": [\"libcudart.so.12\"]"), std::string::npos);
    EXPECT_NE(json.out.find("\"auto\": 1"), std::string::npos);
  }
}

TEST_F(InstalledCli, MarkdownAndTerminal) {
  const RunResult markdown =
      analyze({"--site-packages", folder_ / "sp", "--format", "markdown", "--lang", "zh"});
  EXPECT_NE(markdown.out.find("**已安装的依赖包**"), std::string::npos);
  EXPECT_NE(markdown.out.find("`acme/_C.so`：链接 `libcudart.so.12`"), std::string::npos);
  const RunResult terminal = run({"analyze", folder_ / "project", "--wheel", folder_ / "acme.whl"});
  EXPECT_NE(terminal.out.find("INSTALLED 1 package looked into; 1 carries CUDA: "
                              "acme-ops"),
            std::string::npos)
      << terminal.out;
}

TEST_F(InstalledCli, AWheelAsThePath) {
  const RunResult json = run({"analyze", folder_ / "acme.whl", "--quiet", "--format", "json"});
  EXPECT_EQ(json.code, kExitOk) << json.err;
  EXPECT_NE(json.out.find("\"path\": \"acme/a.py\", \"line\": 2"), std::string::npos);
  EXPECT_NE(json.out.find("\"name\": \"acme-ops\""), std::string::npos);
  EXPECT_NE(json.out.find("\"is_project\": true"), std::string::npos);
  EXPECT_NE(json.out.find("\"name\": \"numpy\""), std::string::npos);
}

TEST_F(InstalledCli, WheelBesideAFolder) {
  const RunResult json =
      run({"analyze", folder_ / "project", folder_ / "acme.whl", "--quiet", "--format", "json"});
  EXPECT_EQ(json.code, kExitOk) << json.err;
  EXPECT_NE(json.out.find("\"path\": \"acme.whl/acme/a.py\""), std::string::npos) << json.out;
  EXPECT_NE(json.out.find("\"path\": \"project/requirements.txt\""), std::string::npos);
}

TEST_F(InstalledCli, AWheelThatIsNotNeededIsNamed) {
  folder_.write("other.whl", FakeDistribution{"other"}.wheel());
  const RunResult json = analyze({"--wheel", folder_ / "other.whl", "--format", "json"});
  EXPECT_NE(json.out.find("the project does not need other"), std::string::npos);
}

TEST_F(InstalledCli, WhatCannotBeReadIsABadCommandLine) {
  for (const char* option : {"--site-packages", "--wheel"}) {
    const RunResult result = analyze({option, folder_ / "missing"});
    EXPECT_EQ(result.code, kExitUsage);
    EXPECT_NE(result.err.find("missing: cannot be read"), std::string::npos) << result.err;
  }
  folder_.write("broken.whl", "no archive");
  EXPECT_EQ(run({"analyze", folder_ / "broken.whl"}).code, kExitUsage);
}

}  // namespace
}  // namespace npuport
