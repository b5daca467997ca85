// The walk against git itself: random trees with random ignore files, and its index.
#include <gtest/gtest.h>
#include <stdio.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "source/tree.h"
#include "unit/source/temp_tree.h"

namespace npuport {
namespace {

// Standard output of a command, split at NUL bytes; `ok` says whether it ended well.
std::set<std::string> run(const std::string& command, bool& ok) {
  std::set<std::string> items;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) {
    ok = false;
    return items;
  }
  std::string item;
  for (int c = fgetc(pipe); c != EOF; c = fgetc(pipe)) {
    if (c != 0) {
      item += static_cast<char>(c);
    } else {
      items.insert(std::move(item));
      item.clear();
    }
  }
  ok = pclose(pipe) == 0;
  return items;
}

std::string random_rules(std::mt19937& random) {
  const std::vector<std::string> pieces = {"a",  "b", "c",    "ab",   "*", "a*",
                                           "*b", "?", "[ab]", "[!a]", "**"};
  std::string rules;
  const auto lines = random() % 5;
  for (unsigned i = 0; i < lines; ++i) {
    if (random() % 3 == 0) rules += '!';
    if (random() % 4 == 0) rules += '/';
    const auto parts = 1 + random() % 3;
    for (unsigned p = 0; p < parts; ++p) rules += (p ? "/" : "") + pieces[random() % pieces.size()];
    if (random() % 4 == 0) rules += '/';
    rules += random() % 6 == 0 ? "  \n" : "\n";
  }
  return rules;
}

void fill(const TempTree& tree, const std::string& folder, int depth, std::mt19937& random) {
  if (random() % 2 == 0) tree.write(folder + ".gitignore", random_rules(random));
  for (const char* name : {"a", "b", "c", "ab", "ba"}) {
    const auto kind = random() % 3;
    if (kind == 0) continue;
    if (kind == 1 && depth < 3) {
      fill(tree, folder + name + "/", depth + 1, random);
    } else {
      tree.write(folder + name, "");
    }
  }
}

TEST(GitignoreAgainstGit, ListsTheSameFiles) {
  bool ok = false;
  run("git --version 2>/dev/null", ok);
  if (!ok) GTEST_SKIP() << "git is not installed";
  std::mt19937 random(20);
  size_t kept = 0;
  for (int round = 0; round < 20; ++round) {
    const TempTree tree;
    fill(tree, "", 0, random);
    run("git -C " + tree.path() + " init -q 2>/dev/null", ok);
    ASSERT_TRUE(ok);
    const std::set<std::string> expected =
        run("git -C " + tree.path() +
                " -c core.excludesFile=/dev/null ls-files -z -o --exclude-standard",
            ok);
    ASSERT_TRUE(ok);
    const Result<SourceTree> read = read_tree(tree.path(), {.threads = 1});
    ASSERT_TRUE(read);
    std::set<std::string> listed;
    for (const SourceFile& file : read.value().files) listed.insert(file.path);
    ASSERT_EQ(expected, listed) << "round " << round;
    kept += listed.size();
  }
  EXPECT_GT(kept, 50u);
}

TEST(GitIndexAgainstGit, IgnoreFilesSayNothingAboutTrackedFiles) {
  bool ok = false;
  run("git --version 2>/dev/null", ok);
  if (!ok) GTEST_SKIP() << "git is not installed";
  for (const char* version : {"2", "3", "4"}) {
    const TempTree tree;
    tree.write(".gitignore", "lib/\n*.sh\n");
    tree.write("lib/models/net.py", "");
    tree.write("lib/models/scratch.py", "");
    tree.write("lib/cache/x.py", "");
    tree.write("run.sh", "");
    tree.write("other.sh", "");
    const std::string git = "git -C " + tree.path() + " -c index.version=" + version + ' ';
    run(git + "init -q && " + git + "add .gitignore && " + git +
            "add -f lib/models/net.py run.sh && " + git + "update-index --index-version " + version,
        ok);
    ASSERT_TRUE(ok);
    const Result<SourceTree> read = read_tree(tree.path(), {.threads = 1});
    ASSERT_TRUE(read);
    std::set<std::string> listed;
    for (const SourceFile& file : read.value().files) listed.insert(file.path);
    EXPECT_EQ((std::set<std::string>{".gitignore", "lib/models/net.py", "run.sh"}), listed)
        << "index version " << version;
  }
}

}  // namespace
}  // namespace npuport
