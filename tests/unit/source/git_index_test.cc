#include "source/git_index.h"

#include <gtest/gtest.h>

#include <string>

namespace npuport {
namespace {

std::string entry(const std::string& name) {
  std::string bytes(62, 'x');
  bytes[60] = '\0';
  bytes[61] = static_cast<char>(name.size());
  bytes += name;
  bytes.append(8 - bytes.size() % 8, '\0');
  return bytes;
}

std::string index_of(const std::string& entries, char count) {
  return std::string("DIRC\0\0\0\2\0\0\0", 11) + count + entries + std::string(20, 'h');
}

TEST(GitIndex, AnswersForFilesAndFolders) {
  const GitIndex index = GitIndex::parse(index_of(entry("a.py") + entry("lib/x/b.py"), 2));
  EXPECT_TRUE(index.tracks("a.py"));
  EXPECT_TRUE(index.tracks("lib/x/b.py"));
  EXPECT_FALSE(index.tracks("lib/x"));
  EXPECT_TRUE(index.tracks_below("lib"));
  EXPECT_TRUE(index.tracks_below("lib/x"));
  EXPECT_FALSE(index.tracks_below("li"));
}

TEST(GitIndex, AnythingElseIsEmpty) {
  EXPECT_TRUE(GitIndex::parse("").empty());
  EXPECT_TRUE(GitIndex::parse("DIRC").empty());
  const std::string whole = index_of(entry("a.py") + entry("b.py"), 2);
  for (size_t size = 0; size < whole.size() - 20; ++size) {
    EXPECT_TRUE(GitIndex::parse(whole.substr(0, size)).empty()) << size;
  }
  EXPECT_TRUE(GitIndex::parse(index_of(entry("b.py") + entry("a.py"), 2)).empty());
  EXPECT_TRUE(GitIndex::parse(index_of(entry("a.py"), 100)).empty());
}

}  // namespace
}  // namespace npuport
