#include "source/decode.h"

#include <gtest/gtest.h>

#include "source/charset.h"
#include "source/utf8.h"

namespace npuport {
namespace {

constexpr std::string_view kChinese =
    "# \xE6\x98\xBE\xE5\x8D\xA1\xE5\x86\x85\xE5\xAD\x98\n";  // UTF-8
constexpr std::string_view kChineseGbk = "# \xCF\xD4\xBF\xA8\xC4\xDA\xB4\xE6\n";

std::string utf16(std::string_view ascii, bool big, bool mark) {
  std::string raw = mark ? (big ? "\xFE\xFF" : "\xFF\xFE") : "";
  for (const char c : ascii) {
    if (big) raw += '\0';
    raw += c;
    if (!big) raw += '\0';
  }
  return raw;
}

void expect_decoded(std::string_view text, std::string_view encoding, std::string_view raw,
                    bool python = true) {
  const auto decoded = decode(raw, python);
  ASSERT_TRUE(decoded);
  EXPECT_EQ(text, decoded->text);
  EXPECT_EQ(encoding, decoded->encoding);
  EXPECT_TRUE(is_valid_utf8(decoded->text));
}

TEST(Decode, Utf8) {
  expect_decoded("", "utf-8", "");
  expect_decoded("x = 1\n", "utf-8", "x = 1\n");
  expect_decoded(kChinese, "utf-8", kChinese);
  expect_decoded("x = 1\n", "utf-8", "\xEF\xBB\xBFx = 1\n");
}

TEST(Decode, Utf16AndUtf32) {
  for (const bool big : {false, true}) {
    expect_decoded("import torch\n", "utf-16", utf16("import torch\n", big, true));
    expect_decoded("import torch\n", "utf-16", utf16("import torch\n", big, false));
  }
  expect_decoded("\xF0\x9F\x9A\x80!", "utf-16", "\xFF\xFE\x3D\xD8\x80\xDE!" + std::string(1, '\0'));
  expect_decoded(
      "\xEF\xBF\xBD"
      "a\xEF\xBF\xBD",
      "utf-16",
      std::string_view("\xFF\xFE\x3D\xD8"
                       "a\0x",
                       7));
  expect_decoded("ab", "utf-32", std::string_view("\xFF\xFE\0\0a\0\0\0b\0\0\0", 12));
  expect_decoded("ab", "utf-32", std::string_view("\0\0\xFE\xFF\0\0\0a\0\0\0b", 12));
}

TEST(Decode, PythonCookies) {
  expect_decoded("# coding: latin-1\nx = '\xC3\xA9'\n", "latin-1",
                 "# coding: latin-1\nx = '\xE9'\n");
  const std::string head = "#!/usr/bin/python\n# -*- coding: gbk -*-\n";
  expect_decoded(head + std::string(kChinese), "gbk", head + std::string(kChineseGbk));
  expect_decoded("# coding: cp1252\n\xE2\x82\xAC\n", "cp1252", "# coding: cp1252\n\x80\n");
  // A cookie that is wrong or unknown does not lose the file.
  expect_decoded("# coding: no-such\n" + std::string(kChinese), "utf-8",
                 "# coding: no-such\n" + std::string(kChinese));
  expect_decoded("# coding: utf-8\n" + std::string(kChinese), "gbk",
                 "# coding: utf-8\n" + std::string(kChineseGbk));
  // Only Python has cookies.
  expect_decoded("# coding: latin-1\n" + std::string(kChinese), "utf-8",
                 "# coding: latin-1\n" + std::string(kChinese), false);
}

TEST(Decode, CookiePlaces) {
  EXPECT_EQ("gbk", python_cookie("# coding=gbk\n"));
  EXPECT_EQ("utf-8", python_cookie("#!/bin/x\r\n# vim: set fileencoding=utf-8 :\r\n"));
  EXPECT_EQ("", python_cookie("x = 1\n# coding: gbk\n"));
  EXPECT_EQ("", python_cookie("\n\n# coding: gbk\n"));
  EXPECT_EQ("gbk", python_cookie("\n# coding: gbk"));
  EXPECT_EQ("", python_cookie("# decoding the latents\n"));
  EXPECT_EQ("", python_cookie(""));
}

TEST(Decode, GuessesGbkAndLatin1) {
  expect_decoded(kChinese, "gbk", kChineseGbk);
  expect_decoded("# M\xC3\xBCller, na\xC3\xAFve\n", "latin-1", "# M\xFCller, na\xEFve\n");
  expect_decoded("caf\xC3\xA9\n", "latin-1", "caf\xE9\n");
}

TEST(Decode, AFewBrokenBytesLeaveUtf8) {
  std::string text;
  for (int i = 0; i < 10; ++i) text += kChinese;
  expect_decoded(text + "\xEF\xBF\xBD\n", "utf-8", text + "\xE6\n");
}

TEST(Decode, NulBytes) {
  expect_decoded(std::string_view("x\0 = 1\n", 7), "utf-8", std::string_view("x\0 = 1\n", 7));
  EXPECT_FALSE(decode(std::string_view("\x7F"
                                       "ELF\2\1\1\0\0\0\0\0\0\0\0\0\0\3\0",
                                       19),
                      true));
  EXPECT_FALSE(decode(std::string(100, '\0'), true));
}

TEST(Utf8, ValidityIsThatOfRfc3629) {
  EXPECT_TRUE(is_valid_utf8("\xED\x9F\xBF\xEE\x80\x80\xF4\x8F\xBF\xBF\xC2\x80"));
  for (const char* broken :
       {"\x80", "\xC0\xAF", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE2\x82", "\xC3", "\xFF"}) {
    EXPECT_FALSE(is_valid_utf8(broken));
    EXPECT_FALSE(is_valid_utf8(std::string(70, 'a') + broken));
    EXPECT_TRUE(is_valid_utf8(repair_utf8(broken)));
  }
}

TEST(Utf8, EveryCodePointSurvives) {
  std::string all;
  for (uint32_t code = 1; code <= 0x10FFFF; code += code < 0x11000 ? 1 : 97) {
    if (code < 0xD800 || code > 0xDFFF) append_utf8(all, code);
  }
  EXPECT_TRUE(is_valid_utf8(all));
  EXPECT_EQ(0u, utf8_census(all).stray_bytes);
}

TEST(Charset, LongTextCrossesTheConversionBuffer) {
  std::string raw;
  std::string expected;
  for (int i = 0; i < 20000; ++i) {
    raw += "\xCF\xD4";
    expected += "\xE6\x98\xBE";
  }
  EXPECT_EQ(expected, gbk_to_utf8(raw));
  EXPECT_EQ(std::nullopt, gbk_to_utf8(raw + "\xCF"));
}

TEST(Charset, OnlyListedNamesAreUsed) {
  EXPECT_EQ(std::nullopt, named_to_utf8("x", "utf-7"));
  EXPECT_EQ(std::nullopt, named_to_utf8("x", "gbk//TRANSLIT"));
  EXPECT_EQ("x", named_to_utf8("x", "EUC-JP"));
}

}  // namespace
}  // namespace npuport
