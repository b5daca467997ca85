import onnxruntime

s = onnxruntime.InferenceSession('a', providers=['CUDAExecutionProvider'])
