#include "knowledge/package_table.h"

#include <gtest/gtest.h>

#include "knowledge/embedded.h"

namespace npuport {
namespace {

const PackageTable& table() {
  static const PackageTable packages =
      PackageTable::parse(embedded("packages.tsv"), embedded("package_children.tsv")).value();
  return packages;
}

std::string key(std::string_view distribution) {
  const PackageRow* row = table().find(distribution);
  return row == nullptr ? "" : std::string(row->key);
}

TEST(Packages, SpellingsAlternativesAndFamilies) {
  EXPECT_EQ(key("Flash_Attn"), "flash-attn");
  EXPECT_EQ(key("opencv_python"), "opencv-python");
  EXPECT_EQ(key("cupy-cuda12x"), "cupy-cuda*");
  EXPECT_EQ(key("cupy-cuda111"), "cupy-cuda*");
  EXPECT_EQ(key("spconv-cu118"), "spconv|spconv-cu*");
  EXPECT_EQ(key("nvidia-cublas-cu12"), "nvidia-cublas-cu*");
  EXPECT_EQ(key("nvidia-cublas"),
            "nvidia-cublas|nvidia-cuda-runtime|nvidia-cuda-nvrtc|nvidia-cuda-cupti|"
            "nvidia-cufft|nvidia-curand|nvidia-cusolver|nvidia-cusparse|"
            "nvidia-nvjitlink|nvidia-nvtx|nvidia-cufile (no suffix)");
  EXPECT_EQ(key("nvidia-something-new-cu12"), "nvidia-cuda-runtime-cu*");
  EXPECT_EQ(key("nvidia-cudnn-cu12"), "nvidia-cudnn-cu*");
  EXPECT_EQ(key("sgl_kernel"), "sgl-kernel|sglang-kernel");
  EXPECT_EQ(key("pytorch"), "torch");
  EXPECT_EQ(key("cudatoolkit"), "cudatoolkit (conda)");
  EXPECT_EQ(key("tensorrt-cu12"), "tensorrt-cu*|tensorrt-lean|tensorrt-dispatch");
  EXPECT_EQ(key("onnxruntime_gpu"), "onnxruntime-gpu");
  EXPECT_EQ(key("faiss-gpu-cu11"), "faiss-gpu|faiss-gpu-cu11|faiss-gpu-cu12");
  EXPECT_EQ(key("xgboost-cu12"), "xgboost");  // no row of its own: the plain name
  EXPECT_EQ(key("no-such-package"), "");
  EXPECT_EQ(key("no-such-package-cu12"), "");
  EXPECT_EQ(key(""), "");
}

TEST(Packages, EveryRowIsFoundByItsKey) {
  for (const PackageRow& row : table().rows()) {
    if (row.key.find_first_of("|*/ (.") != std::string_view::npos) continue;
    EXPECT_EQ(key(row.key), row.key);
  }
}

TEST(Packages, ImportsByTheLongestName) {
  const auto first = [](std::string_view module) {
    const auto rows = table().find_import(module);
    return rows.empty() ? std::string() : std::string(rows.front()->key);
  };
  EXPECT_EQ(first("cv2"), "opencv-python");
  EXPECT_EQ(first("yaml"), "pyyaml");
  EXPECT_EQ(first("flash_attn.flash_attn_interface"), "flash-attn");
  EXPECT_EQ(first("flash_attn.cute"), "flash-attn-4");
  EXPECT_EQ(first("flash_attn_interface"), "flash-attn-3");
  EXPECT_EQ(first("triton.language"), "triton");
  EXPECT_GT(table().find_import("triton").size(), 1u);  // triton-ascend reuses the name
  EXPECT_EQ(first("numba.cuda"), "numba");
  EXPECT_EQ(first("google.protobuf"), "protobuf");
  EXPECT_EQ(first("utils"), "");  // a project's own module, whatever a repository row says
  EXPECT_EQ(first("models.yolo"), "");
}

TEST(Packages, Children) {
  std::vector<std::string> names;
  for (const PackageChild& child : table().children("vLLM", {})) names.emplace_back(child.name);
  EXPECT_NE(std::find(names.begin(), names.end(), "flashinfer-python"), names.end());
  EXPECT_TRUE(table().children("sglang", {}).empty());
  EXPECT_EQ(table().children("sglang", {"srt"}).size(), 5u);
  EXPECT_TRUE(table().children("numpy", {}).empty());
}

TEST(Packages, CudaSuffixes) {
  EXPECT_EQ(without_cuda_suffix("spconv-cu118"), "spconv");
  EXPECT_EQ(without_cuda_suffix("cupy-cuda12x"), "cupy");
  EXPECT_EQ(without_cuda_suffix("nvidia-cudnn-cu12"), "nvidia-cudnn");
  EXPECT_EQ(without_cuda_suffix("cu118"), "");
  EXPECT_EQ(without_cuda_suffix("foo-cube"), "");
  EXPECT_EQ(without_cuda_suffix("foo-cu"), "");
  EXPECT_EQ(without_cuda_suffix("foo"), "");
}

TEST(Packages, EffortIsARange) {
  for (const PackageRow& row : table().rows()) {
    EXPECT_LE(row.effort.low, row.effort.likely);
    EXPECT_LE(row.effort.likely, row.effort.high);
  }
}

}  // namespace
}  // namespace npuport
