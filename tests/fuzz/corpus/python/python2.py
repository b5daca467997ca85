print >>f, 'a', b
exec "c" in d
try: raise E, 'x', tb
except IOError, e: print e
def f(a, (b, c)): pass
