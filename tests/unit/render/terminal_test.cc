#include "render/terminal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "render/csv.h"
#include "render/text.h"
#include "source/utf8.h"
#include "unit/render/sample_report.h"

namespace npuport {
namespace {

bool only_ascii(const std::string& text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<uint8_t>(c) < 0x80; });
}

TEST(Terminal, OpensWithVerdictThenBlockersThenDomains) {
  const std::string out = render_terminal(sample_report(), {});
  const size_t verdict = out.find("VERDICT   1 blocker; ");
  const size_t blockers = out.find("BLOCKERS\n  csrc/rotary.cu:1\n");
  const size_t domains = out.find("DOMAIN");
  const size_t causes = out.find("LARGEST CAUSES");
  const size_t next = out.find("NEXT");
  EXPECT_NE(next, std::string::npos);
  EXPECT_LT(verdict, blockers);
  EXPECT_LT(blockers, domains);
  EXPECT_LT(domains, causes);
  EXPECT_LT(causes, next);
  EXPECT_EQ(out.find('\x1b'), std::string::npos);
}

TEST(Terminal, SpeaksChinese) {
  const std::string out = render_terminal(sample_report(), {.language = Language::kChinese});
  EXPECT_NE(out.find("结论"), std::string::npos);
  EXPECT_NE(out.find("设备层"), std::string::npos);
}

TEST(Terminal, AsciiWhenTheLocaleIsNot) {
  EXPECT_TRUE(only_ascii(render_terminal(hostile_report(), {.unicode = false})));
}

TEST(Terminal, ColorsOnlyWhenAsked) {
  EXPECT_NE(render_terminal(sample_report(), {.color = true}).find("\x1b[31m"), std::string::npos);
}

TEST(Terminal, HostileTextCannotControlTheScreen) {
  const std::string out = render_terminal(hostile_report(), {});
  for (const char c : out) EXPECT_TRUE(c == '\n' || static_cast<uint8_t>(c) >= 0x20);
  EXPECT_EQ(out.find("\u202e"), std::string::npos);
  EXPECT_TRUE(is_valid_utf8(out));
}

TEST(Terminal, ProseStaysWithinTheWidth) {
  for (const size_t width : {60u, 80u, 120u}) {
    for (const Language language : {Language::kEnglish, Language::kChinese}) {
      std::istringstream lines(
          render_terminal(sample_report(), {.language = language, .width = width}));
      for (std::string line; std::getline(lines, line);) {
        if (line.find("  ") != std::string::npos && line.find("causes") != std::string::npos)
          continue;
        if (line.find("  ") == 0 && line.find(':') != std::string::npos)
          continue;  // paths stay whole
        EXPECT_LE(display_width(line), std::max<size_t>(width, 60) + 12) << line;
      }
    }
  }
}

TEST(Terminal, VerdictOnly) {
  const std::string out = render_terminal(sample_report(), {.verdict_only = true});
  EXPECT_NE(out.find("VERDICT"), std::string::npos);
  EXPECT_EQ(out.find("DOMAIN"), std::string::npos);
}

TEST(Csv, QuotesAndDisarmsFormulas) {
  const std::string csv = render_csv(hostile_report(), Language::kEnglish);
  EXPECT_TRUE(csv.starts_with("\xEF\xBB\xBF\"path\",\"line\","));
  EXPECT_TRUE(is_valid_utf8(csv));
  EXPECT_NE(csv.find(",\"'=a|b"), std::string::npos);
  EXPECT_NE(csv.find("\"\"q\"\""), std::string::npos);
  const size_t rows = static_cast<size_t>(std::count(csv.begin(), csv.end(), '\n'));
  EXPECT_EQ(rows, hostile_report().findings.size() + 1);
}

TEST(Terminal, NamesWhatCarriesCuda) {
  TerminalStyle style;
  style.width = 100;
  EXPECT_NE(render_terminal(sample_report(), style)
                .find("INSTALLED 1 package looked into; 1 carries CUDA: flash-attn\n"),
            std::string::npos);
  style.language = Language::kChinese;
  EXPECT_NE(render_terminal(sample_report(), style)
                .find("已安装    1 个依赖包已检查；1 个含 CUDA 编译产物：flash-attn\n"),
            std::string::npos);
}

TEST(Terminal, ShowsTheVersionsAndWhatContradicts) {
  const std::string en = render_terminal(sample_report(), {.width = 100});
  EXPECT_NE(en.find("VERSIONS  torch 2.7.1\n"), std::string::npos) << en;
  EXPECT_NE(en.find("          requirements.txt:1 asks for torch==2.7.0\n"), std::string::npos);
  EXPECT_NE(en.find("          requirements.txt:1 torch==2.7.0+cu126: use torch==2.7.1\n"),
            std::string::npos);
  EXPECT_EQ(render_terminal(sample_report(), {.verdict_only = true}).find("VERSIONS"),
            std::string::npos);
}

}  // namespace
}  // namespace npuport
