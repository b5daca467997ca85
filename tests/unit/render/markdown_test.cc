#include "render/markdown.h"

#include <gtest/gtest.h>

#include <sstream>

#include "render/markdown_text.h"
#include "render/text.h"
#include "source/utf8.h"
#include "unit/render/sample_report.h"

namespace npuport {
namespace {

std::vector<std::string> headings(const std::string& markdown) {
  std::vector<std::string> out;
  std::istringstream lines(markdown);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#")) out.push_back(line);
  }
  return out;
}

std::vector<std::string> expected_headings(const std::string& project) {
  return {"# " + project + " Ascend NPU Migration Assessment",
          "## Executive Summary",
          "## Dependency Matrix (per task phase)",
          "## Detailed Findings (per domain)",
          "### Domain 1: Third-Party Dependencies",
          "### Domain 2: Device Layer",
          "### Domain 3: Attention Mechanism",
          "### Domain 4: Custom Operators",
          "### Domain 5: Distributed Communication",
          "### Domain 6: Precision Strategy",
          "## Migration Roadmap",
          "## Risk Matrix"};
}

// Cells per row of every table; a row that differs from its header is broken.
void expect_regular_tables(const std::string& markdown) {
  std::istringstream lines(markdown);
  size_t columns = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("|")) {
      columns = 0;
      continue;
    }
    size_t cells = 0;
    for (size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '|' && (i == 0 || line[i - 1] != '\\')) ++cells;
    }
    if (columns == 0) columns = cells;
    EXPECT_EQ(cells, columns) << line;
  }
}

TEST(Markdown, HasTheMethodsHeadingsInBothLanguages) {
  for (const Language language : {Language::kEnglish, Language::kChinese}) {
    EXPECT_EQ(headings(render_markdown(sample_report(), language)), expected_headings("demo"));
    EXPECT_EQ(headings(render_markdown(Fixture().report(), language)), expected_headings("demo"));
  }
}

TEST(Markdown, OpensWithTheVerdict) {
  const std::string en = render_markdown(sample_report(), Language::kEnglish);
  const size_t summary =
      en.find("## Executive Summary\n\n- Overall feasibility: **not assessed in this version**");
  EXPECT_NE(summary, std::string::npos);
  EXPECT_NE(en.find("- Estimated effort: Effort is not estimated in this version."),
            std::string::npos);
  EXPECT_NE(en.find("- Blockers: 1\n  - Title of cuda-kernel — `csrc/rotary.cu:1`"),
            std::string::npos);
  const std::string zh = render_markdown(sample_report(), Language::kChinese);
  EXPECT_NE(zh.find("- 总体可行性：**本版本尚未评估**"), std::string::npos);
  EXPECT_NE(zh.find("- 阻塞项：1\n  - cuda-kernel 的标题 — `csrc/rotary.cu:1`"), std::string::npos);
}

TEST(Markdown, ShowsWhatIsInstalled) {
  EXPECT_NE(render_markdown(sample_report(), Language::kEnglish)
                .find("| `flash-attn` | `2.7.4` | 2 (x86-64) | `flash_attn_2_cuda.so`: links "
                      "`libcudart.so.12`; 12.3 MB of GPU code<br>3 CUDA sources | 1 / 2 / 3 (7 "
                      "files) |"),
            std::string::npos);
  EXPECT_NE(
      render_markdown(sample_report(), Language::kChinese)
          .find("`flash_attn_2_cuda.so`：链接 `libcudart.so.12`；12.3 MB GPU 代码<br>3 个 CUDA "
                "源文件 | 1 / 2 / 3 (7 个文件) |"),
      std::string::npos);
  EXPECT_EQ(render_markdown(Fixture().report(), Language::kEnglish).find("Installed packages"),
            std::string::npos);
}

TEST(Markdown, ShowsTheDomainTables) {
  const std::string md = render_markdown(sample_report(), Language::kEnglish);
  EXPECT_NE(
      md.find("| `flash-attn` | `>=2.5` | needs replacement | required | `requirements.txt`: 2 | "
              "`train.py`: 2 | `mindiesd`: call `attention_forward` | 0.5 / 1 / 2.25 d |"),
      std::string::npos);
  EXPECT_NE(md.find("Auto **3**, Manual **0**, Info 0"), std::string::npos);
  EXPECT_NE(md.find("| `train.py:4` | `model = model.cuda()` |"), std::string::npos);
  EXPECT_NE(md.find("Auto, import time"), std::string::npos);
  EXPECT_NE(md.find("Manual (optional import)"), std::string::npos);
  EXPECT_NE(md.find("layout BSHD"), std::string::npos);
  EXPECT_NE(md.find("In tests, examples and documentation"), std::string::npos);
  EXPECT_NE(md.find("1 path not read, 1 statement not parsed, 1 dynamic place, 1 unknown package"),
            std::string::npos);
  EXPECT_NE(md.find("Derived from phases and effort, which this version does not compute."),
            std::string::npos);
}

