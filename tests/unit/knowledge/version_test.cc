#include "knowledge/version.h"

#include <gtest/gtest.h>

namespace npuport {
namespace {

Version version(std::string_view text) {
  const std::optional<Version> parsed = Version::parse(text);
  EXPECT_TRUE(parsed) << text;
  return parsed.value_or(Version{});
}

TEST(Version, OrdersAsPackageMetadataDoes) {
  const std::vector<std::string> rising = {
      "1.0.dev1",  "1.0a1.dev2", "1.0a1",       "1.0b1", "1.0rc1",  "1.0",   "1.0.post1.dev1",
      "1.0.post1", "1.0.post10", "1.0.1.alpha", "1.1",   "7.0.RC1", "7.0.0", "26.0.0"};
  for (size_t i = 0; i + 1 < rising.size(); ++i) {
    EXPECT_LT(version(rising[i]), version(rising[i + 1])) << rising[i] << " " << rising[i + 1];
  }
}

TEST(Version, EqualSpellings) {
  EXPECT_EQ(version("1.0"), version("1.0.0"));
  EXPECT_EQ(version("v2.6.0"), version("2.6"));
  EXPECT_EQ(version("6.0.rc2"), version("6.0rc2"));
  EXPECT_EQ(version("6.0.RC.2"), version("6.0rc2"));
  EXPECT_EQ(version("2.4.0+cu121"), version("2.4.0"));
  EXPECT_EQ(version("2.4.0+cu121").local, "cu121");
  EXPECT_EQ(version("1.0-1"), version("1.0.post1"));
  EXPECT_EQ(version(" 2.6.0.post5 ").post, 5);
}

TEST(Version, RejectsWhatIsNoVersion) {
  for (const char* text : {"", "x", "2.", ".2", "2.0 beta x", "2..0", "2.0rc1x", "1!2.0",
                           "99999999999", "$TORCH", "2.1.0;python_version"}) {
    EXPECT_FALSE(Version::parse(text)) << text;
  }
  std::string parts = "1";
  for (int i = 0; i < 1000; ++i) parts += ".1";
  EXPECT_FALSE(Version::parse(parts));
}

bool holds(std::string_view bound, std::string_view text) {
  const std::optional<VersionBound> parsed = VersionBound::parse(bound);
  EXPECT_TRUE(parsed) << bound;
  return parsed && parsed->holds(version(text));
}

TEST(VersionBound, Operators) {
  EXPECT_TRUE(holds(">=2.4.0,<3", "2.7.1"));
  EXPECT_FALSE(holds(">=2.4.0,<3", "3.0"));
  EXPECT_TRUE(holds("==2.6.*", "2.6.0.post5"));
  EXPECT_FALSE(holds("==2.6.*", "2.7.0"));
  EXPECT_TRUE(holds("!=2.6.*", "2.7.0"));
  EXPECT_TRUE(holds("~=2.1", "2.9"));
  EXPECT_FALSE(holds("~=2.1", "3.0"));
  EXPECT_FALSE(holds("~=2.1.0", "2.2"));
  EXPECT_TRUE(holds("=2.4", "2.4.1"));
  EXPECT_TRUE(holds("", "1"));
  EXPECT_TRUE(holds("== 2.4.0+cu121", "2.4.0"));
  EXPECT_TRUE(holds("2.4", "2.4.0"));
  EXPECT_FALSE(VersionBound::parse(">=x"));
  EXPECT_FALSE(VersionBound::parse("==2.0 ; marker"));
}

TEST(VersionBound, Pin) {
  EXPECT_EQ(*VersionBound::parse("==2.4.0+cu121")->pinned(), version("2.4.0"));
  EXPECT_EQ(VersionBound::parse(">=2.4")->pinned(), nullptr);
}

}  // namespace
}  // namespace npuport
