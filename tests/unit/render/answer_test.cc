#include "render/answer.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "render/answer_phrases.h"

namespace npuport {
namespace {

QueryResult sample() {
  QueryResult result;
  result.program = "npuport";
  result.version = "1.2.3";
  result.knowledge_date = "2030-01-02";
  result.target.torch = "2.12.0";
  result.target.torch_npu = "2.12.0";
  Answer answer;
  answer.asked = "F.x";
  answer.name = "torch.nn.functional.x";
  AnswerEntry entry;
  entry.name = answer.name;
  entry.status = AnswerStatus::kRenamed;
  entry.mode = Mode::kManual;
  entry.replacement = "torch.npu.y";
  entry.statements.push_back({Topic::kLimits, {"a | limit", "某项 | 限制"}, {"doc.md:1"}});
  entry.statements.push_back({Topic::kNote, {"second", "第二"}, {"doc.md:1"}});
  entry.releases.push_back({"2.6.0", "2.6.0.post5", "7.3.0", true});
  answer.entries.push_back(entry);
  TouchingRule rule;
  rule.id = "a-rule";
  rule.title = {"Title", "标题"};
  rule.message = {"breaks", "出错"};
  rule.replacement = {"do this", "这样改"};
  rule.exact = true;
  rule.sources = {"rule.md:2"};
  answer.rules.push_back(rule);
  rule.id = "wide-rule";
  rule.exact = false;
  answer.rules.push_back(rule);
  for (int i = 0; i < 7; ++i) {
    answer.pitfalls.push_back(
        {"P" + std::to_string(i), "blocker", "p", "fails", "fix", {"issue#3"}});
  }
  result.answers.push_back(answer);
  Answer miss;
  miss.asked = miss.name = "no.such\x1b[31m";
  miss.near = {"some.such"};
  result.answers.push_back(miss);
  return result;
}

size_t count(const std::string& text, const std::string& part) {
  size_t n = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST(AnswerTerminal, SourcesStandUnderWhatTheyVouchFor) {
  const std::string text = render_answers_terminal(sample(), {});
  EXPECT_NE(text.find("torch.nn.functional.x  (F.x)"), std::string::npos);
  EXPECT_NE(text.find("has an equivalent under another name; Manual"), std::string::npos);
  EXPECT_NE(text.find("  Instead: torch.npu.y\n"), std::string::npos);
  // Two statements of one source name it once.
  EXPECT_NE(text.find("  Limits: a | limit\n  Note: second\n      [doc.md:1]\n"), std::string::npos)
      << text;
  EXPECT_EQ(count(text, "[doc.md:1]"), 1u);
  EXPECT_NE(text.find("breaks"), std::string::npos);
  EXPECT_EQ(count(text, "breaks"), 1u);  // a rule that only covers the name is listed by title
  EXPECT_NE(text.find("and 2 more in --format json"), std::string::npos);
  EXPECT_NE(text.find("Did you mean: some.such"), std::string::npos);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(AnswerTerminal, ChineseAndAscii) {
  TerminalStyle style;
  style.language = Language::kChinese;
  const std::string text = render_answers_terminal(sample(), style);
  EXPECT_NE(text.find("  替代：torch.npu.y\n"), std::string::npos) << text;
  EXPECT_NE(text.find("限制：某项 | 限制"), std::string::npos);
  EXPECT_NE(text.find("是否想查：some.such"), std::string::npos);
  TerminalStyle ascii;
  ascii.unicode = false;
  for (const char c : render_answers_terminal(sample(), ascii))
    EXPECT_LT(static_cast<unsigned char>(c), 128);
}

TEST(AnswerTerminal, AReplacementThatAStatementTellsIsNotToldTwice) {
  QueryResult result = sample();
  AnswerEntry& entry = result.answers[0].entries[0];
  EXPECT_TRUE(shows_replacement(entry));
  entry.statements.push_back({Topic::kCounterpart, {"torch.npu.y", "torch.npu.y"}, {"t"}});
  EXPECT_FALSE(shows_replacement(entry));
  EXPECT_EQ(count(render_answers_terminal(result, {}), "torch.npu.y"), 1u);
}

TEST(AnswerMarkdown, TablesSurviveTheirContent) {
  const std::string text = render_answers_markdown(sample(), Language::kEnglish);
  EXPECT_TRUE(text.starts_with("# npuport query\n")) << text;
  EXPECT_NE(text.find("| a \\\\| limit |"), std::string::npos) << text;
  EXPECT_NE(text.find("| doc.md:1 |"), std::string::npos);
  EXPECT_NE(text.find("`a-rule`"), std::string::npos);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(AnswerJson, HoldsEverything) {
  const nlohmann::json json = nlohmann::json::parse(render_answers_json(sample()));
  EXPECT_EQ(json["schema_version"], "1");
  EXPECT_EQ(json["tool"]["knowledge_date"], "2030-01-02");
  const auto& answer = json["answers"][0];
  EXPECT_EQ(answer["asked"], "F.x");
  EXPECT_EQ(answer["known"], true);
  const auto& entry = answer["entries"][0];
  EXPECT_EQ(entry["kind"], "api");
  EXPECT_EQ(entry["status"], "renamed");
  EXPECT_EQ(entry["mode"], "manual");
  EXPECT_EQ(entry["statements"][0]["topic"], "limits");
  EXPECT_EQ(entry["statements"][0]["text"]["zh"], "某项 | 限制");
  EXPECT_EQ(entry["releases"][0]["covered"], true);
  EXPECT_EQ(answer["rules"][1]["exact"], false);
  EXPECT_EQ(answer["pitfalls"].size(), 7u);
  EXPECT_EQ(json["answers"][1]["known"], false);
  EXPECT_EQ(json["answers"][1]["near"][0], "some.such");
}

TEST(AnswerPhrases, EveryValueHasWordsInBothLanguages) {
  for (int i = 0; i <= static_cast<int>(AnswerStatus::kUnknown); ++i) {
    const auto status = static_cast<AnswerStatus>(i);
    EXPECT_FALSE(name_of(status).empty());
    EXPECT_FALSE(phrase_of(status).en.empty());
    EXPECT_FALSE(phrase_of(status).zh.empty());
  }
  for (int i = 0; i <= static_cast<int>(Topic::kNameTrap); ++i) {
    const auto topic = static_cast<Topic>(i);
    EXPECT_FALSE(name_of(topic).empty());
    EXPECT_FALSE(phrase_of(topic).en.empty());
    EXPECT_FALSE(phrase_of(topic).zh.empty());
  }
  for (int i = 0; i <= static_cast<int>(AnswerKind::kPackage); ++i) {
    EXPECT_FALSE(name_of(static_cast<AnswerKind>(i)).empty());
    EXPECT_FALSE(phrase_of(static_cast<AnswerKind>(i)).zh.empty());
  }
  EXPECT_EQ(name_of(AnswerStatus::kUnknown), "unknown");
  EXPECT_EQ(name_of(AnswerStatus::kUnverified), "unverified");
  EXPECT_EQ(name_of(Topic::kNameTrap), "name_trap");
  EXPECT_EQ(phrase_of(AnswerStatus::kUnknown).en, "unknown");
  EXPECT_EQ(phrase_of(AnswerStatus::kNotInvolved).zh, "不涉及");
}

}  // namespace
}  // namespace npuport
