from multiprocessing import Process

import numpy as np


def main(files):
    for name in files:
        Process(target=np.load, args=(name,)).start()
