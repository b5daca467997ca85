from data.loader import x

import quant_cuda
