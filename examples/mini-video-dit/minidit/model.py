import torch
import torch.cuda.amp as amp
from torch import nn

from .attention import attention
from .kernels.swiglu import swiglu
from .norm import Float32LayerNorm, RootMeanSquare
from .ops import gate
from .rope import apply_rope, rope_table


class Block(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.norm1 = Float32LayerNorm(dim)
        self.norm2 = Float32LayerNorm(dim)
        self.norm_q = RootMeanSquare(dim)
        self.qkv = nn.Linear(dim, 3 * dim)
        self.up = nn.Linear(dim, 8 * dim)
        self.down = nn.Linear(4 * dim, dim)
        self.scale = nn.Parameter(torch.zeros(dim))

    def forward(self, x, table):
        q, k, v = self.qkv(self.norm1(x)).chunk(3, -1)
        q, k, v = (t.unflatten(-1, (self.heads, -1)) for t in (self.norm_q(q), k, v))
        x = x + gate(attention(apply_rope(q, table), apply_rope(k, table), v).flatten(-2), self.scale)
        left, right = self.up(self.norm2(x)).chunk(2, -1)
        return x + self.down(swiglu(left, right))


class MiniDiT(nn.Module):
    def __init__(self, dim=256, heads=4, depth=4):
        super().__init__()
        self.blocks = nn.ModuleList(Block(dim, heads) for _ in range(depth))
        self.table = rope_table(1024, dim // heads)

    def forward(self, x, t):
        assert t.dtype == torch.float32
        self.table = self.table.to(x.device)
        with amp.autocast(dtype=torch.bfloat16):
            for block in self.blocks:
                x = block(x, self.table)
        return x
