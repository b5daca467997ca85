#include <gtest/gtest.h>

#include "unit/syntax/python/lowered.h"

namespace npuport {
namespace {

Lowered clean(const std::string& text) {
  Lowered lowered(text);
  EXPECT_EQ(lowered.errors(), "") << text;
  return lowered;
}

TEST(PythonStatements, Assignments) {
  const Lowered lowered = clean("a = b = f(c)\nd += 1\ne: int = 2\ng: str\n");
  EXPECT_EQ(lowered.roots(),
            "target a\ntarget b\nvalue (call f c)\ntarget d\nvalue 1\n"
            "target e\nannotation int\nvalue 2\ntarget g\nannotation str\n");
  EXPECT_EQ(lowered.bindings(),
            "module assign a = (call f c)\nmodule assign b = (call f c)\n"
            "module augmented d = 1\nmodule assign e = 2\nmodule assign g\n");
  EXPECT_EQ(lowered.tree(lowered.facts().bindings[3].annotation), "int");
}

TEST(PythonStatements, Unpacking) {
  EXPECT_EQ(clean("a, b = v\n").bindings(), "module assign a = v [0]\nmodule assign b = v [1]\n");
  EXPECT_EQ(clean("(a, [b, c]) = v\n").bindings(),
            "module assign a = v [0]\nmodule assign b [0]\nmodule assign c [1]\n");
  EXPECT_EQ(clean("a, *b, c = v\n").bindings(),
            "module assign a = v [0]\nmodule assign b [1]\nmodule assign c [2]\n");
}

TEST(PythonStatements, BindingsInsideTargetsAreInSourceOrder) {
  EXPECT_EQ(clean("b, a[(c := 1)], d = v\n").bindings(),
            "module assign b = v [0]\nmodule named c = 1\nmodule assign d = v [2]\n");
}

TEST(PythonStatements, Stores) {
  const Lowered lowered = clean("class A:\n  def f(self):\n    self.x, y[0] = self.z = v\n");
  const auto& stores = lowered.facts().stores;
  ASSERT_EQ(stores.size(), 3u);
  EXPECT_EQ(lowered.tree(stores[0].target), "(attr self x)");
  EXPECT_EQ(stores[0].unpack_index, 0);
  EXPECT_EQ(lowered.tree(stores[1].target), "(sub y 0)");
  EXPECT_EQ(stores[1].unpack_index, 1);
  EXPECT_EQ(lowered.tree(stores[2].target), "(attr self z)");
  EXPECT_EQ(stores[2].unpack_index, -1);
  for (const Store& store : stores) EXPECT_EQ(lowered.tree(store.value), "v");
  const Lowered annotated = clean("self.x: int = 3\n");
  EXPECT_EQ(annotated.tree(annotated.facts().stores.at(0).annotation), "int");
}

TEST(PythonStatements, EveryKindOfBinding) {
  const Lowered lowered = clean(
      "import a.b\nimport c as d\nfrom e import f as g\n"
      "for h in i: pass\nwith j as k: pass\ntry: pass\nexcept l as m: pass\n"
      "def n(o): global p\nclass q: pass\ndel r, s.t\nu = (v := 1)\n"
      "w = [x for x in y]\nz = lambda aa: aa\ntype ab = int\n");
  EXPECT_EQ(lowered.bindings(),
            "module import a\nmodule import d\nmodule from-import g\n"
            "module for h = i\nmodule with k = j\nmodule except m = l\n"
            "module def n\nn parameter o\nn global p\nmodule class q\nmodule delete r\n"
            "module assign u = (:= v 1)\nmodule named v = 1\n"
            "module assign w = (comp x x y)\nmodule comprehension x = y in {[x for x in y}\n"
            "module assign z = (lambda aa)\nmodule lambda aa in {aa}\nmodule type ab = int\n");
  EXPECT_TRUE(lowered.facts().stores.empty());
}

TEST(PythonStatements, Imports) {
  const Lowered lowered = clean(
      "import a.b.c, d as e\nfrom .. import f\nfrom ...g.h import (i, j as k,)\nfrom l import *\n");
  EXPECT_EQ(
      lowered.imports(),
      "import a.b.c\nimport d as e\nfrom .. f\nfrom ...g.h i\nfrom ...g.h j as k\nfrom l *\n");
  const Import& last = lowered.facts().imports[4];
  EXPECT_EQ(lowered.text(last.statement), "from ...g.h import (i, j as k,)");
  EXPECT_EQ(lowered.text(last.module_span), "g.h");
  EXPECT_EQ(lowered.text(last.name_span), "j");
  EXPECT_EQ(lowered.text(last.alias_span), "k");
}

TEST(PythonStatements, FunctionsAndParameters) {
  const Lowered lowered = clean(
      "@dec(1)\nasync def f(a, /, b: int = 2, *args: T, c, d=3, **kw) -> R:\n  '''doc'''\n  x\n"
      "y\n");
  EXPECT_EQ(lowered.scopes(), "module function f\n");
  EXPECT_EQ(lowered.parameters(1), "/a, b: int = 2, *args: T, kw c, kw d = 3, **kw");
  const Scope& scope = lowered.facts().scopes[1];
  EXPECT_TRUE(scope.is_async);
  EXPECT_EQ(lowered.tree(scope.returns), "R");
  EXPECT_EQ(lowered.text(scope.docstring), "'''doc'''");
  EXPECT_EQ(lowered.text(scope.name_span), "f");
  EXPECT_EQ(scope.decorator_count, 1u);
  EXPECT_EQ(lowered.tree(lowered.facts().decorators[0]), "(call dec 1)");
  EXPECT_EQ(scope.span.begin, 0u);
  EXPECT_EQ(scope.span.end, lowered.text().rfind("\ny"));
  EXPECT_EQ(lowered.roots(),
            "decorator (call dec 1)\nannotation int\ndefault 2\nannotation T\ndefault 3\n"
            "annotation R\nexpression x\nexpression y\n");
  EXPECT_EQ(lowered.facts().roots[2].scope, 0u);  // a default is evaluated outside
  EXPECT_EQ(lowered.facts().roots[6].scope, 1u);
}

TEST(PythonStatements, Classes) {
  const Lowered lowered =
      clean("class A(B.C, metaclass=M, **k):\n  x = 1\n  def f(self): return 2\n");
  EXPECT_EQ(lowered.scopes(), "module class A\nA function f\n");
  EXPECT_EQ(lowered.roots(),
            "base (attr B C)\nbase (kw metaclass M)\nbase (** k)\n"
            "target x\nvalue 1\nreturn 2\n");
  EXPECT_EQ(lowered.facts().scopes[1].base_count, 3u);
  EXPECT_EQ(lowered.bindings(), "module class A\nA assign x = 1\nA def f\nf parameter self\n");
}

TEST(PythonStatements, DocstringsAndBareStringsAreNoRoots) {
  const Lowered lowered = clean("'module'\nclass A:\n  'class'\n  'other'\n'more' 'text'\nb'x'\n");
  EXPECT_EQ(lowered.roots(), "");
  EXPECT_TRUE(lowered.facts().nodes.empty());
  EXPECT_EQ(lowered.text(lowered.facts().scopes[0].docstring), "'module'");
  EXPECT_EQ(lowered.text(lowered.facts().scopes[1].docstring), "'class'");
  EXPECT_TRUE(clean("if x:\n  'no docstring'\n").facts().scopes[0].docstring.empty());
}

TEST(PythonStatements, StatementSpans) {
  const Lowered lowered = clean("x = f(\n  1)\nif a:\n  b\n");
  EXPECT_EQ(lowered.text(lowered.facts().roots[1].statement), "x = f(\n  1)");
  EXPECT_EQ(lowered.text(lowered.facts().roots[2].statement), "if a:");
  EXPECT_EQ(lowered.text(lowered.facts().roots[3].statement), "b");
}

TEST(PythonStatements, KeywordStatements) {
  EXPECT_EQ(clean("def f():\n  return 1, 2\n  return\n  raise A from b\n  raise\n"
                  "  assert a, b\n  pass; break; continue\n  nonlocal q\n")
                .roots(),
            "return (tuple 1 2)\nraise A\nraise b\nassert a\nassert b\n");
}

TEST(PythonStatements, WithItems) {
  EXPECT_EQ(clean("with a() as b, c as (d, e.f): pass\n").roots(),
            "with (call a)\ntarget b\nwith c\ntarget (tuple d (attr e f))\n");
  EXPECT_EQ(clean("with (a() as b, c,): pass\n").roots(), "with (call a)\ntarget b\nwith c\n");
  EXPECT_EQ(clean("with (a, b) as c: pass\n").roots(), "with (tuple a b)\ntarget c\n");
  EXPECT_EQ(clean("with (a).b(): pass\n").roots(), "with (call (attr a b))\n");
  EXPECT_EQ(clean("async def f():\n  async with a: pass\n  async for b in c: pass\n").roots(),
            "with a\nfor-target b\niterable c\n");
}

TEST(PythonStatements, Exceptions) {
  EXPECT_EQ(clean("try: pass\nexcept* (A, B) as e: pass\nexcept C: pass\n").roots(),
            "except (tuple A B)\nexcept C\n");
  EXPECT_EQ(clean("try: pass\nexcept A, B: pass\nexcept C.d, E: pass\n").roots(),
            "except (tuple A B)\nexcept (tuple (attr C d) E)\n");
}

TEST(PythonStatements, TypeParameters) {
  const Lowered lowered = clean(
      "def f[T: (int, str) = bool, *Ts, **P](a: T): pass\nclass A[T](B): pass\n"
      "type X[K] = dict[K, int]\ntype = 3\ntype(x)\n");
  EXPECT_EQ(lowered.roots(),
            "annotation (tuple int str)\ndefault bool\nannotation T\nbase B\n"
            "value (sub dict K int)\ntarget type\nvalue 3\nexpression (call type x)\n");
}

TEST(PythonStatements, Match) {
  const Lowered lowered = clean(
      "match command:\n"
      "  case [a, *rest] | (b, _) if rest: f1()\n"
      "  case {'k': v, **more}: f2()\n"
      "  case Point(x=0, y=yy) as p: f3()\n"
      "  case -1 | 2 + 3j | 'a' 'b' | None | m.C: f4()\n"
      "  case _: f5()\n");
  EXPECT_EQ(lowered.roots(),
            "match command\n"
            "pattern (| (list a (* rest)) (tuple b _))\nif rest\nexpression (call f1)\n"
            "pattern (dict 'k' v (** more))\nexpression (call f2)\n"
            "pattern (class-pattern Point (kw x 0) (kw y yy))\nexpression (call f3)\n"
            "pattern (| (| (| (| (- 1) (+ 2 3j)) (concat 'a' 'b')) None) (attr m C))\n"
            "expression (call f4)\n"
            "pattern _\nexpression (call f5)\n");
  EXPECT_EQ(lowered.bindings(),
            "module capture a\nmodule capture rest\nmodule capture b\nmodule capture v\n"
            "module capture more\nmodule capture yy\nmodule capture p\n");
}

TEST(PythonStatements, SoftKeywordsAreNames) {
  EXPECT_EQ(clean("match = 1\ncase = match.group(1)\nmatch(x)\nmatch[x]: int = 3\ntype(x).y\n"
                  "print(match)\n_ = 3\nmatch * x\n")
                .facts()
                .errors.size(),
            0u);
  EXPECT_EQ(clean("match (x):\n  case 1: pass\n").roots(), "match x\npattern 1\n");
  EXPECT_EQ(clean("match x, y:\n  case 1, 2: pass\n").roots(),
            "match (tuple x y)\npattern (tuple 1 2)\n");
  EXPECT_EQ(clean("match -x:\n  case (1): pass\n").roots(), "match (- x)\npattern 1\n");
}

TEST(PythonStatements, Python2) {
  EXPECT_EQ(clean("print 'a', b\nprint >>f, c.d()\nprint\nprint ('x')\nprint not a\n").roots(),
            "expression (tuple 'a' b)\nexpression (tuple f (call (attr c d)))\n"
            "expression print\nexpression (call print 'x')\nexpression (not a)\n");
  EXPECT_EQ(
      clean("exec 'a' in b\nraise E, 'x', tb\nx = `a`\ny = a <> b\nz = ur'q' + 0777L\n").roots(),
      "expression (in 'a' b)\nraise E\nraise 'x'\nraise tb\ntarget x\nvalue a\n"
      "target y\nvalue (!= a b)\ntarget z\nvalue (+ ur'q' 0777L)\n");
  const Lowered caught = clean("try: pass\nexcept IOError, e: f(e)\n");
  EXPECT_EQ(caught.roots(), "except IOError\nexpression (call f e)\n");
  EXPECT_EQ(caught.bindings(), "module except e = IOError\n");
  EXPECT_EQ(clean("def f(a, (b, c)): pass\n").bindings(),
            "module def f\nf parameter a\nf parameter b\nf parameter c\n");
  EXPECT_EQ(clean("async = 3\nf(async=1)\nawait = 2\n").facts().errors.size(), 0u);
}

TEST(PythonStatements, LineEndsIndentationAndBlanks) {
  for (const char* text :
       {"if a:\r\n\tb()\r\n\tc()\r\nd()\r\n", "if a:\r\tb()\r\tc()\rd()\r",
        "\xef\xbb\xbfif a:\n  b()\n\f\n  c()\nd()", "if a: # x\n  b(); c();\n#\nd()",
        "if \\\n a:\n  b()\n\n   # deeper\n  c()\nd()\n"}) {
    const Lowered lowered = clean(text);
    EXPECT_EQ(lowered.roots(),
              "if a\nexpression (call b)\nexpression (call c)\nexpression (call d)\n");
    EXPECT_EQ(lowered.guards("c()"), "if=a");
    EXPECT_EQ(lowered.guards("d()"), "");
  }
}

TEST(PythonStatements, DeepBlocksAndLongChains) {
  std::string nested, chain = "if a0: b\n";
  for (int i = 0; i < 1000; ++i) nested += std::string(i, ' ') + "if a:\n";
  nested += std::string(1000, ' ') + "b()\nafter()\n";
  for (int i = 0; i < 5000; ++i) chain += "elif a: c\n";
  EXPECT_EQ(clean(nested).facts().guards.size(), 1000u);
  EXPECT_EQ(clean(chain).facts().guards.size(), 10001u);
}

}  // namespace
}  // namespace npuport
