from setuptools import find_packages, setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

setup(
    name="minidit",
    version="0.1",
    packages=find_packages(),
    ext_modules=[
        CUDAExtension(
            "minidit.ops._C",
            ["minidit/ops/csrc/gate.cu"],
            extra_compile_args={"cxx": ["-O3"], "nvcc": ["-O3", "--use_fast_math"]},
        )
    ],
    cmdclass={"build_ext": BuildExtension},
)
