import torch


@torch.no_grad()
def sample(model, steps, seed, device="cuda"):
    generator = torch.Generator(device=device).manual_seed(seed)
    x = torch.randn(1, 256, 256, generator=generator, device=device)
    for step in range(steps):
        t = torch.full((1,), step / steps, device=device)
        x = x - model(x, t) / steps
    torch.cuda.synchronize()
    torch.cuda.empty_cache()
    return x
