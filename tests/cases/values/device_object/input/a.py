import torch


class Runner:
    def __init__(self, index):
        self.device = torch.device(f"cuda:{index}")
        self.spare = torch.device("cpu")

    def seed(self):
        return torch.Generator(device=self.device)

    def seed_on_host(self):
        return torch.Generator(device=self.spare)

    def same(self, x):
        return x.device == self.device
