pip install git+https://github.com/Dao-AILab/flash-attention.git@v2.7
pip install https://github.com/deepseek-ai/DeepGEMM/archive/refs/tags/v1.0.zip
