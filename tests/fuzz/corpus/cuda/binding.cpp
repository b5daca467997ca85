#ifndef OPS_CUDA_H
#define OPS_CUDA_H
#if defined(WITH_CUDA) && !defined(USE_ROCM)
#include "cuda/ops.h"
#elif USE_NPU
at::Tensor f_npu(at::Tensor);
#else
const char* text = R"x(<<<"cuda")x";
#endif
#endif
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("forward", &ops::forward_cuda, py::arg("x"));
}
TORCH_LIBRARY_IMPL(ops, CUDA, m) { m.impl("add(Tensor a)", TORCH_FN(add_cuda)); }
