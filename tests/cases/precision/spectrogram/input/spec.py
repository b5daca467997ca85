import torch


def spectrum(x, window):
    spec = torch.stft(x, 512, window=window, return_complex=True)
    return torch.view_as_real(spec)


def rotate(x, freqs):
    pair = torch.view_as_complex(x)
    return torch.view_as_real(pair * freqs)
