import torch
from torch_npu.contrib import transfer_to_npu

torch.cuda.synchronize()
torch.nn.DataParallel(net)
