#include "detect/build_fate.h"

#include <gtest/gtest.h>

#include "support/memory_project.h"

namespace npuport {
namespace {

const std::string kImports =
    "import os, sys, shutil\nimport torch\nfrom setuptools import setup\n"
    "from torch.utils.cpp_extension import CUDA_HOME, BuildExtension, CppExtension, "
    "CUDAExtension\n";

struct Judged {
  WithoutCuda fate;
  std::string evidence;
};

// At the first use of CUDAExtension behind the imports.
Judged judge(const std::string& body) {
  const std::string text = kImports + body;
  const Project project = testing::make_project({{"setup.py", text}});
  const size_t at = text.find("CUDAExtension", kImports.size());
  EXPECT_NE(at, std::string::npos);
  const auto begin = static_cast<uint32_t>(at);
  const ExtensionBuild build = judge_build(project, 0, {begin, begin + 13});
  return {build.without_cuda, std::string(project.text(0, build.evidence))};
}

TEST(BuildFate, DefaultThatIsOverwrittenAndElseThatRaises) {
  const Judged judged = judge(
      "def get():\n    extension = CppExtension\n"
      "    if torch.cuda.is_available() and CUDA_HOME is not None:\n"
      "        extension = CUDAExtension\n"
      "    else:\n        raise NotImplementedError('no CUDA')\n"
      "    return [extension('x', ['a.cpp'])]\n");
  EXPECT_EQ(judged.fate, WithoutCuda::kFails);
  EXPECT_EQ(judged.evidence, "raise NotImplementedError('no CUDA')");
}

TEST(BuildFate, Fails) {
  for (const char* body : {
           "setup(ext_modules=[CUDAExtension('x', ['a.cu'])])\n",
           "if CUDA_HOME is None:\n    raise RuntimeError('x')\n"
           "setup(ext_modules=[CUDAExtension('x', ['a.cu'])])\n",
           "if not torch.cuda.is_available():\n    sys.exit('x')\n"
           "setup(ext_modules=[CUDAExtension('x', ['a.cu'])])\n",
           "if CUDA_HOME is None:\n    raise RuntimeError('x')\nelse:\n"
           "    m = [CUDAExtension('x', ['a.cu'])]\n",
           "if torch.cuda.is_available():\n    m = [CUDAExtension('x', ['a.cu'])]\n"
           "elif sys.platform == 'darwin':\n    m = []\nelse:\n    raise RuntimeError('x')\n",
           "def make():\n    return CUDAExtension('x', ['a.cu'])\n"
           "if torch.cuda.is_available():\n    m = [make()]\nelse:\n    raise ValueError\n",
           "try:\n    m = [CUDAExtension('x', ['a.cu'])]\nexcept ImportError:\n    m = []\n",
           "if __name__ == '__main__':\n    setup(ext_modules=[CUDAExtension('x', ['a.cu'])])\n",
       }) {
    EXPECT_EQ(judge(body).fate, WithoutCuda::kFails) << body;
  }
}

TEST(BuildFate, Skips) {
  for (const char* body : {
           "m = []\nif torch.cuda.is_available():\n    m.append(CUDAExtension('x', ['a.cu']))\n",
           "if CUDA_HOME:\n    m = [CUDAExtension('x', ['a.cu'])]\nelse:\n"
           "    m = [CppExtension('x', ['a.cpp'])]\n",
           "Ext = CUDAExtension if torch.cuda.is_available() else CppExtension\n",
           "if CUDA_HOME is None:\n    m = []\nelse:\n    m = [CUDAExtension('x', ['a.cu'])]\n",
           "def get():\n    if torch.version.cuda is None:\n        return []\n"
           "    return [CUDAExtension('x', ['a.cu'])]\n",
           "use = torch.cuda.is_available() and CUDA_HOME is not None\n"
           "if use:\n    m = [CUDAExtension('x', ['a.cu'])]\n",
           "if torch.cuda.is_available() or os.getenv('FORCE_CUDA', '0') == '1':\n"
           "    m = [CUDAExtension('x', ['a.cu'])]\nelse:\n    print('without CUDA')\n",
           "if shutil.which('nvcc'):\n    m = [CUDAExtension('x', ['a.cu'])]\n",
           "try:\n    m = [CUDAExtension('x', ['a.cu'])]\nexcept Exception:\n    m = []\n",
           "def make():\n    return CUDAExtension('x', ['a.cu'])\n"
           "if torch.cuda.device_count() > 0:\n    setup(ext_modules=[make()])\n",
       }) {
    EXPECT_EQ(judge(body).fate, WithoutCuda::kSkips) << body;
  }
}

TEST(BuildFate, Stub) {
  EXPECT_EQ(judge("if torch.cuda.is_available():\n    m = [CUDAExtension('x', ['a.cu'])]\nelse:\n"
                  "    m = [CppExtension('x', ['stub.cpp'])]\n")
                .fate,
            WithoutCuda::kStub);
  EXPECT_EQ(judge("if CUDA_HOME is None:\n    m = [CppExtension('x', ['csrc/dummy.cpp'])]\nelse:\n"
                  "    m = [CUDAExtension('x', ['a.cu'])]\n")
                .fate,
            WithoutCuda::kStub);
}

TEST(BuildFate, OpenWhenAnOptionOrAConditionDecides) {
  for (const char* body : {
           "if os.getenv('BUILD_CUDA') == '1':\n    m = [CUDAExtension('x', ['a.cu'])]\n",
           "SKIP_CUDA = os.getenv('SKIP_CUDA') == 'TRUE'\n"
           "if not SKIP_CUDA:\n    m = [CUDAExtension('x', ['a.cu'])]\n",
           "if torch.cuda.is_available():\n    m = [CUDAExtension('x', ['a.cu'])]\nelse:\n"
           "    if os.getenv('STRICT'):\n        raise RuntimeError('x')\n",
       }) {
    EXPECT_EQ(judge(body).fate, WithoutCuda::kUnknown) << body;
  }
}

TEST(BuildFate, FollowsCallers) {
  // Through two functions and a method; what nothing calls stays open.
  const std::string chain =
      "def inner():\n    return CUDAExtension('x', ['a.cu'])\ndef outer():\n    return [inner()]\n";
  EXPECT_EQ(judge(chain + "if torch.cuda.is_available():\n    setup(ext_modules=outer())\n").fate,
            WithoutCuda::kSkips);
  EXPECT_EQ(judge(chain + "setup(ext_modules=outer())\n").fate, WithoutCuda::kFails);
  EXPECT_EQ(judge(chain).fate, WithoutCuda::kUnknown);
  EXPECT_EQ(judge("class B:\n    def get(self):\n        return CUDAExtension('x', ['a.cu'])\n"
                  "setup(ext_modules=[B().get()])\n")
                .fate,
            WithoutCuda::kFails);
  EXPECT_EQ(judge("def f():\n    f()\n    return CUDAExtension('x', ['a.cu'])\n").fate,
            WithoutCuda::kUnknown);
}

TEST(BuildFate, SurvivesNamesThatDefineEachOther) {
  EXPECT_EQ(judge("a = b\nb = a\nif a:\n    m = [CUDAExtension('x', ['a.cu'])]\n").fate,
            WithoutCuda::kUnknown);
  std::string deep = "if torch.cuda.is_available():\n";
  for (int i = 0; i < 40; ++i) deep += std::string(4 * (i + 1), ' ') + "if x:\n";
  deep += std::string(4 * 41, ' ') + "m = CUDAExtension('x', ['a.cu'])\n";
  EXPECT_EQ(judge(deep).fate, WithoutCuda::kSkips);
}

TEST(BuildFate, BoundedOnHostileScripts) {
  // Names that each have many definitions in terms of many others.
  std::string names;
  for (int level = 0; level < 8; ++level) {
    for (int i = 0; i < 60; ++i) {
      names += "v" + std::to_string(level) + " = v" + std::to_string(level + 1) + "\n";
    }
  }
  EXPECT_EQ(judge(names + "if v0:\n    m = [CUDAExtension('x', ['a.cu'])]\n").fate,
            WithoutCuda::kUnknown);
  // A function that is called everywhere by functions that are called everywhere.
  std::string calls;
  for (int i = 0; i < 4; ++i) {
    calls += "def f" + std::to_string(i) + "():\n";
    for (int k = 0; k < 200; ++k) calls += "    f" + std::to_string(i + 1) + "()\n";
  }
  EXPECT_EQ(judge(calls + "def f4():\n    return CUDAExtension('x', ['a.cu'])\n").fate,
            WithoutCuda::kUnknown);
  std::string chain = "if a";
  for (int i = 0; i < 20000; ++i) chain += " and a";
  EXPECT_EQ(judge(chain + ":\n    m = CUDAExtension('x', ['a.cu'])\n").fate, WithoutCuda::kUnknown);
}

}  // namespace
}  // namespace npuport
