import torch
from torch.utils.data import DataLoader


def to_device(batch):
    return torch.stack(batch).to("cuda")


def stack(batch):
    return torch.stack(batch)


a = DataLoader([], num_workers=4, collate_fn=to_device)
b = DataLoader([], num_workers=4, collate_fn=stack)
c = DataLoader([], num_workers=0, collate_fn=to_device)
