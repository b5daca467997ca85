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

TEST(PythonExpressions, Precedence) {
  EXPECT_EQ(expression("a + b * c"), "(+ a (* b c))");
  EXPECT_EQ(expression("a * b + c"), "(+ (* a b) c)");
  EXPECT_EQ(expression("a - b - c"), "(- (- a b) c)");
  EXPECT_EQ(expression("a ** b ** c"), "(** a (** b c))");
  EXPECT_EQ(expression("-a ** b"), "(- (** a b))");
  EXPECT_EQ(expression("a ** -b"), "(** a (- b))");
  EXPECT_EQ(expression("-a * b"), "(* (- a) b)");
  EXPECT_EQ(expression("not a == b"), "(not (== a b))");
  EXPECT_EQ(expression("not a and b"), "(and (not a) b)");
  EXPECT_EQ(expression("a or b and c"), "(or a (and b c))");
  EXPECT_EQ(expression("a | b ^ c & d << e"), "(| a (^ b (& c (<< d e))))");
  EXPECT_EQ(expression("a @ b // c % d"), "(% (// (@ a b) c) d)");
  EXPECT_EQ(expression("await a ** b"), "(** (await a) b)");
  EXPECT_EQ(expression("await f(a).b"), "(await (attr (call f a) b))");
}

TEST(PythonExpressions, Comparisons) {
  EXPECT_EQ(expression("a < b <= c"), "(<= (< a b) c)");
  EXPECT_EQ(expression("a not in b"), "(not-in a b)");
  EXPECT_EQ(expression("a is not b"), "(is-not a b)");
  EXPECT_EQ(expression("a is not not b"), "(is-not a (not b))");
  EXPECT_EQ(expression("a != b"), "(!= a b)");
}

TEST(PythonExpressions, CallsAndTrailers) {
  EXPECT_EQ(expression("torch.cuda.is_available()"),
            "(call (attr (attr torch cuda) is_available))");
  EXPECT_EQ(expression("f(a, *b, c=1, **d)"), "(call f a (* b) (kw c 1) (** d))");
  EXPECT_EQ(expression("f(a)(b)[c].d"), "(attr (sub (call (call f a) b) c) d)");
  EXPECT_EQ(expression("f(x for x in y)"), "(call f (comp x x y))");
  EXPECT_EQ(expression("f(a := 1)"), "(call f (:= a 1))");
  EXPECT_EQ(expression("a[1:2, ::3, :, b]"), "(sub a (slice 1 2) (slice 3) (slice) b)");
  EXPECT_EQ(expression("a[*b, 1]"), "(sub a (* b) 1)");
  EXPECT_EQ(expression("a.print.exec"), "(attr (attr a print) exec)");
}

TEST(PythonExpressions, KeywordHasNameAndSpan) {
  const Lowered lowered("f(dim = (1))\n");
  const Node& keyword = lowered.facts().nodes[lowered.find(NodeKind::kKeyword)];
  EXPECT_EQ(node_text(lowered.text(), keyword), "dim = (1)");
  EXPECT_EQ(lowered.name(keyword.name), "dim");
}

TEST(PythonExpressions, Displays) {
  EXPECT_EQ(expression("()"), "(tuple)");
  EXPECT_EQ(expression("(a)"), "a");
  EXPECT_EQ(expression("(a,)"), "(tuple a)");
  EXPECT_EQ(expression("a, *b"), "(tuple a (* b))");
  EXPECT_EQ(expression("[a, *b,]"), "(list a (* b))");
  EXPECT_EQ(expression("{}"), "(dict)");
  EXPECT_EQ(expression("{a: b, **c}"), "(dict a b (** c))");
  EXPECT_EQ(expression("{a, *b}"), "(set a (* b))");
}

TEST(PythonExpressions, ParenthesesDoNotBelongToTheSpan) {
  const Lowered lowered("((a + b))\n");
  const Node& node = lowered.facts().nodes[lowered.facts().roots[0].node];
  EXPECT_EQ(node_text(lowered.text(), node), "a + b");
  EXPECT_TRUE(node.flags & kFlagParenthesised);
}

