"""Names of fact rows whose key is prose, for import_facts.py. A row that is not a plain name and has no
entry here stops the import, so that a person decides what it answers for."""

# Requirement names ("*" globs, normalised). A row without names answers for no requirement and no import.
PACKAGE_NAMES = {
    "sam2": ["sam2", "sam-2"],  # the distribution calls itself SAM-2
    # conda and source trees call torch by the project's name
    "torch": ["torch", "pytorch", "pytorch-gpu", "pytorch-cpu", "libtorch"],
    "torchvision": ["torchvision", "torchvision-cpu"],
    "opencv-python": ["opencv-python", "opencv", "py-opencv", "libopencv"],
    "nvidia-cuda-runtime-cu*": ["nvidia-cuda-runtime-cu*", "nvidia-*-cu*"],
    "nvidia-cudnn-cu*": ["nvidia-cudnn-cu*", "cudnn"],
    "nvidia-nccl-cu*": ["nvidia-nccl-cu*", "nccl"],
    "apex": ["apex", "nvidia-apex"],
    "openai-clip / git clip": ["openai-clip", "clip"],
    "yolov5 / yolov7 (repo)": [],
    "comfyui (app)": ["comfyui"],
    "bitsandbytes-cuda102..117": ["bitsandbytes-cuda*"],
    "nvidia-*-cu110..cu116": ["nvidia-*-cu11*"],
    "tinycudann (tiny-cuda-nn)": ["tinycudann", "tiny-cuda-nn"],
    "simple-knn (gaussian-splatting submodule)": ["simple-knn"],
    "spas-sage-attn": ["spas-sage-attn", "spargeattn"],
    "flash-attn-3": ["flash-attn-3", "flash-attn-interface"],
    "flashinfer-python": ["flashinfer-python", "flashinfer"],
    "cudatoolkit (conda)": ["cudatoolkit", "cudatoolkit-dev", "cuda-nvcc", "cuda-cudart", "cuda-libraries",
                            "cuda-runtime"],
    "cuda-toolkit -c nvidia/label/cuda-* (conda)": ["cuda", "cuda-compiler", "cuda-libraries-dev",
                                                    "cuda-cudart-dev"],
    "openai-whisper": ["openai-whisper"],
    "cuquantum*|custatevec*|cutensor*|cutensornet*": ["cuquantum*", "custatevec*", "cutensor*",
                                                      "cutensornet*"],
    "dgl-cu* (dgl wheels index)": ["dgl-cu*"],
    "pytorch3d": ["pytorch3d"],
    "faiss-gpu|faiss-gpu-cu11|faiss-gpu-cu12": ["faiss-gpu", "faiss-gpu-cu11", "faiss-gpu-cu12"],
    "k2": ["k2"],
}

_BACKENDS_CUDA = "torch.backends.cuda."

