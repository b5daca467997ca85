from torch.cuda import empty_cache as clear

KIND = "cuda"
