#include "syntax/cuda/names.h"

#include <algorithm>
#include <array>
#include <string>

namespace npuport::cuda {
namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (is_upper(c)) c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

template <size_t N>
bool is_one_of(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

template <size_t N>
bool contains_any(std::string_view text, const std::array<std::string_view, N>& parts) {
  return std::any_of(parts.begin(), parts.end(), [text](std::string_view part) {
    return text.find(part) != std::string_view::npos;
  });
}

// Whether a word of `text`, split at underscores too, starts with one of `words`.
template <size_t N>
bool has_word_starting(std::string_view text, const std::array<std::string_view, N>& words) {
  for (std::string_view word : words) {
    for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
      if (at == 0 || !is_lower(text[at - 1])) return true;
    }
  }
  return false;
}

constexpr std::array<std::string_view, 12> kScopes = {
    "cuda",  "cub",      "thrust", "cutlass", "cute", "nvcuda", "wmma", "cooperative_groups",
    "nvtx3", "nvinfer1", "nvrtc",  "nccl"};

// Libraries whose names are prefix + capital letter, as in ncclAllReduce.
constexpr std::array<std::string_view, 20> kLibraryPrefixes = {
    "cuda",       "nccl",   "cublas",  "cublasLt", "cudnn", "cusparse", "cusolver",
    "cusolverDn", "cufft",  "curand",  "nvrtc",    "nvtx",  "nvml",     "cupti",
    "cutensor",   "nvjpeg", "nvshmem", "nvshmemx", "cuvid", "nvJitLink"};

constexpr std::array<std::string_view, 18> kApiTypes = {
    "cudaError",           "cudaDeviceProp",   "cudaPointerAttributes",
    "cudaFuncAttributes",  "cudaMemcpyKind",   "cudaExtent",
    "cudaPitchedPtr",      "cudaArray",        "cudaChannelFormatDesc",
    "cudaResourceDesc",    "cudaTextureDesc",  "cudaLaunchConfig_t",
    "cudaLaunchAttribute", "cudaMemPoolProps", "ncclComm",
    "ncclUniqueId",        "ncclConfig_t",     "cufftHandle"};

constexpr std::array<std::string_view, 14> kTorchTypes = {"CUDAGuard",
                                                          "OptionalCUDAGuard",
                                                          "CUDAStreamGuard",
                                                          "OptionalCUDAStreamGuard",
                                                          "CUDAMultiStreamGuard",
                                                          "CUDAStream",
                                                          "CUDAEvent",
                                                          "CUDAGraph",
                                                          "CUDAGeneratorImpl",
                                                          "PhiloxCudaState",
                                                          "CUDAHooks",
                                                          "CUDAPluggableAllocator",
                                                          "CudaAtomicAdd",
                                                          "CUDAContext"};

constexpr std::array<std::string_view, 14> kElementTypes = {
    "__half",        "__half2",          "__nv_bfloat16",   "__nv_bfloat162",
    "nv_bfloat16",   "nv_bfloat162",     "nv_half",         "__nv_fp8_e4m3",
    "__nv_fp8_e5m2", "__nv_fp8x2_e4m3",  "__nv_fp8x4_e4m3", "__nv_fp8_storage_t",
    "__half_raw",    "__nv_bfloat16_raw"};

constexpr std::array<std::string_view, 5> kDeviceOnlyTypes = {"half", "half2", "bfloat16_t",
                                                              "__nv_bfloat16_2", "half_t"};

constexpr std::array<std::string_view, 14> kIntrinsicPrefixes = {
    "__shfl",    "__ballot",      "__any_sync", "__all_sync",   "__match_",
    "__reduce_", "__syncthreads", "__syncwarp", "__activemask", "__threadfence",
    "__ldg",     "__ldc",         "__stc",      "__dp4a"};

constexpr std::array<std::string_view, 5> kWmmaFunctions = {
    "load_matrix_sync", "store_matrix_sync", "mma_sync", "fill_fragment", "__nanosleep"};

constexpr std::array<std::string_view, 10> kCooperativeNames = {
    "this_thread_block", "this_grid",    "tiled_partition",
    "coalesced_threads", "thread_block", "grid_group",
    "thread_group",      "sync",         "reduce",
    "memcpy_async"};

constexpr std::array<std::string_view, 11> kMacroWords = {"CUDA",     "CUDNN", "CUBLAS", "CUSPARSE",
                                                          "CUSOLVER", "CUFFT", "CURAND", "NCCL",
                                                          "NVTX",     "NVRTC", "NVML"};

constexpr std::array<std::string_view, 11> kModuleBindings = {"PYBIND11_MODULE",
                                                              "PYBIND11_EMBEDDED_MODULE",
                                                              "TORCH_LIBRARY",
                                                              "TORCH_LIBRARY_IMPL",
                                                              "TORCH_LIBRARY_FRAGMENT",
                                                              "TORCH_LIBRARY_EXPAND",
                                                              "TORCH_LIBRARY_IMPL_EXPAND",
                                                              "STABLE_TORCH_LIBRARY",
                                                              "STABLE_TORCH_LIBRARY_IMPL",
                                                              "NB_MODULE",
                                                              "STABLE_TORCH_LIBRARY_FRAGMENT"};

constexpr std::array<std::string_view, 10> kBuiltins = {
    "blockIdx",   "threadIdx",  "blockDim",   "gridDim",      "warpSize",
    "__global__", "__device__", "__shared__", "__constant__", "__managed__"};

constexpr std::array<std::string_view, 9> kDeviceDecorations = {
    "C10_HOST_DEVICE",  "C10_DEVICE",  "CUTLASS_DEVICE",     "CUTLASS_HOST_DEVICE", "CUTE_DEVICE",
    "CUTE_HOST_DEVICE", "HOST_DEVICE", "HOST_DEVICE_INLINE", "DEVICE_INLINE"};

constexpr std::array<std::string_view, 17> kIgnoredDecorations = {"C10_HOST",
                                                                  "C10_ALWAYS_INLINE",
                                                                  "C10_NOINLINE",
                                                                  "C10_UNUSED",
                                                                  "C10_LAUNCH_BOUNDS_0",
                                                                  "C10_LAUNCH_BOUNDS_1",
                                                                  "C10_LAUNCH_BOUNDS_2",
                                                                  "GPU_LAMBDA",
                                                                  "__launch_bounds__",
                                                                  "__grid_constant__",
                                                                  "__maxnreg__",
                                                                  "__cluster_dims__",
                                                                  "__forceinline__",
                                                                  "__noinline__",
                                                                  "__restrict__",
                                                                  "CUTLASS_PRAGMA_UNROLL",
                                                                  "CUTE_UNROLL"};

// Upper-case words joined by underscores.
bool is_macro_name(std::string_view name) {
  bool has_letter = false;
  for (char c : name) {
    if (is_lower(c)) return false;
    has_letter = has_letter || is_upper(c);
  }
  return has_letter;
}

bool has_prefix_and_capital(std::string_view name, std::string_view prefix) {
  return name.size() > prefix.size() && name.starts_with(prefix) && is_upper(name[prefix.size()]);
}

// Driver API: cuInit, cuLaunchKernel. Types: CUstream, CUdeviceptr.
bool is_driver_function(std::string_view name) {
  return name.size() > 3 && name.starts_with("cu") && is_upper(name[2]) && is_lower(name[3]);
}
bool is_driver_type(std::string_view name) {
  return name.size() > 4 && name.starts_with("CU") && is_lower(name[2]) && is_lower(name[3]);
}

bool is_atomic(std::string_view name) {
  if (name.starts_with("gpuAtomic") || name.starts_with("fastAtomic")) return true;
  return has_prefix_and_capital(name, "atomic");
}

bool is_thc(std::string_view name) {
  return name.size() > 3 && name.starts_with("THC") && !is_macro_name(name);
}

bool is_library_name(std::string_view name) {
  return std::any_of(kLibraryPrefixes.begin(), kLibraryPrefixes.end(),
                     [name](std::string_view p) { return has_prefix_and_capital(name, p); });
}

bool is_library_type(std::string_view name) {
  if (is_one_of(name, kApiTypes) || is_driver_type(name)) return true;
  if (name.starts_with("curandState") || name.starts_with("cufftDouble")) return true;
  return name.ends_with("_t") && is_library_name(name);
}

bool is_cuda_macro(std::string_view name) {
  if (!is_macro_name(name) || name.find("KERNEL_LOOP") != std::string_view::npos) return false;
  return contains_any(name, kMacroWords);
}

NameClass classify_word(std::string_view name) {
  if (name == "kCUDA") return NameClass::kConstant;
  if (is_one_of(name, kTorchTypes) || is_one_of(name, kElementTypes) || is_library_type(name)) {
    return NameClass::kType;
  }
  if (is_library_name(name) || is_driver_function(name) || is_thc(name)) return NameClass::kApi;
  bool is_intrinsic = std::any_of(kIntrinsicPrefixes.begin(), kIntrinsicPrefixes.end(),
                                  [name](std::string_view p) { return name.starts_with(p); });
  if (is_intrinsic || is_atomic(name) || is_one_of(name, kWmmaFunctions)) {
    return NameClass::kIntrinsic;
  }
  if (name.starts_with("AT_DISPATCH_")) return NameClass::kDispatch;
  if (is_cuda_macro(name)) return NameClass::kMacro;
  return is_cuda_function_name(name) ? NameClass::kOwn : NameClass::kNone;
}

NameClass classify_scoped(std::string_view name) {
  std::string_view last = last_component(name);
  if (last == "CUDA" || last == "CUDABackend") {
    return contains_any(
               name, std::array<std::string_view, 3>{"DeviceType::", "DispatchKey::", "Backend::"})
               ? NameClass::kConstant
               : NameClass::kNone;
  }
  std::string_view rest = name;
  while (true) {
    size_t colon = rest.find("::");
    if (colon == std::string_view::npos) break;
    std::string_view scope = rest.substr(0, colon);
    if (is_one_of(scope, kScopes)) {
      return is_one_of(last, kTorchTypes) ? NameClass::kType : NameClass::kApi;
    }
    if (scope == "cg" && is_one_of(last, kCooperativeNames)) return NameClass::kApi;
    rest.remove_prefix(colon + 2);
  }
  return classify_word(last);
}

}  // namespace