# Qualified names that a row of transfer_to_npu.tsv answers for. [] = only by its own text.
TRANSFER_NAMES = {
    "torch.cuda.device (context manager)": [],
    "torch.cuda.amp.custom_fwd / custom_bwd": ["torch.cuda.amp.custom_fwd", "torch.cuda.amp.custom_bwd"],
    'torch.autocast(device_type="cuda")': ["torch.autocast"],
    'torch.amp.autocast("cuda") / from torch.amp import autocast': ["torch.amp.autocast",
                                                                    "torch.amp.autocast_mode.autocast"],
    'torch.Generator(device="cuda")': ["torch.Generator"],
    'torch.Event(device="cuda")': ["torch.Event"],
    'torch.UntypedStorage(device="cuda")': ["torch.UntypedStorage"],
    'with torch.device("cuda"): (DeviceContext)': [],
    'torch.distributed.init_process_group(backend="nccl")': ["torch.distributed.init_process_group"],
    "torch.distributed.init_process_group(device_id=...)": [],
    "from torch.distributed.distributed_c10d import init_process_group": [
        "torch.distributed.distributed_c10d.init_process_group"],
    'torch.distributed.new_group(backend="nccl")': ["torch.distributed.new_group"],
    'torch.distributed.Backend.default_device_backend_map["cuda"]': [
        "torch.distributed.Backend.default_device_backend_map"],
    'torch.distributed.device_mesh.init_device_mesh("cuda", ...)': [],  # names come with SINCE
    'torch.distributed.device_mesh.DeviceMesh("cuda", ...)': [
        "torch.distributed.device_mesh.DeviceMesh", "torch.distributed.DeviceMesh",
        "torch.distributed.tensor.DeviceMesh", "torch.distributed._tensor.DeviceMesh",
        "torch.distributed.tensor.init_device_mesh", "torch.distributed._tensor.init_device_mesh"],
    'init_device_mesh(backend_override={... "nccl" ...})': [],
    "torch.distributed.fsdp.FullyShardedDataParallel(device_id=...)": [
        "torch.distributed.fsdp.FullyShardedDataParallel"],
    "torch.distributed.fsdp.fully_shard (FSDP2)": ["torch.distributed.fsdp.fully_shard",
                                                   "torch.distributed._composable.fsdp.fully_shard"],
    "torch.nn.parallel.DistributedDataParallel(device_ids=[...])": [
        "torch.nn.parallel.DistributedDataParallel"],
    "torch.distributed.pipelining.PipelineStage / build_stage": [
        "torch.distributed.pipelining.PipelineStage", "torch.distributed.pipelining.build_stage"],
    "torch.profiler.profile / schedule / tensorboard_trace_handler / ProfilerAction": [
        "torch.profiler.profile", "torch.profiler.schedule", "torch.profiler.tensorboard_trace_handler",
        "torch.profiler.ProfilerAction"],
    "torch.autograd.profiler.profile(use_cuda=True)": ["torch.autograd.profiler.profile"],
    "torch.cuda.memory._record_memory_history/_snapshot/_dump_snapshot": [
        "torch.cuda.memory._record_memory_history", "torch.cuda.memory._snapshot",
        "torch.cuda.memory._dump_snapshot"],
    "torch.jit.script / torch.jit.script_method": ["torch.jit.script", "torch.jit.script_method"],
    "torch.utils._triton.has_triton (also dynamo, inductor copies)": ["torch.utils._triton.has_triton"],
    "torch._inductor get_gpu_type": ["torch._inductor.utils.get_gpu_type"],
    "torch.utils.cpp_extension.CUDAExtension / load(.cu) / CUDA_HOME": [
        "torch.utils.cpp_extension.CUDAExtension", "torch.utils.cpp_extension.load",
        "torch.utils.cpp_extension.CUDA_HOME"],
    "torch.distributed.checkpoint filesystem _OverlappingCpuLoader": [
        "torch.distributed.checkpoint.filesystem._OverlappingCpuLoader"],
    'torch.device("cuda") / torch.device("cuda:0")': ["torch.device"],
    'x.device.type == "cuda" and similar comparisons': [],
    'str(device) / "cuda" in str(device) on a tensor': [],
    'dist.get_backend() == "nccl"': ["torch.distributed.get_backend"],
    'torch.amp.GradScaler("cuda") / torch.GradScaler("cuda")': ["torch.amp.GradScaler", "torch.GradScaler"],
    'torch.amp.custom_fwd/custom_bwd(device_type="cuda")': ["torch.amp.custom_fwd", "torch.amp.custom_bwd"],
    'torch.is_autocast_enabled("cuda") / get_autocast_dtype("cuda") / get_autocast_gpu_dtype()': [
        "torch.is_autocast_enabled", "torch.get_autocast_dtype", "torch.get_autocast_gpu_dtype"],
    'torch.Stream(device="cuda")': ["torch.Stream"],
    'torch.set_default_tensor_type("torch.cuda.FloatTensor")': ["torch.set_default_tensor_type"],
    'Tensor.type("torch.cuda.FloatTensor") (string)': ["torch.Tensor.type"],
    "Tensor.type(torch.cuda.FloatTensor) (object)": [],
    'torch.asarray / torch.nested.* / torch.signal.windows.* / torch.sparse_csc/bsr/bsc_tensor '
    '(device="cuda")': ["torch.asarray", "torch.nested.*", "torch.signal.windows.*",
                        "torch.sparse_csc_tensor", "torch.sparse_bsr_tensor", "torch.sparse_bsc_tensor"],
    'nn.Linear(..., device="cuda") and other module factory kwargs': ["torch.nn.Linear"],
    'torch.random.fork_rng(device_type="cuda")': ["torch.random.fork_rng"],
    "torch.backends.cuda.matmul.allow_tf32 / torch.set_float32_matmul_precision": [
        _BACKENDS_CUDA + "matmul.allow_tf32", "torch.set_float32_matmul_precision"],
    "torch.backends.cuda.sdp_kernel / enable_flash_sdp ...": [
        _BACKENDS_CUDA + "sdp_kernel", _BACKENDS_CUDA + "enable_*_sdp", _BACKENDS_CUDA + "*_sdp_enabled"],
    "torch.cuda.tunable.* / torch.cuda.gds.* / torch.cuda.jiterator": [
        "torch.cuda.tunable.*", "torch.cuda.gds.*", "torch.cuda.jiterator.*"],
    "torch.cuda._lazy_init / torch.cuda._sleep / other underscore names": ["torch.cuda._*"],
    'DataLoader(pin_memory=True, pin_memory_device="cuda")': ["torch.utils.data.DataLoader"],
    'os.environ["CUDA_VISIBLE_DEVICES"] / CUDA_LAUNCH_BLOCKING / NCCL_*': [],
    "pynvml / nvidia-smi subprocess / nvcc": ["pynvml.*"],
    "flash_attn, xformers, apex, bitsandbytes, triton kernels": [
        "flash_attn.*", "xformers.*", "apex.*", "bitsandbytes.*", "triton.*"],
    "channels_last memory format": ["torch.channels_last", "torch.channels_last_3d"],
    "names imported before the patch (from torch import randn; from torch.cuda import Stream)": [],
    'torch.load("path containing cuda")': [],
    "CLI switch TORCH_TRANSFER_TO_NPU=1": [],
}

