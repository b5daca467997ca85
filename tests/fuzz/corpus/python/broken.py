x = f(a, [b,
def g(a b):
    y = (1 2)
class C(D:
    z = '''q
else: f'{a b}
