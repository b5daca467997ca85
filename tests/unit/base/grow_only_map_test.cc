#include "base/grow_only_map.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace npuport {
namespace {

TEST(GrowOnlyMap, FindsWhatWasInserted) {
  GrowOnlyMap<uint32_t> map;
  EXPECT_FALSE(map.find(7));
  EXPECT_EQ(map.insert(7, 70), 70u);
  EXPECT_EQ(map.find(7), 70u);
  EXPECT_FALSE(map.find(8));
}

TEST(GrowOnlyMap, TheFirstValueStays) {
  GrowOnlyMap<uint32_t> map;
  map.insert(1, 10);
  int made = 0;
  EXPECT_EQ(map.insert_with(1, [&] { return ++made, 11u; }), 10u);
  EXPECT_EQ(made, 0);
}

TEST(GrowOnlyMap, ZeroIsAKeyLikeAnyOther) {
  GrowOnlyMap<uint32_t> map;
  EXPECT_FALSE(map.find(0));
  map.insert(0, 5);
  EXPECT_EQ(map.find(0), 5u);
}

TEST(GrowOnlyMap, KeepsEverythingWhileItGrows) {
  GrowOnlyMap<uint64_t> map;
  for (uint64_t i = 0; i < 50000; ++i) map.insert(i * 0x10001, i);
  for (uint64_t i = 0; i < 50000; ++i) ASSERT_EQ(map.find(i * 0x10001), i);
  EXPECT_FALSE(map.find(50000ull * 0x10001));
}

TEST(GrowOnlyMap, ThreadsAgreeOnOneValueForAKey) {
  GrowOnlyMap<uint64_t> map;
  std::atomic<uint64_t> made{0};
  std::vector<std::vector<uint64_t>> seen(4);
  std::vector<std::thread> threads;
  for (size_t t = 0; t < seen.size(); ++t) {
    threads.emplace_back([&, t] {
      for (uint64_t key = 0; key < 20000; ++key) {
        const auto known = map.find(key);
        seen[t].push_back(known ? *known : map.insert_with(key, [&] { return ++made; }));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(made.load(), 20000u);
  for (const auto& values : seen) EXPECT_EQ(values, seen[0]);
}

}  // namespace
}  // namespace npuport
