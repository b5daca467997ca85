#include <gtest/gtest.h>

#include "unit/syntax/python/lowered.h"

namespace npuport {
namespace {

TEST(PythonNodes, ChildrenOfLongLists) {
  std::string text = "x = [0";
  for (int i = 1; i < 100; ++i) text += ", " + std::to_string(i);
  const Lowered lowered(text + "]\n");
  const NodeId list = lowered.find(NodeKind::kList);
  const ChildList items = children(lowered.facts(), list);
  ASSERT_EQ(items.size(), 100u);
  EXPECT_EQ(child_count(lowered.facts(), list), 100u);
  EXPECT_EQ(lowered.tree(items[0]), "0");
  EXPECT_EQ(lowered.tree(items[57]), "57");
  EXPECT_EQ(lowered.tree(first_child(lowered.facts(), list)), "0");
  EXPECT_EQ(lowered.tree(last_child(lowered.facts(), list)), "99");
}

TEST(PythonNodes, Arguments) {
  const Lowered lowered("f.g(a, b=1, *c, d, e=2)\n");
  const PythonFacts& facts = lowered.facts();
  const NodeId call = lowered.find(NodeKind::kCall);
  EXPECT_EQ(lowered.tree(callee(facts, call)), "(attr f g)");
  EXPECT_EQ(lowered.tree(keyword_argument(facts, call, lowered.symbol("e"))), "2");
  EXPECT_EQ(lowered.tree(keyword_argument(facts, call, lowered.symbol("a"))), "-");
  EXPECT_EQ(lowered.tree(positional_argument(facts, call, 0)), "a");
  EXPECT_EQ(lowered.tree(positional_argument(facts, call, 1)), "-");  // *c may fill it
  EXPECT_EQ(lowered.tree(argument(facts, call, lowered.symbol("b"), 0)), "1");
  EXPECT_EQ(lowered.tree(argument(facts, call, Symbol::kNone, 0)), "a");
  EXPECT_TRUE(has_unpacked_arguments(facts, call));
}

TEST(PythonNodes, DottedNames) {
  const Lowered lowered("torch.backends. cudnn .benchmark\nf().a.b\n");
  const PythonFacts& facts = lowered.facts();
  std::vector<Symbol> parts;
  ASSERT_TRUE(dotted_name(facts, facts.roots[0].node, parts));
  std::string joined;
  for (const Symbol part : parts) joined += lowered.name(part) + "/";
  EXPECT_EQ(joined, "torch/backends/cudnn/benchmark/");
  parts.clear();
  EXPECT_FALSE(dotted_name(facts, facts.roots[1].node, parts));
  EXPECT_TRUE(parts.empty());
  const NodeId root = dotted_chain(facts, facts.roots[1].node, parts);
  EXPECT_EQ(lowered.tree(root), "(call f)");
  EXPECT_EQ(parts.size(), 2u);
  const Node& attribute = facts.nodes[facts.roots[0].node];
  EXPECT_EQ(lowered.text(attribute_name_span(lowered.text(), attribute)), "benchmark");
}

std::string decoded(const std::string& literal) {
  const Lowered lowered("x = " + literal + "\n");
  EXPECT_EQ(lowered.errors(), "") << literal;
  return decode_string_literal(lowered.text(),
                               lowered.facts().nodes[lowered.find(NodeKind::kString)]);
}

TEST(PythonNodes, DecodedStrings) {
  EXPECT_EQ(decoded("'cuda:0'"), "cuda:0");
  EXPECT_EQ(decoded(R"('a\tb\n\\\'\"\x41\101\u00e9\U0001F600')"),
            "a\tb\n\\'\"AA\xc3\xa9\xf0\x9f\x98\x80");
  EXPECT_EQ(decoded(R"('a\
b')"),
            "ab");
  EXPECT_EQ(decoded(R"('\q\x4\N{DASH}')"), R"(\q\x4\N{DASH})");
  EXPECT_EQ(decoded(R"(r'\n')"), R"(\n)");
  EXPECT_EQ(decoded(R"(b'\xff\u0041')"), "\xff\\u0041");
  EXPECT_EQ(decoded("'''a\n'b'''"), "a\n'b");
  EXPECT_EQ(decoded("''"), "");
}

TEST(PythonNodes, RootOfANode) {
  const Lowered lowered("a = b(c)\nd\n");
  const PythonFacts& facts = lowered.facts();
  for (uint32_t i = 0; i < facts.roots.size(); ++i) {
    for (NodeId id = facts.nodes[facts.roots[i].node].first; id <= facts.roots[i].node; ++id) {
      EXPECT_EQ(root_of(facts, id), i);
    }
  }
}

}  // namespace
}  // namespace npuport
