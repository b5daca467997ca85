#!/bin/bash
#SBATCH --gres=gpu:8
export CUDA_VISIBLE_DEVICES=0,1,2,3,4,5,6,7
export NCCL_IB_DISABLE=1
nvidia-smi
torchrun --nproc_per_node 8 train.py --config configs/train.yaml