# since_version of transfer_to_npu.tsv -> when the row starts to hold.
#   ""       from the first release that matters here
#   "never"  in no release
#   bounds   "torch:release ..." : on that torch line and on later ones up to the next bound, from that
#            torch_npu release on; earlier torch lines never. "0:" stands for every torch line.
# A dictionary gives some names of the row bounds of their own.
_FROM_26_1 = "0:26.1.0"
# Rows without a release in the table for which transfer_to_npu.md names one.
SINCE_OF_API = {
    "torch.cuda.graph": "2.1.0:7.1.0 2.5.1:7.1.0",
}
SINCE = {
    "": "",
    "v1.11 or older": "",
    "never": "never",
    "v2.1.0-6.0.rc1": "2.1.0:6.0.rc1",
    "v2.1.0-6.0.rc2": "2.1.0:6.0.rc2",
    "v2.1.0-6.0.rc3": "2.1.0:6.0.rc3",
    "v2.1.0-5.0.0": "2.1.0:5.0.0",
    "v2.1.0-7.0.0": "2.1.0:7.0.0",
    "v2.1.0-7.2.0": "2.1.0:7.2.0",
    "v2.4.0-7.0.0": "2.4.0:7.0.0",
    "v2.6.0-7.2.0": "2.6.0:7.2.0",
    "v2.1.0-7.0.0 / v2.3.1-7.0.0 / v2.4.0-7.0.0": "2.1.0:7.0.0 2.3.1:7.0.0 2.4.0:7.0.0",
    "v2.1.0-7.1.0 / v2.5.1-7.1.0": "2.1.0:7.1.0 2.5.1:7.1.0",
    "v2.1.0-7.1.0 / v2.5.1-7.1.0 / v2.6.0-7.1.0": "2.1.0:7.1.0 2.5.1:7.1.0 2.6.0:7.1.0",
    "v2.1.0-7.2.0 / v2.6.0-7.2.0": "2.1.0:7.2.0 2.6.0:7.2.0",
    "v2.1.0-7.2.0 / v2.6.0-7.2.0 / v2.7.1-7.2.0 / v2.8.0-7.2.0":
        "2.1.0:7.2.0 2.6.0:7.2.0 2.7.1:7.2.0 2.8.0:7.2.0",
    "v2.6.0-7.2.0 / v2.7.1-7.2.0": "2.6.0:7.2.0 2.7.1:7.2.0",
    "v2.6.0-7.2.0 / v2.7.1-7.2.0 / v2.8.0-7.2.0": "2.6.0:7.2.0 2.7.1:7.2.0 2.8.0:7.2.0",
    "v2.7.1-7.3.0 / v2.8.0-7.3.0 / v2.9.0-7.3.0 and the 26.x line": "2.7.1:7.3.0 2.8.0:7.3.0 2.9.0:7.3.0",
    "26.x line": "0:26.0.0",
    "26.0.0 line": "0:26.0.0",
    "26.1.0 line": _FROM_26_1,
    # "unreleased at 26.1.0": the next release line
    "only branches after 26.1.0": "0:26.2.0",
    # The attribute is replaced in every release; what came later is the rewriting of a device argument.
    "device argument rewriting since v2.1.0-7.2.0 / v2.6.0-7.2.0": "",
    "device argument rewriting since v2.1.0-7.0.0 / v2.3.1-7.0.0": "",
    "device argument rewriting since v2.1.0-6.0.rc1": "",
    "unconditional hccl before v2.1.0-6.0.rc2; string-aware since v2.1.0-6.0.rc2": "",
    "v2.1.0-6.0.rc1 (name in the torch list); proxy class since v2.1.0-7.1.0 / v2.5.1-7.1.0": "2.1.0:6.0.rc1",
    "v1.11.0-5.0.0 (name in the torch list, absent in v2.1.0-5.0.0); __init__ form since v2.1.0-7.2.0 / "
    "v2.6.0-7.2.0": "1.11.0:5.0.0 2.1.0:6.0.rc1",
    "torch.distributed.device_mesh form v2.4.0-7.0.0 / v2.5.1-7.0.0; re-exported form safe since "
    "v2.6.0-7.2.0 / v2.7.1-7.2.0": {
        "2.4.0:7.0.0 2.5.1:7.0.0": ["torch.distributed.device_mesh.init_device_mesh"],
        "2.6.0:7.2.0 2.7.1:7.2.0": ["torch.distributed.init_device_mesh"],
    },
}

