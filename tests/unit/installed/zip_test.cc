#include <gtest/gtest.h>

#include "installed/inflated_bytes.h"
#include "installed/zip_archive.h"
#include "support/zip_builder.h"

namespace npuport {
namespace {

using testing::ZipBuilder;

Result<std::shared_ptr<ZipArchive>> open(const std::string& bytes, const ZipLimits& limits = {}) {
  return ZipArchive::open(std::make_unique<MemoryBytes>(bytes), limits);
}

std::string error_of(const std::string& bytes, const ZipLimits& limits = {}) {
  const auto archive = open(bytes, limits);
  return archive ? "" : archive.error().message;
}

std::string content(ZipArchive& archive, const std::string& name, uint64_t limit = 1 << 20) {
  const ZipEntry* entry = archive.find(name);
  if (entry == nullptr) return "no such entry";
  const Result<std::string> text = archive.read(*entry, limit);
  return text ? text.value() : "error: " + text.error().message;
}

// Not compressible, so that it spans many steps of the unpacker.
std::string noise(size_t bytes) {
  std::string out;
  uint64_t state = 1;
  while (out.size() < bytes) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    out += static_cast<char>(state >> 56);
  }
  return out;
}

TEST(Zip, StoredDeflatedAndZip64) {
  for (const bool zip64 : {false, true}) {
    ZipBuilder builder;
    builder.add("b/stored.txt", "plain", false).add("a/deflated.txt", std::string(5000, 'y'));
    builder.add("empty", "", false).add("folder/", "", false);
    builder.zip64 = zip64;
    builder.comment = "a comment";
    const auto archive = open(builder.build());
    ASSERT_TRUE(archive) << archive.error().message;
    ASSERT_EQ(archive.value()->entries().size(), 3u);
    EXPECT_EQ(archive.value()->entries()[0].name, "a/deflated.txt");
    EXPECT_EQ(content(*archive.value(), "b/stored.txt"), "plain");
    EXPECT_EQ(content(*archive.value(), "a/deflated.txt"), std::string(5000, 'y'));
    EXPECT_EQ(content(*archive.value(), "empty"), "");
  }
}

TEST(Zip, AnyPlaceOfALargeEntry) {
  const std::string bytes = noise(5 << 20);
  const auto archive = open(ZipBuilder().add("big", bytes).build());
  ASSERT_TRUE(archive);
  const Result<std::unique_ptr<ByteSource>> source =
      archive.value()->open(archive.value()->entries().front());
  ASSERT_TRUE(source);
  std::string piece(1000, '\0');
  // The start, forwards, a little back, the start again, and far back.
  for (const uint64_t at : {0u, 3'000'000u, 2'900'000u, 64u, 5'241'000u, 1'500'000u}) {
    ASSERT_TRUE(source.value()->read(at, piece)) << at;
    EXPECT_EQ(piece, bytes.substr(at, piece.size())) << at;
  }
  EXPECT_FALSE(source.value()->read(bytes.size() - 10, piece));
}

TEST(Zip, GoingBackIsBounded) {
  const auto archive = open(ZipBuilder().add("big", noise(5 << 20)).build());
  const auto source = archive.value()->open(archive.value()->entries().front());
  char byte[1];
  int passes = 0;
  for (int i = 0; i < 100; ++i) {
    if (!source.value()->read(5'000'000, byte)) break;
    ++passes;
    if (!source.value()->read(1'500'000, byte)) break;
  }
  EXPECT_LT(passes, 10);
  EXPECT_NE(source.value()->problem(), "");
}

TEST(Zip, NamesThatLeadElsewhere) {
  ZipBuilder builder;
  for (const char* name : {"../out.py", "a/../../out.py", "/abs.py", "C:/x.py", "a\\b.py", ""}) {
    builder.add(name, "x", false);
  }
  builder.add("good.py", "x", false).add("a..b/..c.py", "x", false);
  const auto archive = open(builder.build());
  ASSERT_TRUE(archive) << archive.error().message;
  EXPECT_EQ(archive.value()->refused().size(), 6u);
  EXPECT_EQ(archive.value()->entries().size(), 2u);
}

TEST(Zip, EncryptedAndOtherMethods) {
  ZipBuilder builder;
  builder.add("secret", "x").last().flags = 1;
  builder.add("zstd", "x").last().method = 93;
  const auto archive = open(builder.build());
  ASSERT_TRUE(archive);
  ASSERT_EQ(archive.value()->refused().size(), 2u);
  EXPECT_EQ(archive.value()->refused()[0].reason, "encrypted");
  EXPECT_EQ(archive.value()->refused()[1].reason, "compression method 93 is not read");
}

TEST(Zip, OverlappingEntriesAreABomb) {
  ZipBuilder builder;
  builder.add("a", std::string(100'000, '\0')).add("b", std::string(100'000, '\0'));
  builder.last().header = 0;
  EXPECT_NE(error_of(builder.build()).find("overlap"), std::string::npos);
}

TEST(Zip, TheSameNameTwice) {
  EXPECT_NE(error_of(ZipBuilder().add("a", "1").add("a", "2").build()), "");
}

TEST(Zip, AnotherNameInFrontOfTheData) {
  ZipBuilder builder;
  builder.add("a", "1").last().local_name = "b";
  const auto archive = open(builder.build());
  ASSERT_TRUE(archive);
  EXPECT_NE(content(*archive.value(), "a").find("another name"), std::string::npos);
}

TEST(Zip, FalseSizes) {
  ZipBuilder builder;
  builder.add("shorter", std::string(1000, 'a')).last().size = 2000;
  builder.add("longer", std::string(1000, 'a')).last().size = 10;
  builder.add("absurd", "x").last().size = 1ull << 31;
  const auto archive = open(builder.build());
  ASSERT_TRUE(archive);
  EXPECT_EQ(archive.value()->refused().size(), 1u);
  EXPECT_EQ(content(*archive.value(), "shorter").substr(0, 14), "error: damaged");
  EXPECT_EQ(content(*archive.value(), "longer"), std::string(10, 'a'));
}

TEST(Zip, BombIsStoppedByTheLimitOfTheArchive) {
  const auto archive =
      open(ZipBuilder().add("small", "x").add("zeros", std::string(40 << 20, '\0')).build(),
           {.unpacked_bytes = 1 << 20, .unpacked_ratio = 2});
  ASSERT_TRUE(archive);
  EXPECT_NE(content(*archive.value(), "zeros", 64 << 20).find("more than the limit"),
            std::string::npos);
  EXPECT_EQ(content(*archive.value(), "small"), "x");
}

TEST(Zip, TooManyEntries) {
  ZipBuilder builder;
  builder.add("a", "1");
  builder.zip64 = true;
  builder.claimed_entries = 1'000'000;
  EXPECT_EQ(error_of(builder.build()), "has 1000000 entries; at most 100000 are read");
  ZipBuilder few;
  for (const char* name : {"a", "b", "c"}) few.add(name, "1");
  EXPECT_NE(error_of(few.build(), {.entries = 2}), "");
  EXPECT_NE(error_of(few.build(), {.directory_bytes = 20}), "");
}

// Whatever is cut off or flipped: no crash, no hang.
TEST(Zip, EveryTruncationAndFlip) {
  const std::string whole = ZipBuilder().add("a", "1").add("b/c", std::string(300, 'z')).build();
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(open(whole.substr(0, size))) << size;
  }
  for (size_t at = 0; at < whole.size(); ++at) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(~bytes[at]);
    const auto archive = open(bytes);
    if (!archive) continue;
    for (const ZipEntry& entry : archive.value()->entries()) {
      (void)archive.value()->read(entry, 1 << 16);
    }
  }
}

TEST(Zip, NotAnArchive) {
  EXPECT_NE(error_of("").find("not a sound zip archive"), std::string::npos);
  EXPECT_NE(error_of(std::string(100'000, 'x')), "");
}

}  // namespace
}  // namespace npuport
