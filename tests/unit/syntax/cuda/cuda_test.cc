#include "syntax/cuda/cuda.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

namespace npuport {
namespace {

// "name @spelling" of each site of one kind: the name and the text that the span covers.
std::vector<std::string> sites_of(const CudaFacts& facts, std::string_view text, CppSiteKind kind) {
  std::vector<std::string> out;
  for (const CppSite& site : facts.sites) {
    if (site.kind != kind) continue;
    std::string spelling(text.substr(site.span.begin, site.span.end - site.span.begin));
    out.push_back(site.name + " @" + spelling);
  }
  return out;
}

using Names = std::vector<std::string>;

Names names_of(const CudaFacts& facts, CppSiteKind kind) {
  Names out;
  for (const CppSite& site : facts.sites) {
    if (site.kind == kind) out.push_back(site.name);
  }
  return out;
}

const CppSite* find_site(const CudaFacts& facts, CppSiteKind kind, std::string_view name) {
  for (const CppSite& site : facts.sites) {
    if (site.kind == kind && site.name == name) return &site;
  }
  return nullptr;
}

std::string condition_of(const CudaFacts& facts, const CppSite& site) {
  return site.condition < 0 ? "" : facts.conditions[static_cast<size_t>(site.condition)].text;
}

CudaFacts lower_host(std::string text) {
  SourceFile file;
  file.kind = FileKind::kCpp;
  file.text = std::move(text);
  return lower_cuda(file);
}

TEST(Cuda, KernelHasNameAndWholeExtent) {
  std::string text =
      "template <typename T>\n"
      "__global__ void __launch_bounds__(256, 2) scale(T* x, int n) {\n"
      "  x[threadIdx.x] *= n;\n"
      "}\n"
      "__global__ void later(int* x);\n";
  CudaFacts facts = lower_cuda_text(text, 0);
  EXPECT_TRUE(facts.has_cuda);
  EXPECT_EQ(sites_of(facts, text, CppSiteKind::kKernel), Names{"scale @scale"});
  const CppSite* kernel = find_site(facts, CppSiteKind::kKernel, "scale");
  ASSERT_NE(kernel, nullptr);
  EXPECT_EQ(text.substr(kernel->extent.begin, 10), "__global__");
  EXPECT_EQ(text[kernel->extent.end - 1], '}');
  EXPECT_EQ(names_of(facts, CppSiteKind::kDeclaration), Names{"later"});
}

TEST(Cuda, DeviceFunctionsThroughQualifiersAndMacros) {
  std::string text =
      "__device__ __forceinline__ float a(float x) { return x; }\n"
      "__host__ __device__ inline int b() { return 1; }\n"
      "C10_HOST_DEVICE float c(float x) { return x; }\n"
      "static CUTLASS_DEVICE void d() {}\n"
      "struct S { __device__ void operator()(int i) const {} };\n"
      "__device__ int table[4];\n";
  EXPECT_EQ(names_of(lower_cuda_text(text, 0), CppSiteKind::kDeviceFunction),
            (Names{"a", "b", "c", "d", "operator()"}));
}

TEST(Cuda, LaunchesInEveryForm) {
  std::string text =
      "void run(cudaStream_t s) {\n"
      "  plain<<<1, 2>>>(x);\n"
      "  templated<float, 3><<<dim3(4), block, 0, s>>>(x);\n"
      "  ns::scoped<T><<<(n + 255) / 256, 256>>>(x);\n"
      "  (grouped<int>)<<<1, 1>>>();\n"
      "  table[i]<<<1, 1>>>();\n"
      "  split\n"
      "      <<<GRID(n, 2), 2,\n"
      "         0, s>>>(\n"
      "          x);\n"
      "  nested<A<B<C<int>>>><<<A<B<C<int>>>::value, 1>>>(x);\n"
      "}\n";
  CudaFacts facts = lower_cuda_text(text, 0);
  EXPECT_EQ(names_of(facts, CppSiteKind::kLaunch),
            (Names{"plain", "templated", "ns::scoped", "grouped", "table", "split", "nested"}));
  const CppSite* split = find_site(facts, CppSiteKind::kLaunch, "split");
  ASSERT_NE(split, nullptr);
  EXPECT_EQ(text.substr(split->span.begin, 7), "<<<GRID");
  EXPECT_EQ(text.substr(split->span.end - 3, 4), ">>>(");
  EXPECT_EQ(text.substr(split->extent.begin, 5), "split");
  EXPECT_EQ(text[split->extent.end - 1], ')');
  EXPECT_EQ(split->enclosing, "run");
}

TEST(Cuda, ShiftsAndMergeMarkersAreNoLaunches) {
  std::string text =
      "int f(int a) { return a << 3 >> 2; }\n"
      "std::ostream& operator<<<char>(std::ostream&, int);\n"
      "<<<<<<< HEAD\n"
      "=======\n"
      ">>>>>>> other\n"
      "std::vector<std::vector<std::vector<int>>> v(3);\n";
  EXPECT_EQ(names_of(lower_cuda_text(text, 0), CppSiteKind::kLaunch), Names{});
}

TEST(Cuda, CommentsStringsAndDeadCodeYieldNothing) {
  std::string text =
      "/* cudaMalloc(&p, 1); k<<<1, 2>>>(); */\n"
      "// cudaFree(p); \\\n   cudaFree(q);\n"
      "const char* a = \"cudaMemcpy(a, b) k<<<1, 1>>>()\";\n"
      "const char* b = R\"x(\n#include <cuda.h>\n__global__ void k() {} )x\";\n"
      "#if 0\ncudaDeviceSynchronize();\n#endif\n"
      "int million = 1'000'000; char quote = '\"';\n";
  CudaFacts facts = lower_cuda_text(text, 0);
  EXPECT_TRUE(facts.sites.empty());
  EXPECT_FALSE(facts.has_cuda);
}

TEST(Cuda, BranchAfterDeadOneLives) {
  CudaFacts facts = lower_cuda_text(
      "#if 0\ncudaFree(a);\n#else\ncudaMalloc(b);\n#endif\n#if 1\ncudaMemset(c);\n#else\n"
      "cudaMemcpy(d);\n#endif\n",
      0);
  EXPECT_EQ(names_of(facts, CppSiteKind::kCall), (Names{"cudaMalloc", "cudaMemset"}));
}

TEST(Cuda, CallsByLibraryAndIntrinsic) {
  std::string text =
      "void f() {\n"
      "  auto stream = at::cuda::getCurrentCUDAStream().stream();\n"
      "  C10_CUDA_CHECK(cudaMemcpyAsync(a, b, n, cudaMemcpyHostToDevice, stream));\n"
      "  cub::DeviceReduce::Sum<float>(t, n);\n"
      "  thrust::sort(a, b); ncclAllReduce(a); cublasSgemm(h); cuLaunchKernel(f);\n"
      "  v += __shfl_down_sync(0xffffffff, v, 4); __syncthreads();\n"
      "  atomicAdd(p, 1); gpuAtomicAdd(p, 1);\n"
      "  std::atomic_thread_fence(o); cursor(x); cute_name(y); cuddle(z);\n"
      "}\n";
  CudaFacts facts = lower_cuda_text(text, 0);
  EXPECT_EQ(names_of(facts, CppSiteKind::kCall),
            (Names{"at::cuda::getCurrentCUDAStream", "cudaMemcpyAsync", "cub::DeviceReduce::Sum",
                   "thrust::sort", "ncclAllReduce", "cublasSgemm", "cuLaunchKernel",
                   "__shfl_down_sync", "__syncthreads", "atomicAdd", "gpuAtomicAdd"}));
  EXPECT_EQ(names_of(facts, CppSiteKind::kMacro), Names{"C10_CUDA_CHECK"});
}

TEST(Cuda, TypesAndConstants) {
  std::string text =
      "void f(cudaStream_t s, const half* h, std::vector<__nv_bfloat16> v) {\n"
      "  const at::cuda::OptionalCUDAGuard guard(device_of(t));\n"
      "  cudaError_t err = cudaSuccess;\n"
      "  auto o = torch::TensorOptions().device(torch::kCUDA);\n"
      "  if (t.device().type() == c10::DeviceType::CUDA) return;\n"
      "  int half = n / 2;\n"
      "}\n";
  CudaFacts facts = lower_cuda_text(text, 0);
  EXPECT_EQ(names_of(facts, CppSiteKind::kType),
            (Names{"cudaStream_t", "__nv_bfloat16", "at::cuda::OptionalCUDAGuard", "cudaError_t"}));
  EXPECT_EQ(names_of(facts, CppSiteKind::kConstant),
            (Names{"torch::kCUDA", "c10::DeviceType::CUDA"}));
}

TEST(Cuda, IsCudaIsTheMemberToken) {
  std::string text =
      "void f(at::Tensor x) { TORCH_CHECK(x.type().is_cuda(), \"x\"); y->is_cuda(); z.cuda(); }\n";
  EXPECT_EQ(sites_of(lower_host(text), text, CppSiteKind::kMethodCall),
            (Names{"is_cuda @is_cuda", "is_cuda @is_cuda", "cuda @cuda"}));
}

TEST(Cuda, IncludesOfCudaOnly) {
  std::string text =
      "#include <vector>\n#include <ATen/ATen.h>\n#include <ATen/cuda/CUDAContext.h>\n"
      "#include \"cuda/ops.h\"\n#  include <cub/cub.cuh>\n#include<nccl.h>\n";
  EXPECT_EQ(sites_of(lower_host(text), text, CppSiteKind::kInclude),
            (Names{"ATen/cuda/CUDAContext.h @ATen/cuda/CUDAContext.h", "cuda/ops.h @cuda/ops.h",
                   "cub/cub.cuh @cub/cub.cuh", "nccl.h @nccl.h"}));
}

TEST(Cuda, SharedMemoryNamesItsVariable) {
  std::string text =
      "__global__ void k() {\n"
      "  extern __shared__ __align__(16) unsigned char raw[];\n"
      "  __shared__ typename cub::BlockReduce<float, 256>::TempStorage storage;\n"
      "  __shared__ float tile[32][33];\n"
      "}\n";
  EXPECT_EQ(sites_of(lower_cuda_text(text, 0), text, CppSiteKind::kSharedMemory),
            (Names{"raw @__shared__", "storage @__shared__", "tile @__shared__"}));
}

TEST(Cuda, AssemblyIsNamedByItsFirstInstruction) {
  std::string text =
      "__device__ void f() {\n"
      "  asm volatile(\"mma.sync.aligned.m16n8k16 {%0};\" : \"=f\"(a));\n"
      "  asm(\"{ .reg .pred p; \\n\\t\"\n      \" @p ld.global.nc.f32 %0, [%1]; }\\n\" : : );\n"
      "}\n";
  EXPECT_EQ(names_of(lower_cuda_text(text, 0), CppSiteKind::kAsm),
            (Names{"mma.sync.aligned.m16n8k16", "ld.global.nc.f32"}));
}

TEST(Cuda, HostAssemblyAndPortableDispatchAreNoSites) {
  CudaFacts facts = lower_host(
      "// cuda\n"
      "void f() { asm(\"pause\"); AT_DISPATCH_FLOATING_TYPES(t, \"f\", [&] { g(); }); }\n");
  EXPECT_TRUE(facts.sites.empty());
  EXPECT_FALSE(facts.has_cuda);
}

TEST(Cuda, DispatchMacroWhereKernelsAre) {
  CudaFacts facts = lower_cuda_text(
      "void f(T t) { AT_DISPATCH_FLOATING_TYPES(t.type(), \"f\", ([&] { k<<<1, 1>>>(t); })); }", 0);
  EXPECT_EQ(names_of(facts, CppSiteKind::kMacro), Names{"AT_DISPATCH_FLOATING_TYPES"});
}

TEST(Cuda, OwnFunctionsDeclaredDefinedAndCalled) {
  std::string text =
      "at::Tensor nms_cuda(at::Tensor boxes);\n"
      "std::vector<at::Tensor> pool_cuda_forward(int n);\n"
      "void PoolCUDAKernelLauncher(int n) {}\n"
      "void on_stream(int n, cudaStream_t stream) {}\n"
      "at::Tensor nms(at::Tensor boxes) {\n"
      "  if (n) return nms_cuda(boxes);\n"
      "  col2im_gpu(boxes);\n"
      "  barracuda(boxes);\n"
      "}\n";
  CudaFacts facts = lower_host(text);
  EXPECT_EQ(names_of(facts, CppSiteKind::kDeclaration),
            (Names{"nms_cuda", "pool_cuda_forward", "PoolCUDAKernelLauncher", "on_stream"}));
  EXPECT_EQ(names_of(facts, CppSiteKind::kCall), (Names{"nms_cuda", "col2im_gpu"}));
  EXPECT_EQ(find_site(facts, CppSiteKind::kCall, "nms_cuda")->enclosing, "nms");
}

TEST(Cuda, ConditionsHoldForTheSitesInside) {
  std::string text =
      "#ifndef OPS_CUDA_H_\n#define OPS_CUDA_H_\n"
      "#ifdef WITH_CUDA\n#include \"cuda/a.h\"\n#endif\n"
      "#ifdef USE_ROCM\nint r;\n#else\n#include <cuda.h>\n"
      "#if defined(CUDA_VERSION) && CUDA_VERSION >= 11000\n#include <cuda_bf16.h>\n#endif\n"
      "#endif\n"
      "#include <cuda_fp16.h>\n"
      "#endif\n";
  CudaFacts facts = lower_host(text);
  EXPECT_EQ(sites_of(facts, text, CppSiteKind::kPragmaCondition),
            (Names{"WITH_CUDA @WITH_CUDA",
                   "CUDA_VERSION && CUDA_VERSION >= 11000 "
                   "@defined(CUDA_VERSION) && CUDA_VERSION >= 11000"}));
  auto condition = [&](std::string_view include) {
    return condition_of(facts, *find_site(facts, CppSiteKind::kInclude, include));
  };
  EXPECT_EQ(condition("cuda/a.h"), "WITH_CUDA");
  EXPECT_EQ(condition("cuda.h"), "!USE_ROCM");
  EXPECT_EQ(condition("cuda_bf16.h"), "!USE_ROCM && CUDA_VERSION && CUDA_VERSION >= 11000");
  EXPECT_EQ(condition("cuda_fp16.h"), "");
}

TEST(Cuda, ElseAndElifNegateWhatCameBefore) {
  CudaFacts facts = lower_cuda_text(
      "#if defined(A_CUDA)\ncudaMalloc(a);\n#elif defined(B_NPU)\ncudaFree(b);\n#else\n"
      "cudaMemset(c);\n#endif\n#ifndef "
      "WITH_CUDA\ncudaMemcpy(d);\n#else\ncudaGetDevice(e);\n#endif\n",
      0);
  auto condition = [&](std::string_view call) {
    return condition_of(facts, *find_site(facts, CppSiteKind::kCall, call));
  };
  EXPECT_EQ(condition("cudaMalloc"), "A_CUDA");
  EXPECT_EQ(condition("cudaFree"), "!A_CUDA && B_NPU");
  EXPECT_EQ(condition("cudaMemset"), "!A_CUDA && !B_NPU");
  EXPECT_EQ(condition("cudaMemcpy"), "!WITH_CUDA");
  EXPECT_EQ(condition("cudaGetDevice"), "WITH_CUDA");
}

TEST(Cuda, MacroBodiesAreRead) {
  std::string text =
      "#define CUDA_KERNEL_LOOP(i, n) \\\n"
      "  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += blockDim.x)\n"
      "#define CHECK_DEVICE(x) TORCH_CHECK(x.is_cuda(), #x)\n"
      "#define CHECK_BOTH(x) CHECK_DEVICE(x); CHECK_CONTIGUOUS(x)\n"
      "#define LAUNCH(T) \\\n  kernel<T><<<grid, \\\n    block>>>(x)\n"
      "#define CUDA_NUM_THREADS 256\n"
      "__global__ void k(int n) { CUDA_KERNEL_LOOP(i, n) { x[i] = 1; } }\n"
      "void f(at::Tensor x) { CHECK_BOTH(x); }\n";
  CudaFacts facts = lower_cuda_text(text, 0);
  EXPECT_EQ(names_of(facts, CppSiteKind::kDefine),
            (Names{"CUDA_KERNEL_LOOP", "CHECK_DEVICE", "CHECK_BOTH", "LAUNCH"}));
  EXPECT_EQ(names_of(facts, CppSiteKind::kLaunch), Names{"kernel"});
  EXPECT_EQ(names_of(facts, CppSiteKind::kMethodCall), Names{"is_cuda"});
  EXPECT_EQ(names_of(facts, CppSiteKind::kMacro), (Names{"CHECK_DEVICE", "CHECK_BOTH"}));
  EXPECT_EQ(names_of(facts, CppSiteKind::kDeclaration), Names{});
}

TEST(Cuda, Bindings) {
  std::string text =
      "PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {\n"
      "  m.def(\"forward\", &ops::forward, \"doc\", py::arg(\"x\"));\n"
      "  m.def(\"lambda\", [](int x) { return x; });\n"
      "}\n"
      "TORCH_LIBRARY(myops, m) { m.def(\"add(Tensor a) -> Tensor\"); }\n"
      "TORCH_LIBRARY_IMPL(myops, CUDA, m) { m.impl(\"add\", TORCH_FN(add_impl)); }\n"
      "TORCH_LIBRARY_EXPAND(TORCH_EXTENSION_NAME, ops) {\n"
      "  ops.impl(\"mul\", torch::kCUDA, &mul);\n"
      "}\n";
  CudaFacts facts = lower_host(text);
  EXPECT_EQ(sites_of(facts, text, CppSiteKind::kBinding),
            (Names{"forward @forward", "lambda @lambda", "add @add", "add @add", "mul @mul"}));
  EXPECT_EQ(find_site(facts, CppSiteKind::kBinding, "forward")->target, "ops::forward");
  EXPECT_EQ(find_site(facts, CppSiteKind::kBinding, "lambda")->target, "");
  EXPECT_EQ(find_site(facts, CppSiteKind::kBinding, "mul")->target, "mul");
  EXPECT_EQ(names_of(facts, CppSiteKind::kModuleBinding),
            (Names{"TORCH_EXTENSION_NAME", "myops", "myops", "TORCH_EXTENSION_NAME"}));
  EXPECT_TRUE(std::any_of(facts.sites.begin(), facts.sites.end(),
                          [](const CppSite& s) { return s.target == "CUDA"; }));
  EXPECT_TRUE(std::any_of(facts.sites.begin(), facts.sites.end(),
                          [](const CppSite& s) { return s.target == "add_impl"; }));
}

TEST(Cuda, PureHostBindingIsListedButIsNotCuda) {
  CudaFacts facts = lower_host("PYBIND11_MODULE(ext, m) { m.def(\"f\", &f); }\n");
  EXPECT_EQ(names_of(facts, CppSiteKind::kBinding), Names{"f"});
  EXPECT_FALSE(facts.has_cuda);
}

TEST(Cuda, BracesThatOpenInTwoBranchesDoNotLoseTheRest) {
  std::string text =
      "#ifdef WITH_CUDA\nvoid f(cudaStream_t s) {\n#else\nvoid f(int s) {\n#endif\n"
      "  cudaFree(p);\n}\n"
      "__global__ void after(int n) { __syncthreads(); }\n"
      "void last() { after<<<1, 1>>>(2); }\n";
  CudaFacts facts = lower_cuda_text(text, 0);
  EXPECT_EQ(names_of(facts, CppSiteKind::kKernel), Names{"after"});
  EXPECT_EQ(find_site(facts, CppSiteKind::kCall, "cudaFree")->enclosing, "f");
  EXPECT_EQ(find_site(facts, CppSiteKind::kCall, "__syncthreads")->enclosing, "after");
  EXPECT_EQ(find_site(facts, CppSiteKind::kLaunch, "after")->enclosing, "last");
}

TEST(Cuda, DamagedTextKeepsItsSites) {
  CudaFacts facts = lower_cuda_text(
      "void broken( { ((( \n"
      "__global__ void k(int n) { cudaMalloc(a); }\n"
      "void g() { k<<<1, 2>>>(3); }\n",
      0);
  EXPECT_EQ(names_of(facts, CppSiteKind::kKernel), Names{"k"});
  EXPECT_EQ(names_of(facts, CppSiteKind::kLaunch), Names{"k"});
  EXPECT_EQ(names_of(facts, CppSiteKind::kCall), Names{"cudaMalloc"});
}

TEST(Cuda, SpansOfEmbeddedTextAreShifted) {
  std::string text = "__global__ void k() {}\n";
  CudaFacts facts = lower_cuda_text(text, 1000);
  ASSERT_EQ(facts.sites.size(), 1u);
  EXPECT_EQ(facts.sites[0].span.begin, 1000 + text.find("k()"));
}

TEST(Cuda, OtherFilesAreNotRead) {
  SourceFile file;
  file.kind = FileKind::kCpp;
  file.text = "int main() { return 0; }";
  EXPECT_TRUE(lower_cuda(file).sites.empty());
  file.kind = FileKind::kPython;
  file.text = "cudaMalloc(x)";
  EXPECT_TRUE(lower_cuda(file).sites.empty());
}

TEST(Cuda, LineEndsOfOtherSystems) {
  for (std::string end : {"\r\n", "\r"}) {
    std::string text = "#ifdef WITH_CUDA" + end + "#include <cuda.h>" + end + "#endif" + end +
                       "// cudaFree(p);" + end + "void f() { cudaMalloc(p); }" + end;
    CudaFacts facts = lower_cuda_text(text, 0);
    EXPECT_EQ(names_of(facts, CppSiteKind::kCall), Names{"cudaMalloc"});
    EXPECT_EQ(names_of(facts, CppSiteKind::kInclude), Names{"cuda.h"});
  }
}

std::string repeated(std::string_view part, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += part;
  return out;
}

// Hostile texts: each must end in bounded time and find the call that stands before the damage.
TEST(Cuda, HostileTextsEnd) {
  const std::vector<std::string> tails = {
      repeated("(", 30'000),          repeated("{", 30'000),
      repeated("a<", 30'000),         repeated("k<<<", 30'000),
      repeated("f(x,<<<>>>", 15'000), repeated("#if CUDA\n", 15'000),
      repeated("\"", 29'999),         repeated("'", 29'999),
      repeated("/*", 15'000),         "R\"(" + repeated("x", 30'000),
      std::string(30'000, '\0'),      repeated("__device__ ", 15'000),
      repeated("cub::a<", 15'000),    repeated("#define A cudaFree(\\\n", 20'000)};
  for (const std::string& tail : tails) {
    auto start = std::chrono::steady_clock::now();
    CudaFacts facts = lower_cuda_text("void f() { cudaMalloc(p); }\n" + tail, 0);
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    EXPECT_NE(find_site(facts, CppSiteKind::kCall, "cudaMalloc"), nullptr) << tail.substr(0, 20);
    EXPECT_LT(seconds.count(), 20.0) << tail.substr(0, 20);
  }
}

TEST(Cuda, LargeTextIsScannedWithoutTree) {
  std::string text = "__global__ void k(int n) { __syncthreads(); }\n" +
                     repeated("// filler filler filler\n", kMaxParsedBytes / 20);
  CudaFacts facts = lower_cuda_text(text, 0);
  EXPECT_EQ(names_of(facts, CppSiteKind::kKernel), Names{"k"});
  ASSERT_EQ(facts.problems.size(), 1u);
  EXPECT_NE(facts.problems[0].find("larger than 2 MiB"), std::string::npos);
}

TEST(Cuda, SitesPerFileAreLimited) {
  CudaFacts facts = lower_cuda_text(repeated("cudaFree(p);\n", kMaxCppSites + 10), 0);
  EXPECT_EQ(facts.sites.size(), kMaxCppSites);
  ASSERT_FALSE(facts.problems.empty());
}

}  // namespace
}  // namespace npuport