std::string_view last_component(std::string_view name) {
  size_t colon = name.rfind("::");
  return colon == std::string_view::npos ? name : name.substr(colon + 2);
}

NameClass classify(std::string_view name) {
  if (name.starts_with("::")) name.remove_prefix(2);
  if (name.starts_with("std::")) return NameClass::kNone;
  return name.find("::") == std::string_view::npos ? classify_word(name) : classify_scoped(name);
}

bool is_device_only_type(std::string_view name) { return is_one_of(name, kDeviceOnlyTypes); }

bool is_cuda_function_name(std::string_view name) {
  name = last_component(name);
  if (is_macro_name(name)) return false;
  for (size_t at = name.find_first_of("cCgG"); at != std::string_view::npos;
       at = name.find_first_of("cCgG", at + 1)) {
    std::string_view rest = name.substr(at);
    bool starts_word = at == 0 || !is_lower(name[at - 1]) || is_upper(name[at]);
    if (starts_word && lowered(rest.substr(0, 4)) == "cuda") return true;
    bool is_gpu = at > 0 && name[at - 1] == '_' && rest.starts_with("gpu") &&
                  (rest.size() == 3 || rest[3] == '_');
    if (is_gpu) return true;
  }
  return false;
}

bool is_cuda_include(std::string_view path) {
  constexpr std::array<std::string_view, 32> kParts = {"cuda",
                                                       "cub/",
                                                       "thrust/",
                                                       "cutlass",
                                                       "cute/",
                                                       "nccl",
                                                       "cudnn",
                                                       "cublas",
                                                       "cusparse",
                                                       "cusolver",
                                                       "cufft",
                                                       "curand",
                                                       "nvrtc",
                                                       "nvtx",
                                                       "nvtoolsext",
                                                       "nvml",
                                                       "cupti",
                                                       "cutensor",
                                                       "nvjpeg",
                                                       "nvshmem",
                                                       "nvfunctional",
                                                       "thc/",
                                                       "cooperative_groups",
                                                       "nvinfer",
                                                       "nvcomp",
                                                       "device_launch_parameters",
                                                       "driver_types.h",
                                                       "math_constants.h",
                                                       "device_functions.h",
                                                       "nvbench",
                                                       "npp.h",
                                                       "gdrapi"};
  std::string lower = lowered(path);
  return contains_any(lower, kParts) || lower.ends_with(".cuh") || lower.ends_with(".cu") ||
         lower == "mma.h";
}

