#include "assess/text.h"

#include <gtest/gtest.h>

namespace npuport {
namespace {

TEST(FillPlaceholders, ReplacesKnownKeysOnly) {
  const std::map<std::string, std::string> values = {{"name", "torch.cuda"}, {"to", "torch.npu"}};
  EXPECT_EQ(fill_placeholders("{name} -> {to}", values), "torch.cuda -> torch.npu");
  EXPECT_EQ(fill_placeholders("f\"npu:{rank}\"", values), "f\"npu:{rank}\"");
  EXPECT_EQ(fill_placeholders("{name", values), "{name");
  EXPECT_EQ(fill_placeholders("{}{{name}}", values), "{}{torch.cuda}");
}

TEST(FillPlaceholders, DoesNotExpandValuesAgain) {
  EXPECT_EQ(fill_placeholders("{a}", {{"a", "{b}"}, {"b", "x"}}), "{b}");
}

TEST(Excerpt, TrimsShortLines) { EXPECT_EQ(excerpt("\t x = 1 \r", 3), "x = 1"); }

TEST(Excerpt, CutsLongLinesAroundTheSite) {
  const std::string line = std::string(5000, 'a') + "SITE" + std::string(5000, 'b');
  const std::string cut = excerpt(line, 5000);
  EXPECT_LT(cut.size(), 260u);
  EXPECT_NE(cut.find("SITE"), std::string::npos);
  EXPECT_TRUE(cut.starts_with("\u2026"));
  EXPECT_TRUE(cut.ends_with("\u2026"));
}

TEST(Excerpt, KeepsSitesAtBothEnds) {
  const std::string line = "FIRST" + std::string(1000, 'x') + "LAST";
  EXPECT_TRUE(excerpt(line, 0).starts_with("FIRST"));
  EXPECT_TRUE(excerpt(line, 1005).ends_with("LAST"));
}

TEST(Excerpt, NeverCutsInsideACodePoint) {
  std::string line;
  for (int i = 0; i < 400; ++i) line += "设";
  for (size_t at = 0; at < line.size(); at += 7) {
    const std::string cut = excerpt(line, at);
    const std::string body = cut.starts_with("\u2026") ? cut.substr(3) : cut;
    EXPECT_TRUE(body.starts_with("设")) << at;
    EXPECT_TRUE(cut.ends_with("设") || cut.ends_with("\u2026")) << at;
  }
}

TEST(NormalisedLine, IgnoresIndentAndSpacing) {
  EXPECT_EQ(normalised_line("\t x  =\t1 "), "x = 1");
  EXPECT_EQ(normalised_line("   "), "");
}

TEST(StableHash, KeepsFieldsApart) {
  EXPECT_NE(StableHash().add("ab").add("c").value(), StableHash().add("a").add("bc").value());
  EXPECT_EQ(StableHash().add("ab").value(), StableHash().add("ab").value());
}

TEST(StableHash, NeverChanges) {
  // Baselines hold these values: changing the hash loses them.
  EXPECT_EQ(to_hex(StableHash().add("npuport").add(uint64_t{7}).value()), "cb29c812336fa999");
  EXPECT_EQ(to_hex(0xfedcba9876543210ull), "fedcba9876543210");
}

}  // namespace
}  // namespace npuport
