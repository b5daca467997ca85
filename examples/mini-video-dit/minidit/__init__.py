from .model import MiniDiT
from .sampler import sample

__all__ = ["MiniDiT", "sample"]
