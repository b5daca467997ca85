f'cuda:{rank!r:>{width}.2f} {x=} {{y}} {a["b"]}' rf"\d{n}" t'{z:{w}}' '''a
b''' f"""{
  q  # c
}""" b'\xff' ur'\u' "\N{DASH}"
