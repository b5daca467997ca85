#include <gtest/gtest.h>

#include "unit/syntax/python/lowered.h"

namespace npuport {
namespace {

struct Damage {
  const char* text;
  const char* roots;
  size_t errors = 1;
};

TEST(PythonRecovery, AnErrorLosesOnlyItsStatement) {
  const Damage cases[] = {
      {"a()\nb c d\ne()\n", "expression (call a)\nexpression (call e)\n"},
      {"a()\nx = (1 2,\n  3)\ne()\n", "expression (call a)\nexpression (call e)\n"},
      {"a()\nx = )\ne()\n", "expression (call a)\nexpression (call e)\n"},
      {"a()\nx = $\ne()\n", "expression (call a)\nexpression (call e)\n"},
      {"a()\nx = 'b\ne()\n", "expression (call a)\nexpression (call e)\n"},
      {"a()\nimport\ne()\n", "expression (call a)\nexpression (call e)\n"},
      {"a(); b c; d()\ne()\n", "expression (call a)\nexpression (call d)\nexpression (call e)\n"},
      {"a()\n{{ cookiecutter.x }} = 1 1\n{% if a %}\ne()\n",
       "expression (call a)\nexpression (call e)\n", 2},
      {"a()\n<<<<<<< HEAD\nb()\n=======\nc()\n>>>>>>> x\ne()\n",
       "expression (call a)\nexpression (call b)\nexpression (call c)\nexpression (call e)\n", 3},
  };
  for (const Damage& damage : cases) {
    const Lowered lowered(damage.text);
    EXPECT_EQ(lowered.roots(), damage.roots) << damage.text;
    EXPECT_EQ(lowered.facts().errors.size(), damage.errors) << damage.text << lowered.errors();
  }
}

TEST(PythonRecovery, UnclosedBracketDoesNotSwallowTheFile) {
  for (const char* damage : {"x = f(a,\n", "x = [1,\n    2,\n", "x = {\n", "def g(a,\n",
                             "f(a for b in c\n", "x = f(a,\n      b=[(\n"}) {
    const Lowered lowered("before()\n" + std::string(damage) +
                          "def h():\n  torch.cuda.empty_cache()\nafter()\n");
    EXPECT_EQ(lowered.facts().errors.size(), 1u) << damage << lowered.errors();
    EXPECT_EQ(lowered.roots(),
              "expression (call before)\n"
              "expression (call (attr (attr torch cuda) empty_cache))\nexpression (call after)\n")
        << damage;
    EXPECT_NE(lowered.scopes().find("function h"), std::string::npos) << damage;
  }
}

TEST(PythonRecovery, UnclosedBracketInsideAFunction) {
  const Lowered lowered(
      "def f():\n    x = g(a,\n    if b:\n        c()\n    return d\n\ndef h():\n    e()\n");
  EXPECT_EQ(lowered.roots(), "if b\nexpression (call c)\nreturn d\nexpression (call e)\n");
  EXPECT_EQ(lowered.guards("c()"), "if=b");
  EXPECT_EQ(lowered.scopes(), "module function f\nmodule function h\n");
}

TEST(PythonRecovery, AssignmentsAfterAnUnclosedBracketSurvive) {
  const Lowered lowered("x = f(a,\ny = b()\nz = c()\n");
  EXPECT_EQ(lowered.roots(), "target y\nvalue (call b)\ntarget z\nvalue (call c)\n");
}

TEST(PythonRecovery, BrokenHeadersKeepTheirBodies) {
  const Lowered lowered(
      "def f(a b):\n  x = c()\nclass A(B:\n  def m(self): d()\nif a b:\n  e()\nelse:\n  "
      "g()\nh()\n");
  EXPECT_EQ(lowered.roots(),
            "target x\nvalue (call c)\nexpression (call d)\nexpression (call e)\n"
            "expression (call g)\nexpression (call h)\n");
  EXPECT_EQ(lowered.scopes(), "module function f\nmodule class A\nA function m\n");
  EXPECT_EQ(lowered.facts().errors.size(), 3u) << lowered.errors();
  EXPECT_EQ(lowered.bindings().find("module assign x"), std::string::npos);
}

TEST(PythonRecovery, BrokenClausesKeepTheStatement) {
  const Lowered lowered("if a:\n  return\nelif b c:\n  d()\nelse:\n  e()\nf()\n");
  EXPECT_EQ(lowered.facts().errors.size(), 1u) << lowered.errors();
  EXPECT_EQ(lowered.guards("e()"), "else=a");
  EXPECT_EQ(lowered.guards("f()"), "after=a");
}

TEST(PythonRecovery, ClauseWithoutStatement) {
  const Lowered lowered("else:\n  a()\nexcept B:\n  c()\nd()\n");
  EXPECT_EQ(lowered.facts().errors.size(), 1u) << lowered.errors();
  EXPECT_EQ(lowered.roots().find("call d") != std::string::npos, true);
}

TEST(PythonRecovery, UnterminatedTripleQuotes) {
  const Lowered lowered("a()\nx = '''b\nc()\nd()\n");
  EXPECT_EQ(lowered.roots(), "expression (call a)\nexpression (call c)\nexpression (call d)\n");
}

TEST(PythonRecovery, PartsOfTheBrokenStatementLeaveNothing) {
  const Lowered lowered("x = (y := 1) + [z for z in w] + (lambda q: a and b) c\n");
  EXPECT_TRUE(lowered.facts().nodes.empty());
  EXPECT_TRUE(lowered.facts().bindings.empty());
  EXPECT_TRUE(lowered.facts().guards.empty());
}

TEST(PythonRecovery, ErrorsSayWhereAndWhat) {
  EXPECT_EQ(Lowered("x = \n").errors(), "4 expected an expression\n");
  EXPECT_EQ(Lowered("if x\n  y\n").errors(), "4 expected ':'\n");
  EXPECT_EQ(Lowered("x = 'a\n").errors(), "4 unterminated string\n");
  EXPECT_EQ(Lowered("x = $\n").errors(), "4 invalid character\n");
}

TEST(PythonRecovery, NulBytes) {
  const Lowered lowered(std::string("a()\n\0b()\nc = 'x\0y'\nd()\n", 23));
  EXPECT_EQ(lowered.facts().errors.size(), 1u);
  EXPECT_NE(lowered.roots().find("call d"), std::string::npos);
  EXPECT_NE(lowered.roots().find("target c"), std::string::npos);
}

TEST(PythonRecovery, GuardsNestAroundBrokenStatements) {
  EXPECT_EQ(Lowered("if a:\n    if b:\n        raise E(\n  c = d()\n").guards("d()"), "if=a");
  EXPECT_EQ(
      Lowered("match a:\n    case (b,\n    if c: return\n   case' (d,\n    if e: return\n f()\n")
          .guards("f()")
          .find("if"),
      std::string::npos);
}

TEST(PythonRecovery, AnyEndOfFile) {
  const std::string text =
      "@d\ndef f(a, b=[1, 2]) -> int:\n  if x: return f'{a:{b}}'\n  match y:\n    case A(z=1): "
      "pass\n"
      "  try:\n    with (a as b): pass\n  except E as e: x = {1: lambda q: q}\n";
  for (size_t size = 0; size <= text.size(); ++size) {
    const Lowered lowered(text.substr(0, size));
    EXPECT_LE(lowered.facts().errors.size(), 2u) << size;
  }
}

// Each of these once could have made recovery read the rest of the file again for every line.
TEST(PythonRecovery, HostileInputStaysLinear) {
  const auto repeat = [](const char* line, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += line;
    return text;
  };
  for (const char* line :
       {"f(\n", "x = [\n", "(\n", "'''\n", "\"\"\"'''\n", "f'{\n", "if (\n", "def f(\n", "{%\n",
        "f(a for x in y\n", "\\\n", "f'''{'''{\n", "x = '\\\n", "match (\n", "with (\n",
        "with (a as b,\n", ")\n", "else:\n", "case x:\n"}) {
    const Lowered lowered(repeat(line, 100000) + "\nafter()\n");
    EXPECT_LE(lowered.facts().errors.size(), 100002u) << line;
  }
}

}  // namespace
}  // namespace npuport
