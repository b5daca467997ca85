#include "source/tree.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "unit/source/temp_tree.h"

namespace npuport {
namespace {

SourceTree read(const TempTree& tree, TreeOptions options = {}) {
  Result<SourceTree> result = read_tree(tree.path(), options);
  EXPECT_TRUE(result);
  return result ? std::move(result.value()) : SourceTree{};
}

std::vector<std::string> paths(const SourceTree& tree) {
  std::vector<std::string> found;
  for (const SourceFile& file : tree.files) found.push_back(file.path);
  return found;
}

const SourceFile* find(const SourceTree& tree, std::string_view path) {
  const auto at = std::find_if(tree.files.begin(), tree.files.end(),
                               [&](const SourceFile& file) { return file.path == path; });
  return at == tree.files.end() ? nullptr : &*at;
}

std::optional<SkippedPath> skipped(const SourceTree& tree, std::string_view path) {
  for (const SkippedPath& skip : tree.skipped) {
    if (skip.path == path) return skip;
  }
  return std::nullopt;
}

void expect_skipped(const SourceTree& tree, std::string_view path, std::string_view reason,
                    bool is_loss) {
  const auto skip = skipped(tree, path);
  ASSERT_TRUE(skip) << path;
  EXPECT_EQ(reason, skip->reason);
  EXPECT_EQ(is_loss, skip->is_loss) << path;
}

using Paths = std::vector<std::string>;

TEST(ReadTree, ReadsDecodesAndSorts) {
  const TempTree tree;
  tree.write("b/z.py", "x = 1\n");
  tree.write("b-a.py", "\xEF\xBB\xBFy = 2\r\n");
  tree.write("a.csv", "1,2");
  const SourceTree read_back = read(tree);
  EXPECT_EQ((Paths{"a.csv", "b-a.py", "b/z.py"}), paths(read_back));
  EXPECT_EQ(FileKind::kOther, read_back.files[0].kind);
  EXPECT_EQ("", read_back.files[0].text);
  EXPECT_EQ(3u, read_back.files[0].bytes);
  EXPECT_EQ("y = 2\r\n", read_back.files[1].text);
  EXPECT_EQ(10u, read_back.files[1].bytes);
  EXPECT_TRUE(read_back.skipped.empty());
  EXPECT_EQ(tree.path(), read_back.root);
}

TEST(ReadTree, ErrorsAreValues) {
  EXPECT_FALSE(read_tree("/no/such/folder", {}));
  EXPECT_FALSE(read_tree("/dev/null", {}));
  const TempTree tree;
  EXPECT_TRUE(read(tree).files.empty());
}

TEST(ReadTree, ASingleFileAlsoThroughALink) {
  const TempTree tree;
  tree.write("sub/a.py", "x = 1\n");
  tree.link("link.py", "sub/a.py");
  for (const char* name : {"sub/a.py", "link.py"}) {
    const Result<SourceTree> one = read_tree(tree.at(name), {});
    ASSERT_TRUE(one);
    ASSERT_EQ(1u, one.value().files.size());
    EXPECT_EQ("x = 1\n", one.value().files[0].text);
  }
}

TEST(ReadTree, NestedIgnoreFilesWithoutGit) {
  const TempTree tree;
  tree.write(".gitignore", "*.log\n/out/\nsecret.py\n");
  tree.write("a/.gitignore", "!secret.py\n");
  tree.write("a/secret.py", "");
  tree.write("secret.py", "");
  tree.write("out/x.py", "");
  tree.write("run.log", "");
  const SourceTree read_back = read(tree);
  EXPECT_EQ((Paths{".gitignore", "a/.gitignore", "a/secret.py"}), paths(read_back));
  expect_skipped(read_back, "out", "excluded by .gitignore", false);
  expect_skipped(read_back, "secret.py", "excluded by .gitignore", false);
  EXPECT_FALSE(skipped(read_back, "run.log"));  // could not have held findings
  EXPECT_TRUE(find(read(tree, {.respect_gitignore = false}), "out/x.py"));
}

TEST(ReadTree, InfoExcludeAndOptions) {
  const TempTree tree;
  tree.write(".git/info/exclude", "local.py\n");
  tree.write("local.py", "");
  tree.write("big/x.py", "");
  tree.write("keep.py", "");
  const SourceTree read_back = read(tree, {.exclude = {"big/"}});
  EXPECT_EQ((Paths{"keep.py"}), paths(read_back));
  expect_skipped(read_back, "local.py", "excluded by .git/info/exclude", false);
  expect_skipped(read_back, "big", "excluded by option", false);
  expect_skipped(read_back, ".git", "version control data", false);
}

TEST(ReadTree, EnvironmentsCachesAndBuildOutput) {
  const TempTree tree;
  tree.write("my_env/pyvenv.cfg", "");
  tree.write("my_env/lib/site-packages/torch/__init__.py", "");
  tree.write("pkg/__pycache__/a.py", "");
  tree.write("web/node_modules/x/a.sh", "");
  tree.write("build/lib.linux-x86_64/a.py", "");
  tree.write("cmake-out/CMakeCache.txt", "");
  tree.write("cmake-out/a.cpp", "");
  tree.write("tool/build/a.py", "");
  tree.write("x.egg-info/requires.txt", "");
  const SourceTree read_back = read(tree);
  EXPECT_EQ((Paths{"tool/build/a.py"}), paths(read_back));
  EXPECT_EQ(6u, read_back.skipped.size());
  expect_skipped(read_back, "my_env", "Python environment", false);
  expect_skipped(read_back, "build", "build output", false);
}

TEST(ReadTree, LinksAreNotFollowedOutOrInCircles) {
  const TempTree outside;
  outside.write("x.py", "");
  const TempTree tree;
  tree.write("a/real.py", "x = 1\n");
  tree.link("a/loop", "..");
  tree.link("self", "self");
  tree.link("out", outside.path());
  tree.link("out.py", outside.at("x.py"));
  tree.link("twin.py", "a/real.py");
  tree.link("gone.py", "nowhere");
  const SourceTree read_back = read(tree);
  EXPECT_EQ((Paths{"a/real.py"}), paths(read_back));
  EXPECT_TRUE(skipped(read_back, "a/loop"));
  EXPECT_TRUE(skipped(read_back, "self"));
  expect_skipped(read_back, "out", "symbolic link out of the tree, not followed", true);
  expect_skipped(read_back, "out.py", "symbolic link out of the tree, not followed", true);
  expect_skipped(read_back, "twin.py", "symbolic link to a file that is read itself", false);
  EXPECT_FALSE(skipped(read_back, "gone.py")->is_loss);
}

TEST(ReadTree, ALinkToAFileThatIsNotListedIsReadOnce) {
  const TempTree tree;
  tree.write(".gitignore", "store/\n");
  tree.write("store/blob.py", "x = 1\n");
  tree.link("one.py", "store/blob.py");
  tree.link("two.py", "store/blob.py");
  const SourceTree read_back = read(tree);
  ASSERT_TRUE(find(read_back, "one.py"));
  EXPECT_EQ("x = 1\n", find(read_back, "one.py")->text);
  EXPECT_FALSE(find(read_back, "two.py"));
  EXPECT_TRUE(skipped(read_back, "two.py"));
}

TEST(ReadTree, SpecialFilesAreNeverOpened) {
  const TempTree tree;
  ASSERT_EQ(0, mkfifo(tree.at("pipe.py").c_str(), 0600));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  tree.at("socket.py").copy(address.sun_path, sizeof address.sun_path - 1);
  const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(0, bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address));
  const SourceTree read_back = read(tree);
  close(fd);
  EXPECT_TRUE(read_back.files.empty());
  expect_skipped(read_back, "pipe.py", "named pipe", false);
  expect_skipped(read_back, "socket.py", "socket", false);
}

// Root reads everything: such tests run as nobody.
class Unprivileged {
 public:
  Unprivileged() : was_root_(geteuid() == 0) {
    if (was_root_ && seteuid(65534) != 0) ADD_FAILURE() << "cannot drop privileges";
  }
  ~Unprivileged() {
    if (was_root_ && seteuid(0) != 0) ADD_FAILURE() << "cannot regain privileges";
  }