TEST(Markdown, SurvivesHostileText) {
  for (const Language language : {Language::kEnglish, Language::kChinese}) {
    const std::string md = render_markdown(hostile_report(), language);
    EXPECT_TRUE(is_valid_utf8(md));
    EXPECT_EQ(headings(md).size(), 12u);
    EXPECT_EQ(md.find('\x1b'), std::string::npos);
    EXPECT_EQ(md.find('\r'), std::string::npos);
    EXPECT_EQ(md.find("\u202e"), std::string::npos);
    expect_regular_tables(md);
  }
  expect_regular_tables(render_markdown(sample_report(), Language::kEnglish));
}

TEST(Markdown, FoldsLongListsByCause) {
  Fixture f;
  std::string text;
  for (int i = 0; i < 300; ++i) text += "x.cuda()\n";
  const uint32_t file = f.file("a.py", text);
  const Rule& rule = f.rule("tensor-cuda", 2);
  for (int i = 0; i < 300; ++i) f.finding(rule, file, "cuda", i);
  const std::string md = render_markdown(f.report(), Language::kEnglish);
  EXPECT_NE(md.find("<summary>Title of tensor-cuda (300)</summary>\n\n`a.py`: 1, 2, 3, 4"),
            std::string::npos);
  EXPECT_EQ(md.find("`a.py:1` |"), std::string::npos);
  EXPECT_LT(md.size(), 8000u);
}

TEST(MarkdownText, Escapes) {
  EXPECT_EQ(markdown::plain("a|b <b> *x* torch_npu _y_\nz"),
            "a\\|b &lt;b> \\*x\\* torch_npu \\_y\\_ z");
  EXPECT_EQ(markdown::plain("# h"), "\\# h");
  EXPECT_EQ(markdown::code("a`b"), "``a`b``");
  EXPECT_EQ(markdown::code("`a"), "`` `a ``");
  EXPECT_EQ(markdown::code(""), "");
  EXPECT_EQ(markdown::code("a\nb"), "`a\\nb`");
  EXPECT_EQ(markdown::prose("use `a|b` now <x>"), "use `a|b` now &lt;x>");
  EXPECT_EQ(markdown::prose("one ` tick"), "one \\` tick");
  EXPECT_EQ(markdown::html("<a> & \"b\""), "&lt;a&gt; &amp; &quot;b&quot;");
}

TEST(MarkdownText, TablesEscapePipes) {
  markdown::Table table({"A", "B"});
  table.add({"`x|y`"});
  EXPECT_EQ(table.str(), "| A | B |\n|---|---|\n| `x\\|y` | - |\n");
}

TEST(Markdown, ShowsTheVersionPlan) {
  const std::string en = render_markdown(sample_report(), Language::kEnglish);
  for (const char* part :
       {"**Version plan**: ",
        "Lifecycle of this torch line: maintenance (end of life expected from 2026/10/15).",
        "| `torch` | `2.7.1` | yes | CPU build | COMPATIBILITY.md:24 |",
        "| `triton-ascend` | not stated | no | no table pairs it | - |",
        "- `pip3 install torch==2.7.1+cpu`",
        "| `torch==2.7.0+cu126` | `requirements.txt:1` | `torch==2.7.1` | works with 2.7.1 |",
        "- `310P`: no bf16 Source: utils.py:360",
        "- `decord` (risk on aarch64): no wheel Source: P012", "Risk on aarch64: no aarch64 wheel",
        "| `setup.py:12` | the build fails | `setup.py:14` `raise NotImplementedError` |"}) {
    EXPECT_NE(en.find(part), std::string::npos) << part << "\n" << en;
  }
  const std::string zh = render_markdown(sample_report(), Language::kChinese);
  for (const char* part :
       {"**版本方案**：", "该 torch 系列的生命周期：维护中（预计 2026/10/15 起停止维护）。",
        "安装（x86_64）：", "**与版本方案冲突的声明**", "**CUDA 扩展的构建**",
        "`decord`（aarch64 风险）：没有 wheel依据：P012", "构建失败"}) {
    EXPECT_NE(zh.find(part), std::string::npos) << part << "\n" << zh;
  }
}

}  // namespace
}  // namespace npuport
