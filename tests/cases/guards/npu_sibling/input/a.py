import torch


def empty(device):
    if device.type == "cuda":
        torch.cuda.empty_cache()
    elif device.type == "npu":
        torch.npu.empty_cache()


TABLE = {"cuda": "nccl", "npu": "hccl"}


def supported(device):
    return device.type in ("cuda", "npu", "cpu")


def forgotten():
    torch.cuda.empty_cache()
