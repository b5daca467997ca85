#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

namespace npuport {
namespace {

TEST(ParallelFor, RunsEachItemOnce) {
  for (unsigned threads : {0u, 1u, 2u, 8u}) {
    std::vector<std::atomic<int>> runs(1000);
    parallel_for(std::vector<size_t>(runs.size(), 1), threads, [&](size_t i) { ++runs[i]; });
    for (const std::atomic<int>& count : runs) EXPECT_EQ(1, count.load());
  }
}

TEST(ParallelFor, StartsWithTheHeaviest) {
  std::vector<size_t> order;
  parallel_for({3, 9, 1, 9}, 1, [&](size_t i) { order.push_back(i); });
  EXPECT_EQ((std::vector<size_t>{1, 3, 0, 2}), order);
}

TEST(ParallelFor, NothingToDo) {
  parallel_for({}, 4, [](size_t) { FAIL(); });
}

TEST(ParallelFor, RethrowsAndEndsTheRest) {
  std::atomic<int> runs{0};
  const auto work = [&](size_t) {
    ++runs;
    throw std::runtime_error("broken");
  };
  EXPECT_THROW(parallel_for(std::vector<size_t>(1000, 1), 2, work), std::runtime_error);
  EXPECT_LT(runs.load(), 1000);
}

TEST(ThreadCount, ZeroMeansThisMachine) {
  EXPECT_GE(thread_count(0), 1u);
  EXPECT_EQ(3u, thread_count(3));
  EXPECT_LE(thread_count(1u << 30), 1024u);
}

}  // namespace
}  // namespace npuport
