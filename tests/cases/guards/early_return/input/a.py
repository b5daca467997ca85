import torch

try:
    import torch_npu
except ImportError:
    torch_npu = None


def sync():
    if torch_npu is not None:
        torch.npu.synchronize()
        return
    torch.cuda.synchronize()
