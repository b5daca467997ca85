match a, b:
    case [x, *_] | (y, z) if x: pass
    case {'k': v, **rest}: pass
    case A.B(c, d=-1 + 2j) as e: pass
match = case = type
match(x)
