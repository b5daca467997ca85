import torch
from setuptools import setup

use_cuda = torch.cuda.is_available()
setup(name="x", install_requires=["torch>=2.1", "flash-attn", "numpy"])
