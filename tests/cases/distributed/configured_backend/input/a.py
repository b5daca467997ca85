import torch.distributed as dist


def from_config(config):
    dist.init_process_group(config["backend"])


def from_options(args):
    args.backend = "nccl"
    dist.init_process_group(backend=args.backend, init_method=args.url)


def plain():
    dist.init_process_group()
