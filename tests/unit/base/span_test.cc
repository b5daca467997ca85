#include "base/span.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace npuport {
namespace {

// The obvious definition, as oracle.
std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::string line;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\n' && text[i] != '\r') {
      line += text[i];
      continue;
    }
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
    lines.push_back(line);
    line.clear();
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

TEST(LineIndex, EmptyTextHasNoLines) {
  const LineIndex index("");
  EXPECT_EQ(0u, index.line_count());
  EXPECT_EQ((Position{1, 1}), index.position("", 0));
  EXPECT_EQ("", index.line("", 0));
}

TEST(LineIndex, CountsLinesAsPeopleDo) {
  EXPECT_EQ(1u, LineIndex("a").line_count());
  EXPECT_EQ(1u, LineIndex("a\n").line_count());
  EXPECT_EQ(2u, LineIndex("a\n\n").line_count());
  EXPECT_EQ(2u, LineIndex("a\r\nb\r\n").line_count());
  EXPECT_EQ(3u, LineIndex("a\rb\rc").line_count());
}

TEST(LineIndex, EveryLineEndEndsOneLine) {
  const std::string text = "one\ntwo\r\nthree\rfour";
  const LineIndex index(text);
  ASSERT_EQ(4u, index.line_count());
  EXPECT_EQ("one", index.line(text, 0));
  EXPECT_EQ("two", index.line(text, 1));
  EXPECT_EQ("three", index.line(text, 2));
  EXPECT_EQ("four", index.line(text, 3));
  EXPECT_EQ((Position{2, 1}), index.position(text, 4));
  EXPECT_EQ((Position{3, 5}), index.position(text, static_cast<uint32_t>(text.find('e') + 11)));
  EXPECT_EQ((Position{4, 1}), index.position(text, static_cast<uint32_t>(text.find("four"))));
}

TEST(LineIndex, ColumnsCountCodePoints) {
  const std::string text = "x = '\xE4\xB8\xAD\xE6\x96\x87\xF0\x9F\x9A\x80' + cuda\n";
  const LineIndex index(text);
  EXPECT_EQ((Position{1, 13}), index.position(text, static_cast<uint32_t>(text.find("cuda"))));
}

TEST(LineIndex, OffsetsPastTheEndStayOnTheLastLine) {
  const std::string text = "ab\ncd\n";
  const LineIndex index(text);
  EXPECT_EQ((Position{2, 4}), index.position(text, 6));
  EXPECT_EQ((Position{2, 4}), index.position(text, 4000));
}

TEST(LineIndex, NotebookLinesReportWhereTheyCameFrom) {
  const std::string text = "import torch\nx.cuda()\n";
  LineIndex index(text);
  index.set_line_numbers({7, 8}, {5, 6});
  EXPECT_EQ((Position{7, 6}), index.position(text, 0));
  EXPECT_EQ((Position{8, 9}), index.position(text, 15));
  EXPECT_EQ(1u, index.line_of(15));
}

TEST(LineIndex, AgreesWithTheDefinitionOnRandomTexts) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    // Bytes next to the line ends catch carries between the bytes of a word.
    const std::string alphabet = round % 2 == 0 ? std::string("\n\x0B\x09\x8A\x00z", 6)
                                                : std::string("\n\r\x0B\x0C\x8D\x0Ez", 7);
    std::string text(random() % 70, ' ');
    for (char& c : text) c = alphabet[random() % alphabet.size()];
    const LineIndex index(text);
    const std::vector<std::string> expected = split_lines(text);
    ASSERT_EQ(expected.size(), index.line_count());
    for (uint32_t i = 0; i < expected.size(); ++i) ASSERT_EQ(expected[i], index.line(text, i));
  }
}

}  // namespace
}  // namespace npuport
