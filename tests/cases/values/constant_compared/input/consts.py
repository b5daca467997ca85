FAST = "cuda"
PLAIN = "cuda:1"
