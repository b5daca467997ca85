#include "knowledge/wheel_table.h"

#include <gtest/gtest.h>

#include <string>

#include "knowledge/embedded.h"
#include "knowledge/package_table.h"
#include "knowledge/text_table.h"

namespace npuport {
namespace {

constexpr const char* kColumns =
    "name\tversion\tmonth\tkind\tplatforms\trank\trequires\tautomatic\tmanual\tmentions\tsource\n";

TEST(WheelTable, FindsFirstMiddleAndLastRow) {
  const std::string text = std::string(kColumns) +
                           "aa\t1.0\t2025-01\tpure\tany\t1000\t\t\t\t\tx/y uv.lock @1\n"
                           "mm\t2.0\t\tcompiled\taarch64,macos\t\ttorch,jax\t3\t4\tcuda\tx/z @2\n"
                           "zz\t3.0\t\tsource\t\t\t\t\t\t\ts\n";
  const Result<WheelTable> table = WheelTable::open(text);
  ASSERT_TRUE(table);
  const auto first = table.value().find("aa");
  ASSERT_TRUE(first);
  EXPECT_EQ(first->kind, WheelKind::kPure);
  EXPECT_EQ(first->rank, "1000");
  EXPECT_TRUE(first->has_wheel_for("any"));
  EXPECT_FALSE(first->places);
  const auto middle = table.value().find("mm");
  ASSERT_TRUE(middle && middle->places);
  EXPECT_EQ(middle->requires_, (std::vector<std::string_view>{"torch", "jax"}));
  EXPECT_EQ(middle->places->automatic, 3u);
  EXPECT_EQ(middle->places->manual, 4u);
  EXPECT_TRUE(middle->has_wheel_for("macos"));
  EXPECT_FALSE(middle->has_wheel_for("mac"));
  ASSERT_TRUE(table.value().find("zz"));
  for (const char* missing : {"", "a", "ab", "mmm", "zzz", "name"}) {
    EXPECT_FALSE(table.value().find(missing)) << missing;
  }
}

TEST(WheelTable, RefusesAnotherHeaderAndSkipsDamagedRows) {
  EXPECT_FALSE(WheelTable::open("name\tversion\n"));
  EXPECT_FALSE(WheelTable::open(""));
  const std::string text = std::string(kColumns) + "aa\t1.0\nbb\t1\t\tnovel\t\t\t\t\t\t\ts\n\n\n";
  const Result<WheelTable> table = WheelTable::open(text);
  ASSERT_TRUE(table);
  EXPECT_FALSE(table.value().find("aa"));
  EXPECT_FALSE(table.value().find("bb"));
  EXPECT_FALSE(WheelTable::open(kColumns).value().find("aa"));
}

TEST(CondaTable, ReadsKinds) {
  const Result<CondaTable> table = CondaTable::open(
      "name\tversion\tkind\tsource\nlibcublas\t12\tcuda\ts\nzlib\t1\tcompiled\ts\n");
  ASSERT_TRUE(table);
  EXPECT_EQ(table.value().find("libcublas")->kind, CondaKind::kCuda);
  EXPECT_EQ(table.value().find("zlib")->kind, CondaKind::kCompiled);
  EXPECT_FALSE(table.value().find("python"));
}

// Every shipped row is found by its own name, which holds only when the order is right.
TEST(WheelTable, ShippedRowsAreSortedNormalisedAndFound) {
  const std::string_view text = embedded("wheels.tsv");
  const Result<TextTable> rows = TextTable::parse(
      text, "wheels.tsv",
      "name version month kind platforms rank requires automatic manual mentions source");
  ASSERT_TRUE(rows);
  const Result<WheelTable> table = WheelTable::open(text);
  ASSERT_TRUE(table);
  EXPECT_GT(rows.value().rows(), 1000u);
  for (size_t i = 0; i < rows.value().rows(); ++i) {
    const std::string_view name = rows.value().cell(i, 0);
    EXPECT_EQ(normalize_distribution(name), name);
    const auto row = table.value().find(name);
    ASSERT_TRUE(row) << name;
    EXPECT_EQ(row->version, rows.value().cell(i, 1));
    EXPECT_FALSE(row->source.empty()) << name;
  }
}

TEST(CondaTable, ShippedRowsAreSortedNormalisedAndFound) {
  const std::string_view text = embedded("conda.tsv");
  const Result<TextTable> rows = TextTable::parse(text, "conda.tsv", "name version kind source");
  ASSERT_TRUE(rows);
  const Result<CondaTable> table = CondaTable::open(text);
  ASSERT_TRUE(table);
  EXPECT_GT(rows.value().rows(), 500u);
  for (size_t i = 0; i < rows.value().rows(); ++i) {
    const std::string_view name = rows.value().cell(i, 0);
    EXPECT_EQ(normalize_distribution(name), name);
    ASSERT_TRUE(table.value().find(name)) << name;
  }
}

// A row here would be shadowed by the judged one.
TEST(WheelTable, HoldsNothingThatThePackageTableJudges) {
  const Result<PackageTable> packages =
      PackageTable::parse(embedded("packages.tsv"), embedded("package_children.tsv"));
  ASSERT_TRUE(packages);
  const Result<WheelTable> table = WheelTable::open(embedded("wheels.tsv"));
  ASSERT_TRUE(table);
  for (const char* name : {"torch", "numpy", "flash-attn", "nvidia-cublas-cu12", "gradio"}) {
    EXPECT_NE(packages.value().find(name), nullptr) << name;
    EXPECT_FALSE(table.value().find(name)) << name;
  }
}

}  // namespace
}  // namespace npuport
