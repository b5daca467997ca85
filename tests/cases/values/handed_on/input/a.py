import torch.distributed as dist

backend = "nccl"

dist.init_process_group(backend=backend)
group = dist.new_group([0, 1], backend="nccl")
