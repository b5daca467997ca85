#include "source/read_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "unit/source/temp_tree.h"

namespace npuport {
namespace {

TEST(ReadFile, WholeFileAndLimit) {
  const TempTree tree;
  tree.write("a", "0123456789");
  FileBytes bytes = read_regular_file(AT_FDCWD, tree.at("a"), 10);
  EXPECT_EQ("0123456789", bytes.view());
  EXPECT_FALSE(bytes.too_large || bytes.changed);
  bytes = read_regular_file(AT_FDCWD, tree.at("a"), 9);
  EXPECT_TRUE(bytes.too_large);
}

TEST(ReadFile, FilesThatGiveNoSizeAreReadToTheEnd) {
  const FileBytes bytes = read_regular_file(AT_FDCWD, "/proc/self/status", 1 << 20);
  EXPECT_EQ("", bytes.error);
  EXPECT_TRUE(bytes.view().starts_with("Name:"));
  EXPECT_NE(std::string_view::npos, bytes.view().find("Threads:"));
}

TEST(ReadFile, OnlyRegularFiles) {
  const TempTree tree;
  tree.write("a", "x");
  tree.link("link", "a");
  ASSERT_EQ(0, mkfifo(tree.at("pipe").c_str(), 0600));
  EXPECT_EQ("named pipe", read_regular_file(AT_FDCWD, tree.at("pipe"), 10).error);
  EXPECT_EQ("folder", read_regular_file(AT_FDCWD, tree.path(), 10).error);
  EXPECT_NE("", read_regular_file(AT_FDCWD, tree.at("link"), 10).error);
  EXPECT_EQ("not readable: no such file or directory",
            read_regular_file(AT_FDCWD, tree.at("gone"), 10).error);
}

TEST(ReadFile, AFileThatKeepsChangingIsNoticed) {
  const TempTree tree;
  tree.write("log.py", std::string(4 << 20, '#'));
  std::atomic<bool> stop{false};
  std::jthread writer([&] {
    const int fd = open(tree.at("log.py").c_str(), O_WRONLY | O_APPEND);
    while (!stop && write(fd, "x", 1) == 1) {
    }
    close(fd);
  });
  bool noticed = false;
  // The writer may have to wait for a processor.
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!noticed && std::chrono::steady_clock::now() < deadline) {
    const FileBytes bytes = read_regular_file(AT_FDCWD, tree.at("log.py"), 1 << 30);
    EXPECT_EQ("", bytes.error);
    noticed = bytes.changed;
  }
  stop = true;
  EXPECT_TRUE(noticed);
}

}  // namespace
}  // namespace npuport
