#include <ATen/cuda/CUDAContext.h>
#include <torch/extension.h>

template <typename scalar_t>
__global__ void gate_kernel(const scalar_t* x, const scalar_t* scale, scalar_t* out, int64_t n) {
  int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = x[i] / (scalar_t(1) + exp(-scale[i]));
}

torch::Tensor gate(torch::Tensor x, torch::Tensor scale) {
  TORCH_CHECK(x.is_cuda(), "x must be on the device");
  auto out = torch::empty_like(x);
  const int threads = 256;
  const int blocks = (x.numel() + threads - 1) / threads;
  auto stream = at::cuda::getCurrentCUDAStream();
  AT_DISPATCH_FLOATING_TYPES_AND_HALF(x.scalar_type(), "gate", [&] {
    gate_kernel<scalar_t><<<blocks, threads, 0, stream>>>(
        x.data_ptr<scalar_t>(), scale.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), x.numel());
  });
  return out;
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("gate", &gate, "sigmoid gate"); }
