import torch
import torch.nn.functional as F

try:
    from flash_attn import flash_attn_func

    HAS_FLASH = True
except ImportError:
    HAS_FLASH = False


def attention(q, k, v, causal=False):
    """(batch, sequence, heads, dim) in and out."""
    if HAS_FLASH and q.device.type == "cuda":
        return flash_attn_func(q, k, v, causal=causal)
    q, k, v = (t.transpose(1, 2) for t in (q, k, v))
    return F.scaled_dot_product_attention(q, k, v, is_causal=causal).transpose(1, 2)


def pooled_attention(q, k, v):
    score = torch.matmul(q, k.transpose(-2, -1)) * q.size(-1) ** -0.5
    return torch.matmul(score.softmax(dim=-1), v)
