#include "knowledge/kernel_ops.h"

#include <gtest/gtest.h>

#include "knowledge/embedded.h"

namespace npuport {
namespace {

const KernelOpTable& table() {
  static const KernelOpTable ops =
      KernelOpTable::parse(embedded("torch_npu/npu_kernel_ops.tsv")).value();
  return ops;
}

bool finds(std::string_view api, std::string_view schema) {
  for (const KernelOp* op : table().find(api)) {
    if (op->schema == schema) return true;
  }
  return false;
}

TEST(KernelOps, AreFoundInTheSpellingsOfAten) {
  EXPECT_EQ(table().rows().size(), 1514u);
  EXPECT_TRUE(finds("torch.add", "add.Tensor"));
  EXPECT_TRUE(finds("torch.Tensor.add_", "add_.Tensor"));
  EXPECT_TRUE(finds("torch.linalg.svd", "_linalg_svd"));
  EXPECT_TRUE(finds("torch.nn.LayerNorm", "native_layer_norm"));
  EXPECT_TRUE(finds("torch.nn.Sigmoid", "sigmoid"));
  EXPECT_TRUE(table().find("torch.no_such_api").empty());
  EXPECT_TRUE(table().find("").empty());
}

TEST(KernelOps, AFamilyIsTheModuleOfTheApi) {
  bool fft = false;
  for (const KernelOp* op : table().family("torch.fft.fft", 50)) fft |= op->schema == "_fft_c2c";
  EXPECT_TRUE(fft);
  EXPECT_EQ(table().family("torch.linalg.eig", 2).size(), 2u);
  EXPECT_TRUE(table().family("torch.cuda.graph", 10).empty());
  EXPECT_TRUE(table().family("torch.add", 10).empty());
}

TEST(KernelOps, ADamagedTableIsAnError) { EXPECT_FALSE(KernelOpTable::parse("schema\tx\n")); }

}  // namespace
}  // namespace npuport
