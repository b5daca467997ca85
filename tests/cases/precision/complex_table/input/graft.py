def forward(self, x):
    self.freqs = self.freqs.to(x.device)
    return x
