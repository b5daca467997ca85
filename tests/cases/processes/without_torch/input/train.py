from multiprocessing import Process

import torch


def main(work):
    torch.cuda.init()
    Process(target=work).start()
