import os
import subprocess

print("run nvidia-smi and set NCCL_DEBUG")
raise_text = "CUDA_VISIBLE_DEVICES must be set"
subprocess.check_output(["nvidia-smi", "-L"])
os.system("CUDA_VISIBLE_DEVICES=0 python train.py")
env = {"NCCL_DEBUG": "INFO"}
