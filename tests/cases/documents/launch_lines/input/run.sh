CUDA_VISIBLE_DEVICES=0 python demo.py --device cuda
