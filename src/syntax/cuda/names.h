// Which C++ names are CUDA's: its libraries, the CUDA side of PyTorch, and names that projects give
// to their own CUDA functions and macros.
#pragma once

#include <cstdint>
#include <string_view>

namespace npuport::cuda {

enum class NameClass : uint8_t {
  kNone,
  kType,       // a type wherever it stands: cudaStream_t, c10::cuda::CUDAGuard
  kApi,        // a function when called; else a constant, unless it stands where a type does
  kIntrinsic,  // device function of the compiler: __shfl_down_sync, atomicAdd
  kConstant,   // device or dispatch key: torch::kCUDA, c10::DeviceType::CUDA
  kDispatch,   // AT_DISPATCH_*: CUDA only where kernels are
  kMacro,      // C10_CUDA_CHECK, CHECK_CUDA
  kOwn,        // a project's function: nms_cuda, NMSCUDAKernelLauncher
};

// `name` as written, without template arguments: "cub::DeviceReduce::Sum", "::cudaMalloc".
NameClass classify(std::string_view name);

// Element types that only device code of nvcc names without a scope: half, half2.
bool is_device_only_type(std::string_view name);

// A function name that says CUDA or GPU: "nms_cuda", "col2im_gpu_kernel", "CudaForward".
bool is_cuda_function_name(std::string_view name);

bool is_cuda_include(std::string_view path);

// Conditions about CUDA itself, and about any accelerator (CUDA, ROCm, NPU).
bool is_cuda_condition(std::string_view condition);
bool is_accelerator_condition(std::string_view condition);

// PYBIND11_MODULE, TORCH_LIBRARY and their like.
bool is_module_binding(std::string_view macro);

// Names whose presence in a macro body makes it CUDA: blockIdx, __device__.
bool is_device_builtin(std::string_view name);

// What a macro that decorates declarations means to a parser that does not know it.
enum class Decoration : uint8_t { kNone, kIgnored, kDevice };
Decoration decoration(std::string_view macro);

// Words of a declaration whose parenthesised group belongs to them: __launch_bounds__(256).
bool takes_group(std::string_view word);

// The last component: "Sum" of "cub::DeviceReduce::Sum".
std::string_view last_component(std::string_view name);

}  // namespace npuport::cuda
