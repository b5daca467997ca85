// What the C++/CUDA front end says about one file, at the level of an inventory. Types only.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/span.h"

namespace npuport {

// Whether a preprocessor condition must hold for the line to be compiled.
// "#ifdef WITH_CUDA" around an include makes it conditional: it is no work while the switch is off.
struct CppCondition {
  std::string text;  // "WITH_CUDA", "!USE_ROCM"; "" when unconditional
  Span span;
};

enum class CppSiteKind : uint8_t {
  kInclude,         // name = path as written, without quotes
  kKernel,          // __global__ definition; name = function
  kDeviceFunction,  // __device__ function
  kLaunch,          // name = kernel; span = the <<< ... >>>
  kCall,  // name = qualified name as written: "cudaMemcpyAsync", "at::cuda::getCurrentCUDAStream",
          // "atomicAdd"
  kMethodCall,       // name = member: "is_cuda"
  kType,             // name = "cudaStream_t", "c10::cuda::CUDAGuard"
  kMacro,            // use of a macro: "TORCH_CHECK_CUDA", "AT_DISPATCH_FLOATING_TYPES"
  kDefine,           // #define whose body holds CUDA code; name = macro
  kSharedMemory,     // __shared__ declaration
  kAsm,              // inline PTX
  kPragmaCondition,  // #ifdef WITH_CUDA; name = the condition
  kBinding,          // m.def("name", &function); name = exposed name
  kModuleBinding,    // PYBIND11_MODULE / TORCH_LIBRARY; name = module or namespace
  kDeclaration,      // function declared or defined here whose name or signature is CUDA; name =
                     // function
  kConstant,         // device or dispatch key: "torch::kCUDA", "c10::DeviceType::CUDA"
};

struct CppSite {
  CppSiteKind kind = CppSiteKind::kCall;
  std::string name;
  Span span;               // the token that must change
  Span extent;             // the whole construct (kernel body, launch expression); for display only
  int32_t condition = -1;  // index into conditions
  std::string enclosing;   // function that holds it, "" at file level
  std::string
      target;  // kBinding: function bound, "" for a lambda; kModuleBinding: dispatch key or ""
};

struct CudaFacts {
  std::vector<CppSite> sites;  // by span.begin
  std::vector<CppCondition> conditions;
  bool has_cuda = false;  // any CUDA-specific construct at all
  std::vector<std::string> problems;
};

}  // namespace npuport
