@d(1)
async def f[T: int = str, *U, **V](a, /, b: int = 2, *args, c, **kw) -> R:
    """doc"""
    if a: return
    elif b: raise E from c
    else:
        while x: break
    try:
        with (open(a) as b, c): del d, e.f
    except* (A, B) as e: pass
    except C, D: global g
    else: assert h, i
    finally: nonlocal j
class A(B, metaclass=M): x: int = 1; y += 2
for i, *j in k: a.b, c[d] = e = f
else: pass
from ..a.b import (c as d, e,)
import f.g, h as i
type X[T] = list[T]
