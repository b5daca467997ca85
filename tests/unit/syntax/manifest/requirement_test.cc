#include <gtest/gtest.h>

#include "syntax/manifest/manifest.h"

namespace npuport {
namespace {

std::string slice(const std::string& text, Span span) {
  return text.substr(span.begin, span.end - span.begin);
}

// name|extras|specifier|marker|url
std::string show(const Requirement& r) {
  std::string extras;
  for (const auto& extra : r.extras) extras += (extras.empty() ? "" : ",") + extra;
  return r.name + "|" + extras + "|" + r.specifier + "|" + r.marker + "|" + r.url;
}

std::string parse(const std::string& text) {
  const auto requirement = parse_requirement(text, 0);
  return requirement ? show(*requirement) : "none";
}

TEST(Requirement, NamesAndSpecifiers) {
  EXPECT_EQ(parse("torch"), "torch||||");
  EXPECT_EQ(parse("  torch >= 2.4.0 , < 3 "), "torch||>=2.4.0,<3||");
  EXPECT_EQ(parse("torch==2.4.0+cu121"), "torch||==2.4.0+cu121||");
  EXPECT_EQ(parse("torch (>=1.0)"), "torch||>=1.0||");
  EXPECT_EQ(parse("onnxruntime_gpu~=1.17"), "onnxruntime_gpu||~=1.17||");
  EXPECT_EQ(parse("numpy!=1.0.*"), "numpy||!=1.0.*||");
  EXPECT_EQ(parse("torch===2.0"), "torch||===2.0||");
}

TEST(Requirement, ExtrasMarkersCommentsOptions) {
  EXPECT_EQ(parse("sglang[srt, openai]>=0.4; python_version < '3.12'"),
            "sglang|srt,openai|>=0.4|python_version < '3.12'|");
  EXPECT_EQ(parse("triton==2.1.0 ; sys_platform == 'linux'  # note"),
            "triton||==2.1.0|sys_platform == 'linux'|");
  EXPECT_EQ(parse("a==1 --hash=sha256:00 --hash=sha256:11"), "a||==1||");
}

TEST(Requirement, Addresses) {
  EXPECT_EQ(parse("git+https://h.io/o/nvdiffrast@v1#egg=nvdiffrast[x]&subdirectory=b"),
            "nvdiffrast|x|||git+https://h.io/o/nvdiffrast@v1#egg=nvdiffrast[x]&subdirectory=b");
  EXPECT_EQ(parse("git+https://h.io/o/apex.git"), "||||git+https://h.io/o/apex.git");
  EXPECT_EQ(parse("apex @ git+https://${TOKEN}@h.io/o/apex.git@main ; extra == 'x'"),
            "apex|||extra == 'x'|git+https://${TOKEN}@h.io/o/apex.git@main");
  EXPECT_EQ(parse("apex@https://h.io/a.zip"), "apex||||https://h.io/a.zip");
  EXPECT_EQ(
      parse("https://h.io/flash_attn-2.7.1.post1%2Bcu12torch2.5-cp310-cp310-linux_x86_64.whl"),
      "flash_attn||==2.7.1.post1+cu12torch2.5||"
      "https://h.io/flash_attn-2.7.1.post1%2Bcu12torch2.5-cp310-cp310-linux_x86_64.whl");
}

TEST(Requirement, LocalPaths) {
  EXPECT_EQ(parse("./submodules/diff-gaussian-rasterization"),
            "||||./submodules/diff-gaussian-rasterization");
  EXPECT_EQ(parse("submodules/simple-knn"), "||||submodules/simple-knn");
  EXPECT_EQ(parse("."), "||||.");
  EXPECT_EQ(parse(".[gpu,dev]"), "|gpu,dev|||.");
  EXPECT_EQ(parse("dist/x_y-1.0-py3-none-any.whl"), "x_y||==1.0||dist/x_y-1.0-py3-none-any.whl");
  EXPECT_EQ(parse("x-1.0-py3-none-any.whl"), "x||==1.0||x-1.0-py3-none-any.whl");
}

TEST(Requirement, NoRequirement) {
  for (const char* text : {"", "   ", "-", "=1", "torch 2.0", "# x", "a[b", "@x", "[x]", "a @"}) {
    EXPECT_EQ(parse(text), "none") << text;
  }
}

TEST(Requirement, Spans) {
  const std::string text = "xx  Flash_Attn[a] >=2 ; m == 'x'  # c";
  const auto requirement = parse_requirement(std::string_view(text).substr(2), 2);
  ASSERT_TRUE(requirement);
  EXPECT_EQ(slice(text, requirement->span), "Flash_Attn[a] >=2 ; m == 'x'");
  EXPECT_EQ(slice(text, requirement->name_span), "Flash_Attn");
  EXPECT_EQ(requirement->normalized, "flash-attn");
}

TEST(Requirement, NormalizeName) { EXPECT_EQ(normalize_name("Flash__Attn.-X"), "flash-attn-x"); }

TEST(Requirement, AddressBasename) {
  EXPECT_EQ(address_basename("git+https://h/NVlabs/nvdiffrast.git@v1#egg=x"), "nvdiffrast");
  EXPECT_EQ(address_basename("git+ssh://git@h/o/apex"), "apex");
  EXPECT_EQ(address_basename("./submodules/simple-knn/"), "simple-knn");
  EXPECT_EQ(address_basename("."), "");
}

TEST(CondaRequirement, Forms) {
  auto conda = [](const std::string& text) {
    const auto r = parse_conda_requirement(text, 0);
    return r ? r->group + "|" + r->name + "|" + r->specifier : std::string("none");
  };
  EXPECT_EQ(conda("pytorch=1.7.1=py3.8_cuda10.2.89_cudnn7.6.5_0"),
            "|pytorch|=1.7.1=py3.8_cuda10.2.89_cudnn7.6.5_0");
  EXPECT_EQ(conda("nvidia::cuda-toolkit >=12 # x"), "nvidia|cuda-toolkit|>=12");
  EXPECT_EQ(conda("nvidia/label/cuda-11.8.0::cuda-nvcc"), "nvidia/label/cuda-11.8.0|cuda-nvcc|");
  EXPECT_EQ(conda("pytorch[version='>=1.8',build=*cuda*]"),
            "|pytorch|[version='>=1.8',build=*cuda*]");
  EXPECT_EQ(conda("numpy 1.2*"), "|numpy|1.2*");
  EXPECT_EQ(conda("--x"), "none");
}

}  // namespace
}  // namespace npuport
