import torch


def rope_table(length, dim, theta=10000.0):
    inverse = 1.0 / theta ** (torch.arange(0, dim, 2, dtype=torch.float64) / dim)
    angle = torch.outer(torch.arange(length, dtype=torch.float64), inverse)
    return torch.polar(torch.ones_like(angle), angle)


def apply_rope(x, table):
    pairs = torch.view_as_complex(x.to(torch.float64).reshape(*x.shape[:-1], -1, 2))
    return torch.view_as_real(pairs * table[: x.size(1), None]).flatten(-2).type_as(x)
