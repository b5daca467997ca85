#include "knowledge/companions.h"

#include <gtest/gtest.h>

#include "knowledge/embedded.h"
#include "knowledge/knowledge.h"

namespace npuport {
namespace {

const Knowledge& knowledge() {
  static const Knowledge loaded = std::move(Knowledge::load({}).value());
  return loaded;
}

Target target(std::string_view text) { return knowledge().versions().parse_target(text).value(); }

std::string version(std::string_view package, std::string_view wanted) {
  const CompanionRow* row = knowledge().companions().find(package, target(wanted));
  return row == nullptr ? "none" : std::string(row->version);
}

TEST(Companions, PairWithTorchOrCann) {
  EXPECT_EQ(version("torchvision", "torch=2.7.1"), "0.22.1");
  EXPECT_EQ(version("torchvision", "latest"), "0.27.0");
  EXPECT_EQ(version("torchaudio", "torch=2.5.1"), "2.5.1");
  EXPECT_EQ(version("torchaudio", "latest"), "2.11.0");
  EXPECT_EQ(version("triton-ascend", "torch=2.7.1,release=7.3.0"), "3.2.0");
  EXPECT_EQ(version("triton-ascend", "torch=2.7.1,release=26.0.0"), "3.2.1");
  EXPECT_EQ(version("triton-ascend", "latest"), "none");  // CANN 9.1.0 is in no table
  EXPECT_EQ(version("something", "latest"), "none");
}

// Every maintained torch has its torchvision and torchaudio, and every row has a source.
TEST(Companions, CoverWhatIsMaintained) {
  for (const VersionRow& row : knowledge().versions().rows()) {
    if (!row.active()) continue;
    for (const char* package : {"torchvision", "torchaudio"}) {
      const CompanionRow* found = knowledge().companions().find(package, row.target);
      ASSERT_NE(found, nullptr) << package << " for " << row.target.text();
      EXPECT_FALSE(found->source.empty());
    }
    for (const char* arch : {"x86_64", "aarch64"}) {
      bool torch = false;
      bool torch_npu = false;
      for (const InstallRow* line : knowledge().companions().install(arch, row.target)) {
        torch = torch || line->package == "torch";
        torch_npu = torch_npu || line->package == "torch-npu";
        EXPECT_FALSE(line->source.empty());
      }
      EXPECT_TRUE(torch && torch_npu) << arch << " " << row.target.text();
    }
  }
}

std::string torch_command(const char* arch, std::string_view wanted) {
  for (const InstallRow* line : knowledge().companions().install(arch, target(wanted))) {
    if (line->package == "torch") return std::string(line->command);
  }
  return "none";
}

TEST(Companions, ProcessorsDiffer) {
  EXPECT_EQ(torch_command("x86_64", "torch=2.9"),
            "pip3 install torch=={torch}+cpu --index-url https://download.pytorch.org/whl/cpu");
  EXPECT_EQ(torch_command("aarch64", "torch=2.10"), "pip3 install torch=={torch}");
  EXPECT_EQ(torch_command("aarch64", "torch=2.11"),
            "pip3 install torch=={torch} --index-url https://download.pytorch.org/whl/cpu");
  EXPECT_EQ(torch_command("aarch64", "torch=1.11"), "none");  // no source says how
}

TEST(Companions, LimitsOfTheChip) {
  EXPECT_TRUE(knowledge().companions().soc_limits(target("latest")).empty());
  EXPECT_EQ(knowledge().companions().soc_limits(target("torch=2.7,soc=310P")).size(), 4u);
  EXPECT_EQ(knowledge().companions().soc_limits(target("torch=2.7,soc=950")).size(), 4u);
  EXPECT_EQ(knowledge().companions().soc_limits(target("torch=2.5.1,soc=950")).size(), 3u);
  for (const char* soc : {"310P", "950"}) {
    for (const LimitRow* row :
         knowledge().companions().soc_limits(target(std::string("torch=2.7,soc=") + soc))) {
      EXPECT_FALSE(row->text.en.empty() || row->text.zh.empty() || row->source.empty());
    }
  }
  EXPECT_EQ(knowledge().companions().aarch64("decord").size(), 1u);
  EXPECT_TRUE(knowledge().companions().aarch64("numpy").empty());
}

TEST(Companions, ReportBadTables) {
  const std::string companions = "package\twith\tversion\tpython\tsoc\tsource\n";
  const std::string install = "arch\tpackage\ttorch\tcommand\tsource\n";
  const std::string soc = "soc\ttorch\ten\tzh\tsource\n";
  const std::string arm = "package\ten\tzh\tsource\n";
  EXPECT_TRUE(Companions::parse(companions, install, soc, arm));
  const auto message = [&](const std::string& i, const std::string& s) {
    return Companions::parse(companions, i, s, arm).error().message;
  };
  EXPECT_EQ(message(install + "any\tx\t>=two\tpip\ts\n", soc),
            "torch_npu/install.tsv:2: expected a version bound; found \">=two\"");
  EXPECT_EQ(message(install, soc + "950\t>=two\ta\tb\ts\n"),
            "torch_npu/soc_limits.tsv:2: expected a version bound; found \">=two\"");
  EXPECT_FALSE(Companions::parse("x", install, soc, arm));
}

}  // namespace
}  // namespace npuport
