x = a + b * -c ** 2 if d and not e or f else lambda g, *h, i=1, **j: (yield k)
y = [l for m, n in o if p async for q in r], {s: t, **u}, {v, *w}, (z,), ()
f(a, *b, c=1, **d)[1:2, ::3].e(await g, h := 2)
1 < 2 <= 3 is not None not in ... or `x` <> 0777L
