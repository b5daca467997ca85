import argparse
import os

import bitsandbytes as bnb
import torch
import torch.distributed as dist
import yaml
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

from minidit import MiniDiT


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--config", required=True)
    config = yaml.safe_load(open(parser.parse_args().config))
    rank = int(os.environ["LOCAL_RANK"])
    dist.init_process_group(backend="nccl")
    torch.cuda.set_device(rank)
    torch.backends.cuda.matmul.allow_tf32 = True
    model = FSDP(MiniDiT().cuda(), device_id=rank)
    optimizer = bnb.optim.AdamW8bit(model.parameters(), lr=1e-4)
    scaler = torch.cuda.amp.GradScaler()
    for step in range(config["steps"]):
        x = torch.randn(1, 256, 256, device=f"cuda:{rank}")
        t = torch.rand(1, device=f"cuda:{rank}")
        loss = model(x, t).square().mean()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        dist.all_reduce(loss, op=dist.ReduceOp.AVG)
        if rank == 0 and step % 100 == 0:
            print(step, loss.item(), torch.cuda.max_memory_allocated() >> 20)
            torch.save(model.state_dict(), "mini.pt")


if __name__ == "__main__":
    main()
