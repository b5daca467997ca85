import torch


def dataset(root):
    split = torch.load(root / "split_dict.pt")
    return split["train"]


def restore(model, path):
    model.load_state_dict(torch.load(path))
    return torch.load(path)
