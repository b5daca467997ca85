#include "knowledge/name_patterns.h"

#include <gtest/gtest.h>

#include <random>

namespace npuport {
namespace {

using Ids = std::vector<uint32_t>;

Ids find(const NamePatterns& patterns, std::string_view name) {
  Ids ids;
  patterns.find(name, ids);
  return ids;
}

TEST(NamePatterns, ExactPieceWholePartAndTail) {
  NamePatterns patterns;
  patterns.add("torch.cuda.synchronize", 1);
  patterns.add("torch.cuda.**", 2);
  patterns.add("torch.*.synchronize", 3);
  patterns.add("torch.backends.cuda.enable_*_sdp", 4);
  patterns.add("*", 5);
  patterns.add("torch.cuda.max_*", 6);
  EXPECT_EQ(find(patterns, "torch.cuda.synchronize"), (Ids{1, 2, 3}));
  EXPECT_EQ(find(patterns, "torch.cuda"), (Ids{2}));
  EXPECT_EQ(find(patterns, "torch.cuda.amp.autocast"), (Ids{2}));
  EXPECT_EQ(find(patterns, "torch.npu.synchronize"), (Ids{3}));
  EXPECT_EQ(find(patterns, "torch.backends.cuda.enable_flash_sdp"), (Ids{4}));
  EXPECT_EQ(find(patterns, "torch.backends.cuda.enable_sdp"), Ids{});
  EXPECT_EQ(find(patterns, "torch.backends.cuda.enable_flash_sdp.x"), Ids{});
  EXPECT_EQ(find(patterns, "torch.cuda.max_memory_allocated"), (Ids{2, 6}));
  EXPECT_EQ(find(patterns, "torch"), (Ids{5}));
  EXPECT_EQ(find(patterns, "torch.cudaX.amp"), Ids{});
}

TEST(NamePatterns, AnIdOfSeveralPatternsComesOnce) {
  NamePatterns patterns;
  patterns.add("a.*", 7);
  patterns.add("a.b", 7);
  patterns.add("a.**", 7);
  Ids ids{9};
  patterns.find("a.b", ids);
  EXPECT_EQ(ids, (Ids{9, 7}));
}

TEST(NamePatterns, OddNames) {
  NamePatterns patterns;
  EXPECT_TRUE(patterns.empty());
  patterns.add("**", 1);
  EXPECT_FALSE(patterns.empty());
  EXPECT_EQ(find(patterns, ""), (Ids{1}));
  EXPECT_EQ(find(patterns, "."), (Ids{1}));
  EXPECT_EQ(find(patterns, "..a"), (Ids{1}));
}

TEST(Glob, BacktracksInLinearSpace) {
  EXPECT_TRUE(matches_glob("*", ""));
  EXPECT_TRUE(matches_glob("a*b*c", "a--b-b-c"));
  EXPECT_FALSE(matches_glob("a*b*c", "a--b-b-"));
  EXPECT_TRUE(matches_glob("*cuda*", "torch_cuda"));
  EXPECT_FALSE(matches_glob("", "a"));
}

// The trie against the plain definition, over many small names.
bool matches_plainly(std::string_view pattern, std::string_view name) {
  if (pattern == "**") return true;
  const size_t p = pattern.find('.');
  const size_t n = name.find('.');
  if (!matches_glob(pattern.substr(0, p), name.substr(0, n))) return false;
  const bool pattern_ends = p == std::string_view::npos;
  const bool name_ends = n == std::string_view::npos;
  if (pattern_ends || name_ends) {
    return (pattern_ends && name_ends) || (name_ends && pattern.substr(p + 1) == "**");
  }
  return matches_plainly(pattern.substr(p + 1), name.substr(n + 1));
}

TEST(NamePatterns, AgreesWithThePlainDefinition) {
  std::mt19937 random(7);
  const auto pick = [&](std::vector<std::string> words) { return words[random() % words.size()]; };
  for (int round = 0; round < 200; ++round) {
    NamePatterns patterns;
    std::vector<std::string> texts;
    for (uint32_t id = 0; id < 12; ++id) {
      std::string pattern = pick({"a", "b", "*", "a*", "*b"});
      for (size_t more = random() % 3; more > 0; --more) {
        pattern += "." + pick({"a", "b", "ab", "*", "a*"});
      }
      if (random() % 4 == 0) pattern += ".**";
      patterns.add(pattern, id);
      texts.push_back(pattern);
    }
    std::string name = pick({"a", "b", "ab", "c"});
    for (size_t more = random() % 4; more > 0; --more) name += "." + pick({"a", "b", "ab"});
    Ids expected;
    for (uint32_t id = 0; id < texts.size(); ++id) {
      if (matches_plainly(texts[id], name)) expected.push_back(id);
    }
    EXPECT_EQ(find(patterns, name), expected) << name;
  }
}

}  // namespace
}  // namespace npuport
