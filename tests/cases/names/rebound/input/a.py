import torch


def f(index):
    device = torch.device(f"cuda:{index}")
    gen = torch.Generator(device=device)
    device = other(device)
    return gen


def g():
    sync = torch.cuda.synchronize
    sync = wrap(sync)
    return sync()
