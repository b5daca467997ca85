import torch
from torch.cuda import empty_cache
from torch_npu.contrib import transfer_to_npu

empty_cache()
torch.cuda.synchronize()
