#include "knowledge/rule_loader.h"

#include <gtest/gtest.h>
#include <re2/re2.h>

#include <filesystem>
#include <fstream>

namespace npuport {
namespace {

constexpr char kGood[] = R"(id: sdp-switch
domain: 3
title: {en: CUDA switch, zh: CUDA 开关}
match:
  - call: torch.backends.cuda.sdp_kernel
    where: [{argument: enable_flash, position: 0, value: {not: {is: "false"}}}]
    report: call
  - reference: [torch.backends.cuda.enable_*_sdp, "torch.a.**"]
    except: torch.backends.cuda.enable_x_sdp
  - command: docker
    arguments: --gpus
    flag: --gpus(=.*)?
    files: [shell, docker]
  - setting: {key: "(^|\\.)backend$", value: nccl}
  - cpp: {kind: include, name: "cuda.*"}
mode: [{torch_npu: ">=2.6", mode: auto}, {mode: manual}]
risk: low
effort: trivial
table: cuda_api_map
message: {en: It has no effect., zh: 没有作用。}
replacement: {en: Remove it., zh: 删除。}
sources: some/repo@main:file.py:3
covers: [P110]
samples:
  fires:
    - |
      import torch
      torch.backends.cuda.enable_flash_sdp(True)  #! sdp-switch other-rule
      x = 1  #! other-rule
    - file: run.sh
      code: |
        docker run --gpus all  #! sdp-switch
  silent:
    - print("#!/bin/sh")
)";

std::string with(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

LoadedRules load(const std::string& text, const std::string& path = "rules/sdp-switch.yaml") {
  return load_rules({{path, text}}, default_vocabulary());
}

// All problems of the good rule after one change, one line each.
std::string problems_after(const std::string& from, const std::string& to) {
  std::string all;
  for (const FileProblem& problem : load(with(kGood, from, to)).problems) {
    all += problem.text() + "\n";
  }
  return all;
}

TEST(RuleLoader, ReadsEveryPartOfARule) {
  const LoadedRules loaded = load(kGood);
  ASSERT_TRUE(loaded.problems.empty()) << loaded.problems[0].text();
  ASSERT_EQ(loaded.rules.size(), 1u);
  const Rule& rule = loaded.rules[0];
  EXPECT_EQ(rule.id, "sdp-switch");
  EXPECT_EQ(rule.domain, 3);
  EXPECT_EQ(rule.title.zh, "CUDA 开关");
  EXPECT_EQ(rule.risk, Risk::kLow);
  EXPECT_EQ(rule.confidence, Confidence::kHigh);
  EXPECT_EQ(rule.table, "cuda_api_map");
  EXPECT_EQ(rule.sources, std::vector<std::string>{"some/repo@main:file.py:3"});
  ASSERT_EQ(rule.match.size(), 5u);

  const Matcher& call = rule.match[0];
  EXPECT_EQ(call.subject, Subject::kCall);
  EXPECT_EQ(call.report, ReportSpan::kCall);
  ASSERT_EQ(call.where.size(), 1u);
  EXPECT_EQ(call.where[0].position, 0);
  EXPECT_TRUE(call.where[0].value.negated);
  EXPECT_EQ(call.where[0].value.kind, ValuePredicate::Kind::kFalse);

  EXPECT_EQ(rule.match[1].except.size(), 1u);
  EXPECT_TRUE(re2::RE2::FullMatch("--gpus=all", *rule.match[2].flag));
  EXPECT_TRUE(re2::RE2::PartialMatch("run --gpus all x", *rule.match[2].text));
  EXPECT_EQ(rule.match[3].value.kind, ValuePredicate::Kind::kMatches);
  EXPECT_EQ(rule.match[4].cpp_kind, "include");

  ASSERT_EQ(rule.mode.steps.size(), 2u);
  EXPECT_EQ(rule.mode.steps[0].mode, Mode::kAuto);
}

TEST(RuleLoader, TakesMarksOutOfSamples) {
  const LoadedRules loaded = load(kGood);
  ASSERT_EQ(loaded.rules.size(), 1u);
  const Rule& rule = loaded.rules[0];
  ASSERT_EQ(rule.fires.size(), 2u);
  EXPECT_EQ(rule.fires[0].file, "sample.py");
  EXPECT_EQ(rule.fires[0].text,
            "import torch\ntorch.backends.cuda.enable_flash_sdp(True)\nx = 1\n");
  EXPECT_EQ(rule.fires[0].lines, std::vector<uint32_t>{2});
  EXPECT_EQ(rule.fires[1].file, "run.sh");
  EXPECT_EQ(rule.fires[1].text, "docker run --gpus all\n");
  ASSERT_EQ(rule.silent.size(), 1u);
  EXPECT_EQ(rule.silent[0].text, "print(\"#!/bin/sh\")");
}

TEST(RuleLoader, TransferModeAndInformationalDefaults) {
  LoadedRules loaded =
      load(with(kGood, "mode: [{torch_npu: \">=2.6\", mode: auto}, {mode: manual}]",
                "mode: {transfer: true, otherwise: none}"));
  ASSERT_EQ(loaded.rules.size(), 1u);
  EXPECT_EQ(loaded.rules[0].mode.kind, ModeRule::Kind::kTransfer);
  EXPECT_EQ(loaded.rules[0].mode.api, "");
  EXPECT_EQ(loaded.rules[0].mode.fixed, Mode::kNone);

  std::string text =
      with(kGood, "mode: [{torch_npu: \">=2.6\", mode: auto}, {mode: manual}]", "mode: none");
  text = with(text, "risk: low\n", "");
  text = with(text, "effort: trivial\n", "");
  text = with(text, "replacement: {en: Remove it., zh: 删除。}\n", "");
  loaded = load(text);
  ASSERT_EQ(loaded.rules.size(), 1u) << loaded.problems[0].text();
  EXPECT_EQ(loaded.rules[0].risk, Risk::kNone);
  EXPECT_EQ(loaded.rules[0].effort, "none");
  EXPECT_TRUE(loaded.rules[0].replacement.empty());
}

TEST(RuleLoader, RulesOfDetectorsHaveNoMatchers) {
  std::string text = kGood;
  const size_t begin = text.find("match:");
  text.replace(begin, text.find("mode:") - begin, "match: detector\n");
  const LoadedRules loaded = load(text);
  ASSERT_EQ(loaded.rules.size(), 1u) << loaded.problems[0].text();
  EXPECT_TRUE(loaded.rules[0].match.empty());
}

struct BadCase {
  const char* from;
  const char* to;
  const char* problem;
};

class BadRule : public testing::TestWithParam<BadCase> {};

TEST_P(BadRule, IsReportedWithItsPlace) {
  const BadCase& bad = GetParam();
  const std::string found = problems_after(bad.from, bad.to);
  EXPECT_NE(found.find(std::string("rules/sdp-switch.yaml:") + bad.problem), std::string::npos)
      << "expected " << bad.problem << "\nfound " << found;
  EXPECT_TRUE(load(with(kGood, bad.from, bad.to)).rules.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Each, BadRule,
    testing::Values(
        BadCase{"risk:", "rsik:", "17:1: unknown key \"rsik\"; did you mean \"risk\"?"},
        BadCase{"risk: low", "risk: lw",
                "17:7: expected one of none, low, medium, high, blocker; found \"lw\"; did you "
                "mean \"low\"?"},
        BadCase{"domain: 3", "domain: 7", "2:9: expected one of 1, 2, 3, 4, 5, 6; found \"7\""},
        BadCase{"id: sdp-switch", "id: sdp_switch", "1:5: expected an id in kebab-case"},
        BadCase{"id: sdp-switch", "id: sdp-other",
                "1:5: the id \"sdp-other\" and the file name \"sdp-switch\" must be equal"},
        BadCase{"{en: CUDA switch, zh: CUDA 开关}", "{en: CUDA switch}",
                "3:8: the key \"zh\" is missing"},
        BadCase{"{en: CUDA switch, zh: CUDA 开关}", "CUDA switch",
                "3:8: expected a map with the keys en, zh; found text"},
        BadCase{"zh: 没有作用。", "zh: no effect", "20:38: expected Chinese text"},
        BadCase{"call:", "cal:", "5:5: no subject; expected one of reference, call, import"},
        BadCase{"    report: call\n", "    import: torch\n",
                "5:5: expected one subject; found \"call\" and \"import\""},
        BadCase{"report: call", "report: calls", "7:13: expected one of call, name"},
        BadCase{"position: 0", "position: first", "6:48: expected a 0-based position"},
        BadCase{"value: {not: {is: \"false\"}}", "value: nccl",
                "6:58: expected a map with the keys equals, contains"},
        BadCase{"not: {is: \"false\"}", "is: maybe",
                "6:63: expected one of integer, string, true, false, none; found \"maybe\""},
        BadCase{"\"torch.a.**\"", "\"torch..a\"", "8:51: expected a dotted name"},
        BadCase{"\"torch.a.**\"", "\"torch.**.a\"", "8:51: expected a dotted name"},
        BadCase{"arguments: --gpus", "where: []", "11:5: unknown key \"where\""},
        BadCase{"flag: --gpus(=.*)?", "flag: \"--gpus(\"",
                "12:11: not a regular expression of RE2: missing )"},
        BadCase{"[shell, docker]", "[shell, dockre]",
                "13:20: expected one of python, notebook, requirements"},
        BadCase{"kind: include", "kind: includes", "15:17: expected one of include, kernel"},
        BadCase{"torch_npu: \">=2.6\"", "torch_npu: \">=new\"",
                "16:20: expected a version bound such as \">=2.6,<2.8\"; found \">=new\""},
        BadCase{"{torch_npu: \">=2.6\", mode: auto}, {mode: manual}",
                "{mode: auto}, {mode: manual}", "16:8: only the last step may leave out"},
        BadCase{"effort: trivial", "effort: trivia",
                "18:9: expected one of none, trivial, small, medium, large; found \"trivia\"; did "
                "you mean \"trivial\"?"},
        BadCase{"effort: trivial\n", "", "1:1: the key \"effort\" is missing"},
        BadCase{"table: cuda_api_map", "table: cuda_map", "19:8: expected one of cuda_api_map"},
        BadCase{"sources: some/repo@main:file.py:3", "sources: []",
                "22:10: expected at least one item"},
        BadCase{"  #! sdp-switch other-rule", "", "26:7: no line of this sample is marked"},
        BadCase{"print(\"#!/bin/sh\")", "\"x  #! sdp-switch\"",
                "34:7: a silent sample must not be marked"},
        BadCase{"  silent:\n    - print(\"#!/bin/sh\")\n", "",
                "25:3: the key \"silent\" is missing"},
        BadCase{"covers: [P110]", "covers: &a [P110]", "23:9: anchors are not accepted"},
        BadCase{"covers: [P110]", "id: again", "23:1: the key \"id\" is given twice"},
        BadCase{"covers: [P110]", "covers: [P110",
                "24:8: not valid YAML: end of sequence flow not found"}));

TEST(RuleLoader, ReportsAllProblemsOfAFileInOrder) {
  std::string text = with(kGood, "domain: 3", "domain: x");
  text = with(text, "risk: low", "risk: lw");
  text = with(text, "call:", "cal:");
  const LoadedRules loaded = load(text);
  ASSERT_EQ(loaded.problems.size(), 3u);
  EXPECT_EQ(loaded.problems[0].line, 2u);
  EXPECT_EQ(loaded.problems[1].line, 5u);
  EXPECT_EQ(loaded.problems[2].line, 17u);
}

TEST(RuleLoader, RejectsDuplicateIds) {
  const LoadedRules loaded = load_rules(
      {{"a/sdp-switch.yaml", kGood}, {"b/sdp-switch.yaml", kGood}}, default_vocabulary());
  EXPECT_EQ(loaded.rules.size(), 1u);
  ASSERT_EQ(loaded.problems.size(), 1u);
  EXPECT_EQ(loaded.problems[0].text(),
            "b/sdp-switch.yaml:1:1: the id \"sdp-switch\" is already used by a/sdp-switch.yaml");
}

TEST(RuleLoader, SurvivesHostileFiles) {
  std::string deep = "id: ";
  for (int i = 0; i < 100'000; ++i) deep += '[';
  EXPECT_FALSE(load(deep).problems.empty());
  EXPECT_FALSE(load(std::string(kMaxRuleBytes + 1, 'a')).problems.empty());
  EXPECT_FALSE(load("").problems.empty());
  EXPECT_FALSE(load(std::string("\0\xff\xfe: {", 6)).problems.empty());
  EXPECT_FALSE(load("a: &a [1]\nb: &b [*a,*a]\nc: [*b,*b]\n").problems.empty());
  std::string many = "a: [";
  for (int i = 0; i < 120'000; ++i) many += "1,";
  EXPECT_FALSE(load(many + "1]").problems.empty());
}

TEST(RuleLoader, CompactFormGivesTheSameRules) {
  std::vector<FileProblem> problems;
  const std::string bytes =
      compact_rules({{"rules/sdp-switch.yaml", kGood}}, default_vocabulary(), problems);
  ASSERT_TRUE(problems.empty());
  Result<std::vector<Rule>> rules = load_compact_rules(bytes, default_vocabulary());
  ASSERT_TRUE(rules) << rules.error().message;
  ASSERT_EQ(rules.value().size(), 1u);
  const Rule& rule = rules.value()[0];
  EXPECT_EQ(rule.id, "sdp-switch");
  EXPECT_EQ(rule.origin, "rules/sdp-switch.yaml");
  EXPECT_EQ(rule.match.size(), 5u);
  EXPECT_EQ(rule.message.zh, "没有作用。");
  EXPECT_TRUE(rule.fires.empty());

  for (size_t cut = 0; cut < bytes.size(); ++cut) {
    EXPECT_FALSE(load_compact_rules(std::string_view(bytes).substr(0, cut), default_vocabulary()));
  }
}

TEST(RuleLoader, ReadsAFolder) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / "npuport_rules";
  fs::remove_all(folder);
  fs::create_directories(folder / "device");
  std::ofstream(folder / "device" / "sdp-switch.yaml") << kGood;
  std::ofstream(folder / "notes.txt") << "no rule";
  std::vector<FileProblem> problems;
  const std::vector<RuleFile> files = read_rule_files(folder.string(), problems);
  EXPECT_TRUE(problems.empty());
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(load_rules(files, default_vocabulary()).rules.size(), 1u);
  fs::remove_all(folder);
  EXPECT_TRUE(read_rule_files(folder.string(), problems).empty());
  EXPECT_EQ(problems.size(), 1u);
}

TEST(RuleLoader, ReadsWhatSomeTargetsAdd) {
  const std::string variant =
      "risk: low\ntargets:\n"
      "  - when: {release: \"<7.3.0\", soc: [A2, \"950\"]}\n    names: torch.a.b\n    risk: high\n"
      "    mode: none\n    note: {en: Older., zh: 较旧。}\n    sources: a.md:1\n"
      "  - when: {python: \">=3.12\", cann: \"<9\", torch: \">=2.7\", torch_npu: \"<3\"}\n"
      "    note: {en: New Python., zh: 新版 Python。}\n    sources: [b.md:2]\n";
  const LoadedRules loaded = load(with(kGood, "risk: low\n", variant));
  ASSERT_TRUE(loaded.problems.empty()) << loaded.problems.front().text();
  const std::vector<TargetVariant>& targets = loaded.rules.front().targets;
  ASSERT_EQ(targets.size(), 2u);
  EXPECT_EQ(targets[0].names, std::vector<std::string>{"torch.a.b"});
  EXPECT_EQ(targets[0].risk, Risk::kHigh);
  EXPECT_EQ(targets[0].mode, Mode::kNone);
  EXPECT_EQ(targets[0].note.zh, "较旧。");
  EXPECT_FALSE(targets[1].risk);

  Target target = {"A2", "2.7.1", "2.7.1", "7.2.0", "8.3.RC1", "3.12"};
  EXPECT_TRUE(targets[0].when.holds(target));
  EXPECT_TRUE(targets[1].when.holds(target));
  target.soc = "A3";
  EXPECT_FALSE(targets[0].when.holds(target));
  target = {"950", "2.13.0", "2.13.0", "master", "", "3.12"};
  EXPECT_FALSE(targets[0].when.holds(target));  // what is not released is newest
  EXPECT_FALSE(targets[1].when.holds(target));  // a CANN that is not known is within no bound
  target.cann = "8.5.0";
  EXPECT_TRUE(targets[1].when.holds(target));
}

TEST(RuleLoader, ReportsBadTargets) {
  const auto problems = [](const std::string& targets) {
    std::string all;
    for (const FileProblem& problem : load(with(kGood, "risk: low\n", targets)).problems) {
      all += problem.text() + "\n";
    }
    return all;
  };
  const std::string note = "\n    note: {en: A., zh: 甲。}\n    sources: x\n";
  EXPECT_NE(problems("targets: []\n"), "");
  EXPECT_NE(problems("targets: {when: {soc: A2}}\n").find("expected a list of"), std::string::npos);
  EXPECT_NE(problems("targets:\n  - when: {}" + note).find("expected a condition"),
            std::string::npos);
  EXPECT_NE(problems("targets:\n  - when: {soc: A9}" + note).find("A2, A3, 310P, 950"),
            std::string::npos);
  EXPECT_NE(problems("targets:\n  - when: {cann: new}" + note).find("expected a version bound"),
            std::string::npos);
  EXPECT_NE(problems("targets:\n  - when: {chip: A2}" + note).find("chip"), std::string::npos);
  EXPECT_NE(problems("targets:\n  - when: {soc: A2}\n").find("note"), std::string::npos);
}

}  // namespace
}  // namespace npuport
