#include "render/text.h"
#include "source/utf8.h"

#include <gtest/gtest.h>

#include "render/terminal_text.h"

namespace npuport {
namespace {

TEST(Utf8, DecodesAndRefuses) {
  EXPECT_EQ(decode_utf8("é", 0).value, 0xE9u);
  EXPECT_EQ(decode_utf8("设", 0).bytes, 3u);
  EXPECT_EQ(decode_utf8("\U0001F600", 0).value, 0x1F600u);
  for (const char* bad :
       {"\x80", "\xc1\x81", "\xe0\x80\x80", "\xed\xb0\x80", "\xf5\x80\x80\x80", "\xf0\x9f"}) {
    EXPECT_FALSE(decode_utf8(bad, 0).valid) << bad;
  }
}

TEST(Utf8, AppendsWhatItDecodes) {
  for (const uint32_t c : {0x41u, 0xE9u, 0x8BBEu, 0x1F600u}) {
    std::string text;
    append_utf8(text, c);
    EXPECT_EQ(decode_utf8(text, 0).value, c);
    EXPECT_EQ(decode_utf8(text, 0).bytes, text.size());
  }
}

TEST(Visible, ShowsWhatHides) {
  EXPECT_EQ(visible("a\nb\tc\r"), "a\\nb\\tc\\r");
  EXPECT_EQ(visible("\x1b[31m"), "\\x1b[31m");
  EXPECT_EQ(visible("\xff"), "\\xff");
  EXPECT_EQ(visible("a\u202e"
                    "b"),
            "a\\u202eb");
  EXPECT_EQ(visible("\u200b"), "\\u200b");
  EXPECT_EQ(visible("\U000E0041"), "\\U000e0041");
  EXPECT_EQ(visible("设备 é"), "设备 é");
}

TEST(Width, CountsCells) {
  EXPECT_EQ(display_width("abc"), 3u);
  EXPECT_EQ(display_width("设备"), 4u);
  EXPECT_EQ(display_width("e\u0301"), 1u);
  EXPECT_EQ(pad("设备", 6), "设备  ");
  EXPECT_EQ(fit("abcdef", 4, "..."), "a...");
  EXPECT_EQ(fit("设备层", 5, "\u2026"), "设备\u2026");
  EXPECT_EQ(fit("abc", 3, "..."), "abc");
}

TEST(Wrap, BreaksAtBlanksAndWideCharacters) {
  EXPECT_EQ(wrap("one two three", 8, 0), "one two\nthree");
  EXPECT_EQ(wrap("one two three", 10, 2), "one two\n  three");
  EXPECT_EQ(wrap("设备层替换", 6, 0), "设备层\n替换");
  EXPECT_EQ(wrap("设备层，替换", 6, 0), "设备层，\n替换");
  EXPECT_EQ(wrap("averyverylongword x", 6, 0), "averyverylongword\nx");
  EXPECT_EQ(wrap("", 10, 2), "");
}

TEST(Bar, NeverOverflowsAndShowsEveryPart) {
  EXPECT_EQ(bar(1, 1, 1, 1000, 8, false), "#+.     ");
  EXPECT_EQ(bar(500, 500, 0, 1000, 8, false), "####++++");
  EXPECT_EQ(bar(1000, 1, 1, 1002, 4, false).size(), 4u);
  EXPECT_EQ(bar(0, 0, 0, 0, 4, false), "    ");
}

}  // namespace
}  // namespace npuport