 private:
  bool was_root_;
};

TEST(ReadTree, UnreadableFilesAndFoldersAreLosses) {
  const Unprivileged nobody;
  const TempTree tree;
  tree.write("a.py", "");
  tree.write("b/c.py", "");
  chmod(tree.at("a.py").c_str(), 0);
  chmod(tree.at("b").c_str(), 0);
  const SourceTree read_back = read(tree);
  const bool root_unreadable = chmod(tree.path().c_str(), 0) == 0 && !read_tree(tree.path(), {});
  chmod(tree.path().c_str(), 0700);
  chmod(tree.at("b").c_str(), 0700);
  expect_skipped(read_back, "a.py", "not readable: permission denied", true);
  expect_skipped(read_back, "b", "not readable: permission denied", true);
  EXPECT_TRUE(root_unreadable);
}

TEST(ReadTree, SizeLimits) {
  const TempTree tree;
  tree.write("a.py", std::string(2048, '#'));
  tree.write("b.py", std::string(1024, '#'));
  tree.write("tokens.json", '"' + std::string(3 << 20, 'x') + '"');
  tree.write("weights.bin", std::string(4096, 'x'));
  SourceTree read_back = read(tree, {.max_file_bytes = 1024});
  EXPECT_EQ((Paths{"b.py", "weights.bin"}), paths(read_back));
  expect_skipped(read_back, "a.py", "larger than 1 KiB", true);
  read_back = read(tree);
  expect_skipped(read_back, "tokens.json", "larger than 2 MiB: data, not configuration", false);
}

TEST(ReadTree, TotalLimitCutsInPathOrder) {
  const TempTree tree;
  for (const char* name : {"a.py", "b.py", "c.py"}) tree.write(name, std::string(1024, '#'));
  for (const unsigned threads : {1u, 4u}) {
    const SourceTree read_back = read(tree, {.threads = threads, .max_total_bytes = 2048});
    EXPECT_EQ((Paths{"a.py", "b.py"}), paths(read_back));
    expect_skipped(read_back, "c.py", "beyond the limit of 2 KiB in total", true);
  }
}

TEST(ReadTree, BinaryDataUnderASourceName) {
  const TempTree tree;
  tree.write("a.py", std::string(64, '\0') + "\xFF\xD8");
  tree.write("data.yaml", std::string(64, '\0') + "\xFF\xD8");
  tree.write("model", std::string(64, '\0'));
  const SourceTree read_back = read(tree);
  EXPECT_EQ((Paths{"model"}), paths(read_back));
  expect_skipped(read_back, "a.py", "binary data", true);
  expect_skipped(read_back, "data.yaml", "binary data", false);
}

TEST(ReadTree, ScriptsWithoutExtension) {
  const TempTree tree;
  tree.write("bin/train", "#!/usr/bin/env python3\nimport torch\n");
  tree.write("LICENSE", "Apache\n");
  tree.write("run.job", "#!/bin/bash\n");
  chmod(tree.at("run.job").c_str(), 0755);
  const SourceTree read_back = read(tree);
  EXPECT_EQ(FileKind::kPython, find(read_back, "bin/train")->kind);
  EXPECT_EQ(FileKind::kShell, find(read_back, "run.job")->kind);
  EXPECT_EQ(FileKind::kOther, find(read_back, "LICENSE")->kind);
  EXPECT_EQ("", find(read_back, "LICENSE")->text);
}

TEST(ReadTree, AnyByteMayStandInAPath) {
  const TempTree tree;
  const Paths names = {"a\nb.py", "q\"'`.py", "x<script>/y.py", "z\xFF\xFE.py"};
  for (const std::string& name : names) tree.write(name, "x = 1\n");
  EXPECT_EQ(names, paths(read(tree)));
}

TEST(ReadTree, SubmodulesAreVendored) {
  const TempTree tree;
  tree.write(".gitmodules", "[submodule \"x\"]\n\tpath = deps/flash\n\turl = ../x\n");
  tree.write("deps/flash/a.py", "");
  tree.write("deps/flash2/a.py", "");
  const SourceTree read_back = read(tree);
  EXPECT_EQ(kTagVendored, find(read_back, "deps/flash/a.py")->tags);
  EXPECT_EQ(0, find(read_back, "deps/flash2/a.py")->tags);
}

TEST(ReadTree, BrokenNotebookIsALossAndIsRead) {
  const TempTree tree;
  tree.write("n.ipynb", R"json({"cells":[{"cell_type":"code","source":["x.cuda()"]},)json");
  const SourceTree read_back = read(tree);
  EXPECT_EQ("x.cuda()\n", find(read_back, "n.ipynb")->text);
  const auto skip = skipped(read_back, "n.ipynb");
  ASSERT_TRUE(skip);
  EXPECT_TRUE(skip->is_loss);
  EXPECT_TRUE(skip->reason.starts_with("broken notebook, line 1")) << skip->reason;
}

TEST(ReadTree, ThreadsDoNotChangeTheResult) {
  const TempTree tree;
  for (int i = 0; i < 300; ++i) {
    tree.write("d" + std::to_string(i % 7) + "/f" + std::to_string(i) + ".py",
               std::string(static_cast<size_t>(i * 13 % 5000), '\n'));
  }
  const SourceTree one = read(tree, {.threads = 1});
  const SourceTree many = read(tree, {.threads = 8});
  ASSERT_EQ(300u, one.files.size());
  ASSERT_EQ(paths(one), paths(many));
  for (size_t i = 0; i < one.files.size(); ++i) EXPECT_EQ(one.files[i].text, many.files[i].text);
}

}  // namespace
}  // namespace npuport
