from transformers import AutoModel


def load(path, attn_implementation="flash_attention_2"):
    return AutoModel.from_pretrained(path, attn_implementation=attn_implementation)


def load_fast(path):
    return load(path, attn_implementation="flash_attention_2")