bool is_cuda_condition(std::string_view condition) {
  constexpr std::array<std::string_view, 5> kWords = {"nvcc", "nccl", "gpu", "nvidia", "cutlass"};
  std::string lower = lowered(condition);
  return contains_any(lower, std::array<std::string_view, 3>{"cuda", "cudnn", "cublas"}) ||
         has_word_starting(lower, kWords);
}

bool is_accelerator_condition(std::string_view condition) {
  constexpr std::array<std::string_view, 6> kWords = {"rocm",   "hip",  "npu",
                                                      "ascend", "cann", "musa"};
  return is_cuda_condition(condition) || has_word_starting(lowered(condition), kWords);
}

bool is_module_binding(std::string_view macro) { return is_one_of(macro, kModuleBindings); }

bool is_device_builtin(std::string_view name) { return is_one_of(name, kBuiltins); }

bool takes_group(std::string_view word) {
  constexpr std::array<std::string_view, 8> kWords = {
      "__launch_bounds__", "__attribute__", "__align__", "alignas",
      "decltype",          "__declspec",    "noexcept",  "__maxnreg__"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end() ||
         word.starts_with("C10_LAUNCH_BOUNDS");
}

Decoration decoration(std::string_view macro) {
  if (is_one_of(macro, kDeviceDecorations)) return Decoration::kDevice;
  if (is_one_of(macro, kIgnoredDecorations)) return Decoration::kIgnored;
  bool exports =
      is_macro_name(macro) && (macro.ends_with("_API") || macro.ends_with("_EXPORT") ||
                               macro.ends_with("_EXPORTS") || macro.ends_with("_PUBLIC"));
  return exports ? Decoration::kIgnored : Decoration::kNone;
}

}  // namespace npuport::cuda
