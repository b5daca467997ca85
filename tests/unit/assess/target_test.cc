#include "assess/target.h"

#include <gtest/gtest.h>

#include "support/memory_project.h"

namespace npuport {
namespace {

const Knowledge& knowledge() {
  static const Knowledge loaded = std::move(Knowledge::load({}).value());
  return loaded;
}

ReportTarget choose(const testing::Files& files, const std::string& wanted = "") {
  const Project project = testing::make_project(files);
  return choose_target(wanted, project, knowledge()).value().report;
}

std::string basis(const ReportTarget& target) {
  std::string out;
  for (const TargetBasis& row : target.basis) {
    out += (out.empty() ? "" : "; ") + row.what + row.asked + "@" + row.place.path + ":" +
           std::to_string(row.place.line) + (row.moved ? " moved to " : " -> ") + row.chosen;
  }
  return out;
}

TEST(ChooseTarget, SaysWhereItComesFrom) {
  const ReportTarget target = choose({{"requirements.txt", "numpy\ntorch>=2.4\n"}});
  EXPECT_EQ(target.torch, "2.12.0");
  EXPECT_TRUE(target.inferred);
  EXPECT_EQ(basis(target), "torch>=2.4@requirements.txt:2 -> 2.12.0");
  EXPECT_EQ(target.reason.en,
            "requirements.txt:2 asks for torch>=2.4; the newest maintained release within that "
            "bound");
  EXPECT_EQ(target.lifecycle, "development");
  EXPECT_NE(target.source.find("COMPATIBILITY.md"), std::string::npos);
}

TEST(ChooseTarget, MovesOffTheEndOfLife) {
  const ReportTarget old = choose({{"README.md", "```bash\nconda install pytorch=1.5.1\n```\n"}});
  EXPECT_EQ(old.torch, "2.6.0");
  EXPECT_EQ(basis(old), "torch=1.5.1@README.md:2 moved to 2.6.0");
  EXPECT_NE(old.reason.en.find("has reached its end of life (2022/7/29)"), std::string::npos);
  EXPECT_NE(old.reason.zh.find("上移到最近的在维护版本 torch 2.6.0"), std::string::npos);

  const ReportTarget none = choose({{"requirements.txt", "torch==1.13.1\n"}});
  EXPECT_NE(none.reason.en.find("for which no torch_npu exists; moved to torch 2.6.0"),
            std::string::npos);
  const ReportTarget future = choose({{"requirements.txt", "torch==2.13.0\n"}});
  EXPECT_NE(future.reason.en.find("is not released yet; moved down to torch 2.12.0"),
            std::string::npos);
  // Named, it is taken.
  EXPECT_EQ(choose({{"requirements.txt", "torch==1.13.1\n"}}, "torch=1.11").torch, "1.11.0");
}

TEST(ChooseTarget, ReadsPythonAndImages) {
  const ReportTarget python =
      choose({{"pyproject.toml",
               "[project]\nname = \"x\"\nrequires-python = \">=3.8,<3.10\"\n"
               "dependencies = [\"torch>=2.6\"]\n"}});
  EXPECT_EQ(python.torch, "2.8.0");
  EXPECT_EQ(basis(python),
            "torch>=2.6@pyproject.toml:4 -> 2.8.0; "
            "python>=3.8,<3.10@pyproject.toml:3 -> 3.9");

  const ReportTarget setup =
      choose({{"setup.py",
               "from setuptools import setup\nsetup(name='x', python_requires='==3.7.*',\n"
               "      install_requires=['torch==2.7.1'])\n"}});
  EXPECT_EQ(basis(setup),
            "torch==2.7.1@setup.py:3 -> 2.7.1; "
            "python==3.7.*@setup.py:2 moved to 3.9");
  EXPECT_NE(setup.reason.en.find("for which torch_npu 2.7.1.post8 has no wheel"),
            std::string::npos);

  const ReportTarget image =
      choose({{"Dockerfile", "FROM pytorch/pytorch:2.7.1-cuda12.6-cudnn9-devel\n"}});
  EXPECT_EQ(basis(image), "torch==2.7.1@Dockerfile:1 -> 2.7.1");
  const ReportTarget ascend =
      choose({{"Dockerfile", "FROM quay.io/ascend/cann:8.5.0-a3-ubuntu22.04-py3.10\n"},
              {"requirements.txt", "torch==2.9.0\n"}});
  EXPECT_EQ(ascend.torch_npu, "2.9.0");
  EXPECT_EQ(ascend.cann, "8.5.0");
  EXPECT_EQ(ascend.soc, "A3");
  EXPECT_EQ(ascend.python, "3.10");
  EXPECT_EQ(ascend.basis.size(), 4u);
}

TEST(ChooseTarget, DeclarationsBindMoreThanTheRest) {
  const ReportTarget target = choose({{"requirements.txt", "torch==2.7.1\n"},
                                      {"README.md", "```\npip install torch==2.9.0\n```\n"},
                                      {"Dockerfile", "FROM pytorch/pytorch:2.6.0-cuda12.4\n"},
                                      {"tests/requirements.txt", "torch==2.8.0\n"},
                                      {"sub/requirements.txt", "torch==2.10.0\n"}});
  EXPECT_EQ(basis(target), "torch==2.7.1@requirements.txt:1 -> 2.7.1");
}

TEST(ChooseTarget, PassesOverWhatIsNoVersion) {
  const ReportTarget target = choose(
      {{"Dockerfile", "RUN conda install python=${PYTHON_VERSION}\nRUN pip install torch==2.7.1\n"},
       {"a.sh", "pip install torch==$TORCH\n"},
       {"requirements.txt", "torch!=2.0.0\n"}});
  EXPECT_EQ(basis(target), "torch==2.7.1@Dockerfile:2 -> 2.7.1");
}

TEST(ChooseTarget, WithoutAnyAsk) {
  const ReportTarget target = choose({{"main.py", "import torch\n"}});
  EXPECT_EQ(target.torch, "2.12.0");
  EXPECT_EQ(target.reason.zh, "项目未指定 torch 版本；取最新的在维护版本");
  EXPECT_TRUE(target.basis.empty());
}

TEST(ImageAsks, ReadsOnlyWhatItKnows) {
  EXPECT_EQ(asks_of_image("pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime").torch, "==2.5.1");
  EXPECT_EQ(asks_of_image("docker.io/pytorch/pytorch:2.5.1").torch, "==2.5.1");
  EXPECT_EQ(asks_of_image("pytorch/pytorch:latest").torch, "");
  EXPECT_EQ(asks_of_image("nvcr.io/nvidia/pytorch:24.05-py3").torch, "");
  EXPECT_EQ(asks_of_image("mypython:3.11").python, "");
  EXPECT_EQ(asks_of_image("python:3.11-slim").python, "==3.11");
  EXPECT_EQ(asks_of_image("python:3").python, "");
  EXPECT_EQ(asks_of_image("swr.x.com/ascendhub/cann:8.3.rc1-910b-openeuler24.03-py3.11").soc, "A2");
  EXPECT_EQ(asks_of_image("host:5000/python").python, "");
  for (const char* odd : {"", ":", "@", "a:", "cann:", "python:@", "x/:9.9", "ascend/cann:-"}) {
    const TargetAsks asks = asks_of_image(odd);
    EXPECT_EQ(asks.torch + asks.python + asks.cann + asks.soc, "") << odd;
  }
}

}  // namespace
}  // namespace npuport