# Qualified names that a row of cuda_api_map.tsv answers for.
CUDA_API_NAMES = {
    "torch.cuda.amp.custom_fwd / custom_bwd": ["torch.cuda.amp.custom_fwd", "torch.cuda.amp.custom_bwd"],
    "torch.cuda.nvtx.range_push / range_pop / mark / range": [
        "torch.cuda.nvtx.range_push", "torch.cuda.nvtx.range_pop", "torch.cuda.nvtx.mark",
        "torch.cuda.nvtx.range"],
    "torch.backends.cudnn.enabled / version / is_available": [
        "torch.backends.cudnn.enabled", "torch.backends.cudnn.version", "torch.backends.cudnn.is_available"],
    "torch.backends.cuda.cufft_plan_cache[.size/.max_size/.clear]": [
        _BACKENDS_CUDA + "cufft_plan_cache", _BACKENDS_CUDA + "cufft_plan_cache.*"],
}

_C10D = "torch.distributed."

# Qualified names that a row of distributed.tsv answers for. Rows about types, backends and strings answer
# for none; they are looked up by their text.
DISTRIBUTED_NAMES = {
    "HCCL element types": [],
    "dtype check of reductions": [],
    "ReduceOp.SUM/MIN/MAX/PRODUCT": [_C10D + "ReduceOp.SUM", _C10D + "ReduceOp.MIN", _C10D + "ReduceOp.MAX",
                                     _C10D + "ReduceOp.PRODUCT"],
    "ReduceOp.AVG": [_C10D + "ReduceOp.AVG"],
    "ReduceOp.PREMUL_SUM": [_C10D + "ReduceOp.PREMUL_SUM"],
    "ReduceOp.BAND/BOR/BXOR": [_C10D + "ReduceOp.BAND", _C10D + "ReduceOp.BOR", _C10D + "ReduceOp.BXOR"],
    "allreduce": [_C10D + "all_reduce"],
    "allreduce_coalesced": [_C10D + "all_reduce_coalesced"],
    "broadcast": [_C10D + "broadcast"],
    "reduce": [_C10D + "reduce"],
    "allgather": [_C10D + "all_gather"],
    "_allgather_base (all_gather_into_tensor)": [_C10D + "all_gather_into_tensor",
                                                 _C10D + "_all_gather_base"],
    "allgather_into_tensor_coalesced": [_C10D + "all_gather_into_tensor_coalesced",
                                        _C10D + "all_gather_coalesced"],
    "allgather_togather": [],
    "allgather_base uneven": [],
    "reduce_scatter": [_C10D + "reduce_scatter"],
    "_reduce_scatter_base (reduce_scatter_tensor)": [_C10D + "reduce_scatter_tensor",
                                                     _C10D + "_reduce_scatter_base"],
    "reduce_scatter_tensor_coalesced": [_C10D + "reduce_scatter_tensor_coalesced"],
    "reduce_scatter uneven": [],
    "gather": [_C10D + "gather"],
    "gather_object": [_C10D + "gather_object"],
    "scatter": [_C10D + "scatter"],
    "send / recv / isend / irecv": [_C10D + "send", _C10D + "recv", _C10D + "isend", _C10D + "irecv",
                                    _C10D + "P2POp"],
    "recv from any source (recvAnysource)": [],
    "batch_isend_irecv": [_C10D + "batch_isend_irecv"],
    "startCoalescing/endCoalescing (P2P and collectives)": [_C10D + "_coalescing_manager"],
    "alltoall_base (all_to_all_single)": [_C10D + "all_to_all_single"],
    "alltoall (all_to_all)": [_C10D + "all_to_all"],
    "barrier": [_C10D + "barrier"],
    "monitored_barrier": [_C10D + "monitored_barrier"],
    "split_group / communicator split": [_C10D + "split_group"],
    "abort / shutdown": [_C10D + "destroy_process_group"],
    "watchdog, heartbeat monitor, flight recorder": [],
    "get_backend / ProcessGroupHCCL.Options": [_C10D + "get_backend", _C10D + "ProcessGroupNCCL.Options"],
    'backend "hccl" registered for device npu': [],
    'backend "lccl"': [],
    'backend string "cpu:gloo,npu:hccl"': [],
    "complex tensors in all_reduce/broadcast/all_gather": [],
    "fp64 all_reduce": [],
    "non-contiguous tensors": [],
    "internal-format (NZ) tensors": [],
    "async_op work handles / getFuture": [],
    "DDP Reducer": [],
    "DistributedDataParallel": ["torch.nn.parallel.DistributedDataParallel",
                                "torch.nn.parallel.distributed.DistributedDataParallel"],
    "nn.DataParallel": ["torch.nn.DataParallel", "torch.nn.parallel.DataParallel",
                        "torch.nn.parallel.data_parallel"],
    "FSDP1 FullyShardedDataParallel": [_C10D + "fsdp.FullyShardedDataParallel"],
    "FSDP2 fully_shard": [_C10D + "fsdp.fully_shard", _C10D + "_composable.fsdp.fully_shard"],
    "DeviceMesh / init_device_mesh": [_C10D + "device_mesh.DeviceMesh", _C10D + "device_mesh.init_device_mesh",
                                      _C10D + "DeviceMesh", _C10D + "init_device_mesh"],
    "DTensor": [_C10D + "tensor.DTensor", _C10D + "_tensor.DTensor"],
    "Tensor parallel: ColwiseParallel": [_C10D + "tensor.parallel.ColwiseParallel"],
    "Tensor parallel: parallelize_module, RowwiseParallel, PrepareModuleInput": [
        _C10D + "tensor.parallel.parallelize_module", _C10D + "tensor.parallel.RowwiseParallel",
        _C10D + "tensor.parallel.PrepareModuleInput"],
    "Pipeline parallel (torch.distributed.pipelining)": [_C10D + "pipelining.*"],
    "context_parallel (experimental)": [_C10D + "tensor.experimental.context_parallel"],
    "Symmetric memory": [_C10D + "_symmetric_memory.*"],
    "Functional collectives": [_C10D + "_functional_collectives.*"],
    "RPC (tensorpipe)": [_C10D + "rpc.init_rpc"],
    "ZeroRedundancyOptimizer": [_C10D + "optim.ZeroRedundancyOptimizer"],
    "DistributedOptimizer": [_C10D + "optim.DistributedOptimizer"],
    "torchrun": [],
    "all_gather_into_tensor / reduce_scatter_tensor with world_size 3,5,6,7": [],
    "reinit_process_group": [_C10D + "reinit_process_group"],
}
