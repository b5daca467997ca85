#include "query/query_name.h"

#include <gtest/gtest.h>

namespace npuport {
namespace {

TEST(QueryName, ShortFormsBecomeFullNames) {
  EXPECT_EQ(full_name("nn.Linear"), "torch.nn.Linear");
  EXPECT_EQ(full_name("dist.all_reduce"), "torch.distributed.all_reduce");
  EXPECT_EQ(full_name("torch_npu.npu.synchronize"), "torch.npu.synchronize");
  EXPECT_EQ(full_name("torch.ops.npu.npu_rms_norm"), "torch_npu.npu_rms_norm");
  EXPECT_EQ(full_name("\ttorch.cuda.synchronize() "), "torch.cuda.synchronize");
  EXPECT_EQ(full_name("flash-attn"), "flash-attn");
  EXPECT_EQ(full_name("F."), "F.");
  EXPECT_EQ(full_name("."), ".");
  EXPECT_EQ(full_name("()"), "");
  EXPECT_EQ(full_name(""), "");
}

TEST(QueryName, WordsHaveBorders) {
  EXPECT_TRUE(holds_word("use torch.cuda.graph, then", "torch.cuda.graph"));
  EXPECT_TRUE(holds_word("use torch.cuda.graph.", "torch.cuda.graph"));
  EXPECT_FALSE(holds_word("torch.cuda.graphs", "torch.cuda.graph"));
  EXPECT_FALSE(holds_word("torch.cuda.graph.replay", "torch.cuda.graph"));
  EXPECT_FALSE(holds_word("torch.cuda.graph", "graph"));
  EXPECT_TRUE(holds_word("graphs graph", "graph"));
  EXPECT_FALSE(holds_word("anything", ""));
}

TEST(QueryName, EnvironmentNames) {
  EXPECT_TRUE(is_environment_name("NCCL_DEBUG"));
  EXPECT_FALSE(is_environment_name("NCCL"));
  EXPECT_FALSE(is_environment_name("nccl_debug"));
  EXPECT_FALSE(is_environment_name(""));
}

TEST(QueryName, TheLastPart) {
  EXPECT_EQ(last_part("torch.cuda.graph"), "graph");
  EXPECT_EQ(last_part("triton"), "triton");
  EXPECT_EQ(last_part("a."), "");
}

}  // namespace
}  // namespace npuport
