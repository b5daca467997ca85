#include "source/gitignore.h"

#include <gtest/gtest.h>

#include <string>

namespace npuport {
namespace {

using Verdict = IgnoreRules::Verdict;

Verdict decide(std::string_view rules, std::string_view path, bool is_folder = false) {
  return IgnoreRules(nullptr, "", ".gitignore", rules).decide(path, is_folder).verdict;
}

bool ignored(std::string_view rules, std::string_view path, bool is_folder = false) {
  return decide(rules, path, is_folder) == Verdict::kIgnored;
}

TEST(Gitignore, NamesMatchAtEveryDepth) {
  EXPECT_TRUE(ignored("data", "data"));
  EXPECT_TRUE(ignored("data", "a/b/data"));
  EXPECT_FALSE(ignored("data", "database"));
  EXPECT_TRUE(ignored("*.pyc", "a/b.pyc"));
  EXPECT_FALSE(ignored("*.pyc", "a/b.py"));
  EXPECT_TRUE(ignored("out?.txt", "x/out1.txt"));
}

TEST(Gitignore, SlashesAnchor) {
  EXPECT_TRUE(ignored("/build", "build"));
  EXPECT_FALSE(ignored("/build", "a/build"));
  EXPECT_TRUE(ignored("a/build", "a/build"));
  EXPECT_FALSE(ignored("a/build", "x/a/build"));
  EXPECT_FALSE(ignored("a/*", "a/b/c"));
}

TEST(Gitignore, TrailingSlashMeansFoldersOnly) {
  EXPECT_TRUE(ignored("logs/", "x/logs", true));
  EXPECT_FALSE(ignored("logs/", "x/logs", false));
  EXPECT_TRUE(ignored("/a/logs/", "a/logs", true));
}

TEST(Gitignore, DoubleStars) {
  EXPECT_TRUE(ignored("**/foo", "foo"));
  EXPECT_TRUE(ignored("**/foo/bar", "a/b/foo/bar"));
  EXPECT_TRUE(ignored("foo/**", "foo/a/b"));
  EXPECT_FALSE(ignored("foo/**", "foo", true));
  EXPECT_TRUE(ignored("a/**/b", "a/b"));
  EXPECT_TRUE(ignored("a/**/b", "a/x/y/b"));
  EXPECT_FALSE(ignored("a/**/b", "a/x/y/c"));
  EXPECT_TRUE(ignored("a/**/x/*.py", "a/x/q/x/m.py"));
}

TEST(Gitignore, LastMatchDecidesAndNegationKeeps) {
  EXPECT_EQ(Verdict::kKept, decide("*.py\n!keep.py", "a/keep.py"));
  EXPECT_TRUE(ignored("!keep.py\n*.py", "keep.py"));
  EXPECT_EQ(Verdict::kNone, decide("*.txt", "keep.py"));
}

TEST(Gitignore, CommentsEscapesAndSpaces) {
  EXPECT_FALSE(ignored("# data", "# data"));
  EXPECT_TRUE(ignored("\\#data", "#data"));
  EXPECT_TRUE(ignored("\\!data", "!data"));
  EXPECT_TRUE(ignored("data   ", "data"));
  EXPECT_TRUE(ignored("data\\ ", "data "));
  EXPECT_TRUE(ignored("data\r\nmore\r\n", "data"));
  EXPECT_TRUE(
      ignored("\xEF\xBB\xBF"
              "data",
              "data"));
  EXPECT_TRUE(ignored("a\\*b", "a*b"));
  EXPECT_FALSE(ignored("a\\*b", "axb"));
}

TEST(Gitignore, BracketExpressions) {
  EXPECT_TRUE(glob_matches("[abc].py", "b.py"));
  EXPECT_FALSE(glob_matches("[!abc].py", "b.py"));
  EXPECT_TRUE(glob_matches("[^abc].py", "z.py"));
  EXPECT_TRUE(glob_matches("v[0-9]", "v7"));
  EXPECT_TRUE(glob_matches("[]]", "]"));
  EXPECT_TRUE(glob_matches("[[:digit:]x]", "4"));
  EXPECT_FALSE(glob_matches("[[:digit:]x]", "y"));
  EXPECT_TRUE(glob_matches("[a\\]]", "]"));
  EXPECT_FALSE(glob_matches("[abc", "[abc"));
}

TEST(Gitignore, DeeperFilesWin) {
  const auto top = std::make_shared<IgnoreRules>(nullptr, "", ".gitignore", "*.py\n!a/b.txt\n");
  const IgnoreRules deep(top, "a", "a/.gitignore", "!keep.py\n/b.txt\n");
  EXPECT_EQ(Verdict::kKept, deep.decide("a/keep.py", false).verdict);
  EXPECT_EQ(Verdict::kIgnored, deep.decide("a/b.txt", false).verdict);
  EXPECT_EQ("a/.gitignore", deep.decide("a/b.txt", false).by->origin());
  const IgnoreRules::Decision other = deep.decide("a/other.py", false);
  EXPECT_EQ(Verdict::kIgnored, other.verdict);
  EXPECT_EQ(".gitignore", other.by->origin());
}

TEST(Gitignore, HostilePatternsTakeLinearTime) {
  std::string glob;
  for (int i = 0; i < 500; ++i) glob += "*a";
  EXPECT_FALSE(glob_matches(glob + "b", std::string(2000, 'a')));
  std::string deep;
  for (int i = 0; i < 500; ++i) deep += "**/a/";
  std::string path = "a";
  for (int i = 0; i < 1000; ++i) path += "/a";
  EXPECT_FALSE(ignored(deep + "b", path));
}

}  // namespace
}  // namespace npuport
