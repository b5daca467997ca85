#include <gtest/gtest.h>

#include <algorithm>

#include "unit/syntax/python/lowered.h"

namespace npuport {
namespace {

std::string guards(const std::string& text, std::string_view needle) {
  const Lowered lowered(text);
  EXPECT_EQ(lowered.errors(), "") << text;
  const auto& all = lowered.facts().guards;
  for (size_t i = 0; i < all.size(); ++i) {
    if (i > 0) EXPECT_LE(all[i - 1].body.begin, all[i].body.begin) << text;
    if (all[i].parent != kNone) EXPECT_LT(all[i].parent, i) << text;
  }
  return lowered.guards(needle);
}

TEST(PythonGuards, IfElifElse) {
  const std::string text = "if a:\n  b1()\nelif c():\n  b2()\nelse:\n  b3()\nb4()\n";
  EXPECT_EQ(guards(text, "b1"), "if=a");
  EXPECT_EQ(guards(text, "c()"), "else=a");
  EXPECT_EQ(guards(text, "b2"), "if=(call c) else=a");
  EXPECT_EQ(guards(text, "b3"), "else=(call c) else=a");
  EXPECT_EQ(guards(text, "b4"), "");
}

TEST(PythonGuards, RootsHoldTheGuardOfTheirStatement) {
  const Lowered lowered("if a:\n  b = c\nelif d: pass\n");
  const auto& facts = lowered.facts();
  EXPECT_EQ(facts.roots[0].guard, kNone);
  EXPECT_EQ(facts.guards[facts.roots[1].guard].kind, GuardKind::kIf);
  EXPECT_EQ(facts.bindings[0].guard, facts.roots[1].guard);
  EXPECT_EQ(facts.guards[facts.roots[3].guard].kind, GuardKind::kElse);
}

TEST(PythonGuards, AfterExit) {
  EXPECT_EQ(guards("def f():\n  if a: return\n  b()\n  if c:\n    raise d\n  e()\n", "e()"),
            "after=c after=a");
  EXPECT_EQ(guards("for x in y:\n  if a: continue\n  b()\nc()\n", "b()"), "after=a");
  EXPECT_EQ(guards("for x in y:\n  if a: continue\n  b()\nc()\n", "c()"), "");
  EXPECT_EQ(guards("if a: sys.exit(1)\nb()\n", "b()"), "after=a");
  EXPECT_EQ(guards("if a: exit()\nb()\n", "b()"), "after=a");
  EXPECT_EQ(guards("if a: os.path.exit()\nb()\n", "b()"), "");
  EXPECT_EQ(guards("if a: x = 1\nb()\n", "b()"), "");
  EXPECT_EQ(guards("def f():\n  if a:\n    while b: return\n  c()\n", "c()"), "");
  EXPECT_EQ(guards("def f():\n  if a:\n    def g(): return\n  c()\n", "c()"), "");
}

TEST(PythonGuards, AfterExitOfChains) {
  EXPECT_EQ(guards("def f():\n  if a: return\n  elif b: raise\n  c()\n", "c()"), "after=b after=a");
  EXPECT_EQ(guards("def f():\n  if a: return\n  elif b: x\n  elif c: return\n  d()\n", "d()"),
            "after=a");
  EXPECT_EQ(guards("def f():\n  if a: x\n  elif b: return\n  d()\n", "d()"), "");
  EXPECT_EQ(guards("def f():\n  if a: return\n  else: x\n  d()\n", "d()"), "after=a");
  EXPECT_EQ(guards("def f():\n  if a: x\n  else: raise\n  d()\n", "d()"), "if=a");
}

TEST(PythonGuards, LeavingThroughNestedStatements) {
  const std::string tail = "  z()\n";
  EXPECT_EQ(guards("def f():\n  if a:\n    if b: return\n    else: raise\n" + tail, "z()"),
            "after=a");
  EXPECT_EQ(guards("def f():\n  if a:\n    with b: return\n" + tail, "z()"), "after=a");
  EXPECT_EQ(guards("def f():\n  if a:\n    try: return\n    except E: raise\n" + tail, "z()"),
            "after=a");
  EXPECT_EQ(guards("def f():\n  if a:\n    try: return\n    except E: pass\n" + tail, "z()"), "");
  EXPECT_EQ(guards("def f():\n  if a:\n    try: x\n    finally: return\n" + tail, "z()"),
            "after=a");
}

TEST(PythonGuards, Loops) {
  const std::string text = "while a:\n  b()\nelse:\n  c()\nfor d in e:\n  g()\nelse:\n  h()\n";
  EXPECT_EQ(guards(text, "b()"), "while=a");
  EXPECT_EQ(guards(text, "c()"), "");
  EXPECT_EQ(guards(text, "g()"), "");
  EXPECT_EQ(guards(text, "h()"), "");
}

TEST(PythonGuards, Try) {
  const std::string text =
      "try:\n  import a\n  try: b1()\n  except: b2()\nexcept (C, D) as e:\n  b3()\nexcept F:\n"
      "  b4()\nelse:\n  b5()\nfinally:\n  b6()\n";
  EXPECT_EQ(guards(text, "import a"), "try/(tuple C D)/F");
  EXPECT_EQ(guards(text, "b1"), "try/- try/(tuple C D)/F");
  EXPECT_EQ(guards(text, "b2"), "except=- try/(tuple C D)/F");
  EXPECT_EQ(guards(text, "b3"), "except=(tuple C D)");
  EXPECT_EQ(guards(text, "b4"), "except=F");
  EXPECT_EQ(guards(text, "b5"), "");
  EXPECT_EQ(guards(text, "b6"), "");
}

TEST(PythonGuards, WithAndCase) {
  EXPECT_EQ(guards("with suppress(E), a as b:\n  c()\n", "c()"), "with=a with=(call suppress E)");
  const std::string text = "match a:\n  case 1 if b():\n    c()\n  case d:\n    e()\nf()\n";
  EXPECT_EQ(guards(text, "b()"), "case=1");
  EXPECT_EQ(guards(text, "c()"), "if=(call b) case=1");
  EXPECT_EQ(guards(text, "e()"), "case=d");
  EXPECT_EQ(guards(text, "f()"), "");
}

TEST(PythonGuards, ShortCircuit) {
  const std::string text = "if g: x = a and b and (c or d()) or e()\n";
  EXPECT_EQ(guards(text, "a and"), "if=g");
  EXPECT_EQ(guards(text, "b and"), "and=a if=g");
  EXPECT_EQ(guards(text, "c or"), "and=(and a b) if=g");
  EXPECT_EQ(guards(text, "d()"), "or=c and=(and a b) if=g");
  EXPECT_EQ(guards(text, "e()"), "or=(and (and a b) (or c (call d))) if=g");
  EXPECT_EQ(guards("x = 1 and a()\n", "a()"), "");
}

TEST(PythonGuards, ConditionalExpression) {
  const std::string text = "x = (p() and q()) if (r and s()) else t() if u else v()\n";
  EXPECT_EQ(guards(text, "p()"), "if=(and r (call s))");
  EXPECT_EQ(guards(text, "q()"), "and=(call p) if=(and r (call s))");
  EXPECT_EQ(guards(text, "s()"), "and=r");
  EXPECT_EQ(guards(text, "t()"), "if=u else=(and r (call s))");
  EXPECT_EQ(guards(text, "v()"), "else=u else=(and r (call s))");
  EXPECT_EQ(guards("x = a() if True else b()\n", "a()"), "");
}

TEST(PythonGuards, ConditionalAtTheStartOfAGuardedStatement) {
  const std::string text = "def f():\n  if a: return\n  (b() and c()) if d else e()\n";
  EXPECT_EQ(guards(text, "b()"), "if=d after=a");
  EXPECT_EQ(guards(text, "c()"), "and=(call b) if=d after=a");
}

TEST(PythonGuards, BindingsInsideConditionalExpressions) {
  const Lowered lowered("x = (p and (q := 1)) if r else (s := 2)\n");
  const auto guard_of = [&](const char* name) {
    for (const Binding& binding : lowered.facts().bindings) {
      if (lowered.name(binding.name) == name) return lowered.facts().guards[binding.guard];
    }
    return Guard{};
  };
  EXPECT_EQ(guard_of("q").kind, GuardKind::kShortCircuit);
  EXPECT_EQ(lowered.facts().guards[guard_of("q").parent].kind, GuardKind::kIf);
  EXPECT_EQ(guard_of("s").kind, GuardKind::kElse);
}

TEST(PythonGuards, FunctionsInheritGuards) {
  EXPECT_EQ(guards("if TYPE_CHECKING:\n  def f():\n    a()\n", "a()"), "if=TYPE_CHECKING");
}

}  // namespace
}  // namespace npuport
