#include <gtest/gtest.h>

#include "unit/syntax/python/lowered.h"

namespace npuport {
namespace {

std::string expression(const std::string& text) {
  const Lowered lowered(text + "\n");
  EXPECT_EQ(lowered.errors(), "") << text;
  if (lowered.facts().roots.size() != 1) return lowered.roots();
  return lowered.tree(lowered.facts().roots[0].node);
}

TEST(PythonFStrings, Fields) {
  EXPECT_EQ(expression("f'a'"), "(f)");
  EXPECT_EQ(expression("f'cuda:{rank}'"), "(f rank)");
  EXPECT_EQ(expression("f'{a}{b.c(1)}'"), "(f a (call (attr b c) 1))");
  EXPECT_EQ(expression("f'{{not}} {a}'"), "(f a)");
  EXPECT_EQ(expression("f'{a!r} {b=} {c = !s:>5}'"), "(f a b c)");
  EXPECT_EQ(expression("f'{a, b}'"), "(f (tuple a b))");
  EXPECT_EQ(expression("f'{ {1: 2}[1] }'"), "(f (sub (dict 1 2) 1))");
  EXPECT_EQ(expression("f'{a != b}'"), "(f (!= a b))");
  EXPECT_EQ(expression("f'{a:=5}'"), "(f a)");
  EXPECT_EQ(expression("f'{(a:=5)}'"), "(f (:= a 5))");
  EXPECT_EQ(expression("f'{x[1:2]}'"), "(f (sub x (slice 1 2)))");
  EXPECT_EQ(expression("f'{(lambda a: b)(1)}'"), "(f (call (lambda b) 1))");
  EXPECT_EQ(expression("f'{yield_}'"), "(f yield_)");
}

TEST(PythonFStrings, FormatSpecifications) {
  EXPECT_EQ(expression("f'{a:>{width}.{digits}f}'"), "(f a width digits)");
  EXPECT_EQ(expression("f'{a:{b:{c}}}'"), "(f a b c)");
  EXPECT_EQ(expression("f'{now:%Y-%m-%d}'"), "(f now)");
  EXPECT_EQ(expression("f'''{a:\"}'''"), "(f a)");
}

TEST(PythonFStrings, NestedQuotes) {
  EXPECT_EQ(expression("f'{a['b']}'"), "(f (sub a 'b'))");
  EXPECT_EQ(expression("f\"{\"\\n\".join(a)}\""), "(f (call (attr \"\\n\" join) a))");
  EXPECT_EQ(expression("f'{f'{f'{a}'}'}'"), "(f (f (f a)))");
  EXPECT_EQ(expression("f'''{\na  # comment }\n}'''"), "(f a)");
  EXPECT_EQ(expression("f'{\na\n}'"), "(f a)");
}

TEST(PythonFStrings, Escapes) {
  EXPECT_EQ(expression("f'\\N{EM DASH}{a}'"), "(f a)");
  EXPECT_EQ(expression("rf'\\N{a}'"), "(f a)");
  EXPECT_EQ(expression("f'\\'{a}'"), "(f a)");
  EXPECT_EQ(expression("f'\\{a}'"), "(f a)");
  EXPECT_EQ(expression("rf'\\{a}'"), "(f a)");
  EXPECT_EQ(expression("rf'{a}\\''"), "(f a)");
  EXPECT_EQ(expression("f'{a:\\{b}}'"), "(f a b)");
}

TEST(PythonFStrings, TemplatesAndConcatenation) {
  EXPECT_EQ(expression("t'{a} {b!r:>{c}}'"), "(t a b c)");
  EXPECT_EQ(expression("'a' f'{b}' rt'{c}'"), "(concat 'a' (f b) (t c))");
}

TEST(PythonFStrings, PrefixBeforeTheFirstField) {
  const auto prefix = [](const std::string& text) {
    const Lowered lowered("x = " + text + "\n");
    const Node& node = lowered.facts().nodes[lowered.find(NodeKind::kFString)];
    return std::string(fstring_literal_prefix(lowered.text(), node));
  };
  EXPECT_EQ(prefix("f'cuda:{rank}'"), "cuda:");
  EXPECT_EQ(prefix("f'''{{x}}{a}'''"), "{{x}}");
  EXPECT_EQ(prefix("f'all'"), "all");
  EXPECT_EQ(prefix("f'\\N{DASH}{a}'"), "\\N{DASH}");
}

TEST(PythonFStrings, BrokenOnesLoseOneStatement) {
  for (const char* broken :
       {"f'{a", "f'{a'", "f'{}'", "f'{a!}'", "f'{a b}'", "f'{a:{b}'", "f'a", "f'{a)}'", "f'{*}'"}) {
    const Lowered lowered("before()\nx = " + std::string(broken) + "\nafter()\n");
    EXPECT_EQ(lowered.facts().errors.size(), 1u) << broken;
    EXPECT_EQ(lowered.roots(), "expression (call before)\nexpression (call after)\n") << broken;
  }
}

}  // namespace
}  // namespace npuport
