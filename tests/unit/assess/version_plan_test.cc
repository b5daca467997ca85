#include "assess/version_plan.h"

#include <gtest/gtest.h>

#include "assess/target.h"
#include "detect/detect.h"
#include "support/memory_project.h"

namespace npuport {
namespace {

const Knowledge& knowledge() {
  static const Knowledge loaded = std::move(Knowledge::load({}).value());
  return loaded;
}

VersionPlan plan(const testing::Files& files, const std::string& wanted = "") {
  const Project project = testing::make_project(files);
  const ChosenTarget chosen = choose_target(wanted, project, knowledge()).value();
  const Detection detection = detect(project, knowledge(), chosen.target, 1);
  return plan_versions(project.tree(), detection, chosen.target, chosen.asks, knowledge());
}

std::string packages(const VersionPlan& plan) {
  std::string out;
  for (const PlanPackage& package : plan.packages) {
    if (!package.needed) continue;
    out += (out.empty() ? "" : ", ") + package.name + " " +
           (package.version.empty() ? "?" : package.version);
  }
  return out;
}

std::string conflicts(const VersionPlan& plan) {
  std::string out;
  for (const PlanConflict& c : plan.conflicts) {
    out += (out.empty() ? "" : "; ") + c.place.path + ":" + std::to_string(c.place.line) + " " +
           c.package + c.asked + " -> " + c.use;
    EXPECT_FALSE(c.why.en.empty() || c.why.zh.empty() || c.sources.empty()) << c.package;
  }
  return out;
}

TEST(VersionPlan, ListsTheSet) {
  const VersionPlan made = plan({{"requirements.txt", "torch==2.7.1\ntorchvision\n"},
                                 {"main.py", "import torch\nimport torchvision\nimport triton\n"}},
                                "torch=2.7.1,cann=8.5.0,python=3.10");
  EXPECT_EQ(packages(made),
            "torch 2.7.1, torch-npu 2.7.1.post2, CANN 8.5.0, Python 3.10, torchvision 0.22.1, "
            "triton-ascend 3.2.0");
  EXPECT_EQ(made.packages.size(), 7u);  // torchaudio is listed, not needed
  for (const PlanPackage& package : made.packages) EXPECT_FALSE(package.sources.empty());
}

TEST(VersionPlan, SaysWhatIsNotStated) {
  const testing::Files kernel = {{"main.py", "import torch\nf = torch.compile(g)\n"}};
  const auto triton = [&](const char* target) { return plan(kernel, target).packages.back(); };
  EXPECT_EQ(triton("torch=2.7.1,cann=9.0.0,python=3.12").version, "3.2.1");
  EXPECT_TRUE(triton("torch=2.7.1,cann=9.0.0").needed);
  const PlanPackage newest = triton("latest");
  EXPECT_EQ(newest.version, "");
  EXPECT_NE(newest.note.en.find("no table pairs it with CANN 9.1.0"), std::string::npos);
  EXPECT_NE(triton("torch=2.7.1,cann=8.5.0,python=3.12").note.en.find("no wheel for Python 3.12"),
            std::string::npos);
  EXPECT_NE(triton("torch=2.7.1,cann=8.5.0,soc=310P").note.en.find("not documented for 310P"),
            std::string::npos);
  EXPECT_FALSE(plan({{"main.py", "import torch\n"}}).packages.back().needed);
}

TEST(VersionPlan, InstallsByProcessor) {
  const VersionPlan made = plan({{"requirements.txt", "torch==2.9.0\n"}});
  ASSERT_EQ(made.install.size(), 2u);
  EXPECT_EQ(made.install[0].arch, "x86_64");
  EXPECT_EQ(made.install[0].commands[0],
            "pip3 install torch==2.9.0+cpu --index-url https://download.pytorch.org/whl/cpu");
  EXPECT_EQ(made.install[1].arch, "aarch64");
  EXPECT_EQ(made.install[1].commands[0], "pip3 install torch==2.9.0");
  EXPECT_EQ(made.install[1].commands.back(), "pip3 install torch-npu==2.9.0.post6");
  EXPECT_EQ(made.install[0].commands.size(), made.install[0].sources.size());
  EXPECT_TRUE(plan({{"main.py", "import torch\n"}}, "torch=2.13").install.empty());
  EXPECT_TRUE(plan({{"main.py", "import torch\n"}}, "torch=1.11").install.empty());
}

TEST(VersionPlan, ExplainsPinsThatContradict) {
  const VersionPlan made = plan({{"requirements.txt",
                                  "torch==2.4.0+cu121\ntorchvision==0.19.0+cu121\ntriton==3.0.0\n"
                                  "numpy>=2.0\ntqdm==4.0\n"}});
  EXPECT_EQ(conflicts(made),
            "requirements.txt:1 torch==2.4.0+cu121 -> torch==2.6.0; "
            "requirements.txt:2 torchvision==0.19.0+cu121 -> torchvision==0.21.0; "
            "requirements.txt:3 triton==3.0.0 -> triton-ascend==3.2.0; "
            "requirements.txt:4 numpy>=2.0 -> numpy<2");
}

TEST(VersionPlan, LeavesPinsThatHold) {
  EXPECT_EQ(conflicts(plan({{"requirements.txt",
                             "torch>=2.4\ntorchvision>=0.19\ntorchaudio\nnumpy>=1.20\n"}})),
            "");
  EXPECT_EQ(conflicts(plan({{"requirements.txt", "torch==2.6.0\ntorchvision==0.21.0\nnumpy<3\n"}})),
            "");
  // The right version as a CUDA build.
  EXPECT_EQ(conflicts(plan({{"requirements.txt", "torch==2.6.0+cu124\n"}})),
            "requirements.txt:1 torch==2.6.0+cu124 -> torch==2.6.0");
}

TEST(VersionPlan, ExplainsThePython) {
  EXPECT_EQ(conflicts(plan({{"environment.yml",
                             "name: x\ndependencies:\n  - python=3.7\n  - pytorch=2.6.0\n"}})),
            "environment.yml:3 python=3.7 -> Python 3.9");
  EXPECT_EQ(conflicts(plan(
                {{"setup.cfg", "[metadata]\nname = x\n[options]\npython_requires = >=3.8\n"}})),
            "");
  EXPECT_EQ(
      conflicts(plan({{"setup.cfg", "[metadata]\nname = x\n[options]\npython_requires = >=3.12\n"}},
                     "torch=2.6")),
      "setup.cfg:4 python>=3.12 -> Python 3.11");
}

TEST(VersionPlan, CarriesLimitsOfChipAndProcessor) {
  const VersionPlan made = plan({{"requirements.txt", "decord==0.6.0\n"}}, "torch=2.7.1,soc=310P");
  std::string subjects;
  for (const PlanLimit& limit : made.limits) {
    subjects += limit.subject + " " + limit.kind + ";";
    EXPECT_FALSE(limit.text.en.empty() || limit.text.zh.empty() || limit.source.empty());
  }
  EXPECT_EQ(subjects, "310P soc;310P soc;310P soc;310P soc;decord aarch64;");
}

}  // namespace
}  // namespace npuport
