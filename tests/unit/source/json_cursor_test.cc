#include "source/json_cursor.h"

#include <gtest/gtest.h>

#include <string>

namespace npuport {
namespace {

bool accepts(std::string_view json) {
  JsonCursor cursor(json);
  return cursor.skip_value() && cursor.finish();
}

TEST(JsonCursor, SkipsValidDocuments) {
  for (const char* json :
       {"{}", "[]", " [1, -0.5e+3, 0, true, false, null] ", R"({"a": {"b": [[]]}})", R"("a\"b\\")",
        R"(["\\", "\\\"", "x"])", "12"}) {
    EXPECT_TRUE(accepts(json)) << json;
  }
}

TEST(JsonCursor, RefusesBrokenDocuments) {
  for (const char* json :
       {"", "{", "[1,]", "[1 2]", "{\"a\" 1}", "{1: 2}", "[01]", "[1.]", "[+1]", "nul", "\"abc",
        "\"abc\\\"", "[}", "{]", "[] []", "{\"a\":}", "[,]", "-"}) {
    EXPECT_FALSE(accepts(json)) << json;
  }
}

TEST(JsonCursor, DecodesStrings) {
  JsonCursor cursor(R"("a\t\"\\\/\u00e9\u4e2d\ud83d\ude80 \ud83d!")");
  std::string value;
  ASSERT_TRUE(cursor.read_string(value));
  EXPECT_EQ("a\t\"\\/\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x9A\x80 \xEF\xBF\xBD!", value);
}

TEST(JsonCursor, SplitsStringsAtLineEnds) {
  const std::string_view json = R"("one\ntwo\r\nthree\rfour")";
  JsonCursor cursor(json);
  std::vector<JsonCursor::Fragment> fragments;
  ASSERT_TRUE(cursor.read_string(
      [&](JsonCursor::Fragment&& fragment) { fragments.push_back(std::move(fragment)); }));
  ASSERT_EQ(4u, fragments.size());
  EXPECT_EQ("two\n", fragments[1].text);
  EXPECT_EQ("three\n", fragments[2].text);
  EXPECT_EQ(json.find("three"), fragments[2].raw_begin);
  EXPECT_EQ(json.find("four"), fragments[3].raw_begin);
}

TEST(JsonCursor, NestingIsLimited) {
  EXPECT_TRUE(accepts(std::string(500, '[') + std::string(500, ']')));
  EXPECT_FALSE(accepts(std::string(1000000, '[')));
  std::string objects;
  for (int i = 0; i < 100000; ++i) objects += "{\"a\":";
  EXPECT_FALSE(accepts(objects));
}

TEST(JsonCursor, ManyEscapesTakeLinearTime) {
  std::string json = "\"";
  for (int i = 0; i < 2000000; ++i) json += "\\n";
  EXPECT_TRUE(accepts(json + '"'));
  EXPECT_FALSE(accepts(json));
}

}  // namespace
}  // namespace npuport
