#include <cuda_runtime.h>
#define CHECK_CUDA(x) TORCH_CHECK(x.is_cuda(), #x)
template <typename T>
__global__ void __launch_bounds__(256) scale(T* x, int n) {
  extern __shared__ __align__(16) unsigned char raw[];
  __shared__ T tile[32];
  asm volatile("{ .reg .pred p; @p mov.u32 %0, %1; }" : "=r"(n) : "r"(n));
  x[threadIdx.x] += __shfl_down_sync(0xffffffff, x[0], 1);
  atomicAdd(x, 1'000);
}
void run(at::Tensor x, cudaStream_t s) {
  CHECK_CUDA(x);
  AT_DISPATCH_FLOATING_TYPES(x.type(), "run", ([&] {
    scale<scalar_t><<<dim3(1, 2), 256, 0, s>>>(x.data_ptr<scalar_t>(), 3);
  }));
  C10_CUDA_CHECK(cudaGetLastError());
}
