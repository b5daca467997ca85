#include "knowledge/cuda_libraries.h"

#include <gtest/gtest.h>

#include "knowledge/embedded.h"

namespace npuport {
namespace {

TEST(CudaLibraries, NamesOfFiles) {
  const CudaLibraryTable table = CudaLibraryTable::parse(embedded("cuda_libraries.tsv")).value();
  for (const char* name : {"libcudart.so", "libcudart.so.12", "libcudart.so.11.0",
                           "libcublasLt.so.12", "libcudart-8774224f.so.12.4.127",
                           "nvidia/nccl/lib/libnccl.so.2", "libcuda.so.1", "libc10_cuda.so"}) {
    EXPECT_TRUE(table.is_library(name)) << name;
  }
  for (const char* name : {"libcudart", "libcudart.sox", "libmycudart.so", "libcudart-static.so",
                           "libc.so.6", "libc10.so", "", ".so", "libcudart.a"}) {
    EXPECT_FALSE(table.is_library(name)) << name;
  }
  EXPECT_TRUE(table.is_device_section(".nv_fatbin"));
  EXPECT_TRUE(table.is_device_section("__nv_relfatbin"));
  EXPECT_FALSE(table.is_device_section(".text"));
}

TEST(CudaLibraries, AnotherKindIsAnError) {
  const auto table = CudaLibraryTable::parse("kind\tname\tsource\nlibary\tx\ty\n");
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().message.substr(0, 21), "cuda_libraries.tsv:2:");
}

}  // namespace
}  // namespace npuport
