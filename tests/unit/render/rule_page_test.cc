#include "render/rule_page.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "knowledge/rule_loader.h"
#include "render/rule_text.h"

namespace npuport {
namespace {

const Knowledge& knowledge() {
  static const Knowledge loaded = std::move(Knowledge::load({}).value());
  return loaded;
}

// From its file, with the samples.
Rule rule_of(const std::string& folder) {
  std::vector<FileProblem> problems;
  std::string path = NPUPORT_SOURCE_DIR "/knowledge/rules/";
  path += folder;
  const auto files = read_rule_files(path, problems);
  return load_rules(files, default_vocabulary()).rules.at(0);
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(RulePage, ARuleWithModesSamplesAndSources) {
  const Rule rule = rule_of("compile");  // cuda-graph is the first
  ASSERT_EQ(rule.id, "cuda-graph");
  const std::string en = render_rule(rule, knowledge(), Language::kEnglish);
  EXPECT_TRUE(en.starts_with("## cuda-graph\n\n**CUDA graph capture**\n")) << en;
  EXPECT_TRUE(holds(en, "**What to do:** "));
  EXPECT_TRUE(holds(en, "for torch 2.5.1 from 7.1.0"));
  EXPECT_TRUE(holds(en, "with torch.cuda.graph(g):  #! cuda-graph\n"));
  EXPECT_TRUE(holds(en, "from plotting import graph\n"));
  EXPECT_TRUE(holds(en, "P090"));
  EXPECT_TRUE(holds(en, "npugraph.md"));
  const std::string zh = render_rule(rule, knowledge(), Language::kChinese, 3);
  EXPECT_TRUE(zh.starts_with("### cuda-graph\n\n**CUDA graph 捕获**\n")) << zh;
  EXPECT_TRUE(holds(zh, "**如何修改**："));
  EXPECT_TRUE(holds(zh, "torch 2.5.1 自 7.1.0 起覆盖"));
}

TEST(RulePage, PagesOfAllFoldersInBothLanguages) {
  const std::vector<RulePage> pages = rule_pages(knowledge().rules(), knowledge());
  std::vector<std::string> paths;
  size_t english_rules = 0;
  size_t chinese_rules = 0;
  for (const RulePage& page : pages) {
    paths.push_back(page.path);
    EXPECT_TRUE(page.text.starts_with("# ")) << page.path;
    EXPECT_TRUE(page.text.ends_with("\n")) << page.path;
    size_t& count = page.path.starts_with("zh/") ? chinese_rules : english_rules;
    for (const Rule& rule : knowledge().rules()) {
      if (holds(page.text, "\n## " + rule.id + "\n")) ++count;
    }
  }
  for (const char* path : {"README.md", "device.md", "zh/README.md", "zh/operators.md"}) {
    EXPECT_NE(std::find(paths.begin(), paths.end(), path), paths.end()) << path;
  }
  EXPECT_EQ(english_rules, knowledge().rules().size());
  EXPECT_EQ(chinese_rules, knowledge().rules().size());
}

TEST(RulePage, SamplesCannotBreakOutOfTheirBlock) {
  Rule rule = rule_of("compile");
  rule.fires.front().text = "```\n# heading\n```\n";
  rule.fires.front().lines = {2};
  const std::string text = render_rule(rule, knowledge(), Language::kEnglish);
  EXPECT_TRUE(holds(text, "````python\n```\n# heading  #! cuda-graph\n```\n````\n")) << text;
}

TEST(RuleText, ModesOfAllKinds) {
  Rule rule;
  rule.mode.fixed = Mode::kManual;
  EXPECT_EQ(mode_lines(rule, knowledge(), Language::kEnglish), std::vector<std::string>{"Manual"});
  rule.mode.kind = ModeRule::Kind::kByRelease;
  rule.mode.steps = {{">=2.6", Mode::kAuto}, {"", Mode::kManual}};
  EXPECT_EQ(mode_lines(rule, knowledge(), Language::kEnglish),
            (std::vector<std::string>{"torch_npu >=2.6: Auto", "any other torch_npu: Manual"}));
  rule.mode.kind = ModeRule::Kind::kTransfer;
  rule.mode.api = "torch.amp.autocast";
  const std::vector<std::string> lines = mode_lines(rule, knowledge(), Language::kEnglish);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_TRUE(
      lines[1].starts_with("torch.amp.autocast: covered in every release for torch 2.12.0"));
}

TEST(RuleText, MatchersNameTheirPatterns) {
  const Rule* rule = knowledge().rule("cuda-image");
  ASSERT_NE(rule, nullptr);
  const std::vector<std::string> lines = matcher_lines(*rule);
  ASSERT_FALSE(lines.empty());
  EXPECT_TRUE(lines.front().starts_with("image: ~ ")) << lines.front();
  // Every rule that is not left to a detector says what it looks for.
  for (const Rule& each : knowledge().rules()) {
    EXPECT_EQ(matcher_lines(each).size(), each.match.size()) << each.id;
  }
}

}  // namespace
}  // namespace npuport
