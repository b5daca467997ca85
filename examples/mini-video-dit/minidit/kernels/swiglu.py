import torch
import triton
import triton.language as tl


@triton.autotune(configs=[triton.Config({"BLOCK": 1024}, num_warps=8)], key=["n"])
@triton.jit
def swiglu_kernel(gate, up, out, n, BLOCK: tl.constexpr):
    offset = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offset < n
    g = tl.load(gate + offset, mask=mask).to(tl.float32)
    u = tl.load(up + offset, mask=mask).to(tl.float32)
    tl.store(out + offset, g * tl.sigmoid(g) * u, mask=mask)


def swiglu(gate, up):
    out = torch.empty_like(gate)
    n = gate.numel()
    swiglu_kernel[lambda meta: (triton.cdiv(n, meta["BLOCK"]),)](gate, up, out, n)
    return out