TEST(PythonExpressions, Comprehensions) {
  EXPECT_EQ(expression("[a for b in c if d if e for f, g in h]"), "(comp a b c d e (tuple f g) h)");
  EXPECT_EQ(expression("{a: b for c in d}"), "(comp a b c d)");
  EXPECT_EQ(expression("{a for c in d}"), "(comp a c d)");
  EXPECT_EQ(expression("(a for c in d)"), "(comp a c d)");
  EXPECT_EQ(expression("[a async for c in d]"), "(comp a c d)");
  EXPECT_EQ(expression("[a if b else c for d in e]"), "(comp (cond a b c) d e)");
}

TEST(PythonExpressions, ConditionalAndLambda) {
  EXPECT_EQ(expression("a if b else c if d else e"), "(cond a b (cond c d e))");
  EXPECT_EQ(expression("lambda: a"), "(lambda a)");
  EXPECT_EQ(expression("lambda a, /, b=1, *c, d=x, **e: a"), "(lambda 1 x a)");
  EXPECT_EQ(expression("lambda *, a: a"), "(lambda a)");
  EXPECT_EQ(expression("lambda a: (yield)"), "(lambda (yield))");
  EXPECT_EQ(expression("yield a, b"), "(yield (tuple a b))");
  EXPECT_EQ(expression("yield from a"), "(yield a)");
}

TEST(PythonExpressions, Constants) {
  EXPECT_EQ(expression("f(None, True, False, ...)"), "(call f None True False ...)");
  EXPECT_EQ(expression("[0x1F, 0b1, 0o7, 1_000.5e-3j, .5, 1., 1e5]"),
            "(list 0x1F 0b1 0o7 1_000.5e-3j .5 1. 1e5)");
  EXPECT_EQ(expression("1if a else 2"), "(cond 1 a 2)");
  EXPECT_EQ(expression("1..real"), "(attr 1. real)");
}

TEST(PythonExpressions, Strings) {
  EXPECT_EQ(expression("f('a', b\"b\", r'\\\\', Rb'''c\n''')"),
            "(call f 'a' b\"b\" r'\\\\' Rb'''c\n''')");
  EXPECT_EQ(expression("f('\\'', \"\\\"\", r'\\'', '\\\n')"),
            "(call f '\\'' \"\\\"\" r'\\'' '\\\n')");
}

TEST(PythonExpressions, StringFlagsAndContent) {
  const Lowered lowered("f(rb'a\\n', '''b''', u\"c\", 'd' \"e\")\n");
  EXPECT_EQ(lowered.errors(), "");
  std::string seen;
  for (const Node& node : lowered.facts().nodes) {
    if (node.kind != NodeKind::kString) continue;
    seen += std::string(string_content(lowered.text(), node)) + ":" +
            std::to_string(node.flags & (kFlagBytes | kFlagRaw | kFlagTriple)) + " ";
  }
  EXPECT_EQ(seen, "a\\n:3 b:4 c:0 d:0 e:0 ");
  EXPECT_NE(lowered.find(NodeKind::kConcat), kNone);
}

TEST(PythonExpressions, LongChainsDoNotRecurse) {
  std::string sum = "x = a", attribute = "y = a", calls = "z = a", both = "w = a";
  for (int i = 0; i < 100000; ++i) {
    sum += " + b";
    attribute += ".b";
    calls += "(1)";
    both += " and 1";
  }
  const Lowered lowered(sum + "\n" + attribute + "\n" + calls + "\n" + both + "\n");
  EXPECT_EQ(lowered.errors(), "");
  EXPECT_EQ(lowered.facts().bindings.size(), 4u);
}

TEST(PythonExpressions, DeepNestingLosesOneStatement) {
  for (const char* open :
       {"(", "[", "{1: ", "f(", "-(", "not ", "lambda: ", "a[", "f'{", "1 if x else ", "a ** "}) {
    std::string text = "before()\nx = ";
    for (int i = 0; i < 20000; ++i) text += open;
    text += "\nafter()\n";
    const Lowered lowered(text);
    EXPECT_NE(lowered.errors(), "") << open;
    EXPECT_EQ(lowered.roots(), "expression (call before)\nexpression (call after)\n") << open;
  }
}

TEST(PythonExpressions, ModerateNestingIsFine) {
  EXPECT_EQ(expression(std::string(190, '(') + "a" + std::string(190, ')')), "a");
}

}  // namespace
}  // namespace npuport
