// Which calls the support lists speak about, per target.
#include <gtest/gtest.h>

#include <string>

#include "detect/detect.h"
#include "support/memory_project.h"

namespace npuport {
namespace {

class NativeApis : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto loaded = Knowledge::load({});
    ASSERT_TRUE(loaded) << loaded.error().message;
    knowledge_ = new Knowledge(std::move(loaded.value()));
  }
  static void TearDownTestSuite() { delete knowledge_; }

  // "api:signal" per call, in report order; "!" marks one that is a finding too.
  static std::string calls(const std::string& code, const std::string& torch) {
    const Project project = testing::make_project({{"a.py", code}});
    Target target = knowledge_->versions().default_target();
    target.torch = torch;
    const Detection detection = detect(project, *knowledge_, target, 1);
    std::string out;
    for (const NativeApiCall& call : detection.native_calls) {
      out += out.empty() ? "" : " ";
      out += call.note->api + ":" + std::string(to_string(call.note->signal));
      for (const Finding& f : detection.findings) {
        if (f.span == call.span && f.rule->id == "native-api-unsupported") out += "!";
      }
    }
    return out;
  }
  static Knowledge* knowledge_;
};

Knowledge* NativeApis::knowledge_ = nullptr;

TEST_F(NativeApis, OnlyWhatTheProjectCalls) {
  EXPECT_EQ(calls("import torch\nf = torch.std_mean\n", "2.7.1"), "");
  EXPECT_EQ(calls("import torch\ns, m = torch.std_mean(x)\n", "2.7.1"),
            "torch.std_mean:unsupported!");
}

TEST_F(NativeApis, TheListOfTheTargetsTorchDecides) {
  const std::string code = "import torch.nn.functional as F\ny = F.conv_transpose3d(x, w)\n";
  EXPECT_EQ(calls(code, "2.6.0"), "torch.nn.functional.conv_transpose3d:unsupported!");
  EXPECT_EQ(calls(code, "2.7.1").find("unsupported"), std::string::npos);
}

TEST_F(NativeApis, MethodsOfTensorsOnly) {
  EXPECT_EQ(calls("import torch\ndef f(x: torch.Tensor):\n    return x.mode()\n", "2.7.1"),
            "torch.Tensor.mode:unsupported!");
  EXPECT_EQ(calls("import torch\ny = torch.zeros(2).view(1, 2).mode()\n", "2.7.1"),
            "torch.Tensor.mode:unsupported!");
  EXPECT_EQ(calls("import torch\ny = torch.zeros(2).tolist().mode()\n", "2.7.1"), "");
  EXPECT_EQ(calls("import torch\ndef f(x):\n    return x.mode()\n", "2.7.1"), "");
  EXPECT_EQ(calls("import torch\nclass M:\n    def mode(self): pass\nM().mode()\n", "2.7.1"), "");
  EXPECT_EQ(calls("import torch\nd = torch.load('a')\nd.mode()\n", "2.7.1"), "");
}

TEST_F(NativeApis, ARuleThatKnowsMoreSpeaksAlone) {
  EXPECT_EQ(calls("import torch.nn.functional as F\nF.gumbel_softmax(x)\n", "2.7.1"), "");
}

TEST_F(NativeApis, NoListForThatTorchMeansNothingIsSaid) {
  EXPECT_EQ(calls("import torch\ntorch.std_mean(x)\n", "2.1.0"), "");
}

}  // namespace
}  // namespace npuport
