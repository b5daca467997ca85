#include <gtest/gtest.h>
#include <unistd.h>

#include <map>

#include "cli/environment.h"
#include "cli/formats.h"
#include "cli/gate.h"
#include "cli/suggest.h"
#include "unit/render/sample_report.h"

namespace npuport {
namespace {

Environment environment_of(const std::map<std::string, std::string>& variables) {
  return read_environment(
      [&](const char* name) -> const char* {
        const auto found = variables.find(name);
        return found == variables.end() ? nullptr : found->second.c_str();
      },
      -1, -1);
}

TEST(Environment, FollowsPosixPrecedence) {
  EXPECT_EQ(environment_of({{"LANG", "zh_CN.UTF-8"}}).locale_language, "zh_CN.UTF-8");
  EXPECT_EQ(environment_of({{"LANG", "zh_CN.UTF-8"}, {"LC_ALL", "C"}}).locale_language, "C");
  EXPECT_EQ(environment_of({{"LANG", "zh_CN.UTF-8"}, {"LC_ALL", ""}}).locale_language,
            "zh_CN.UTF-8");
  EXPECT_EQ(environment_of({{"LANG", "en"}, {"LC_MESSAGES", "zh_TW"}}).locale_language, "zh_TW");
  EXPECT_TRUE(environment_of({{"LANG", "en_US.utf8"}}).utf8);
  EXPECT_FALSE(environment_of({{"LANG", "en_US.UTF-8"}, {"LC_CTYPE", "C"}}).utf8);
  EXPECT_FALSE(environment_of({}).utf8);
  EXPECT_FALSE(environment_of({}).colors);
}

TEST(Environment, WidthIsBounded) {
  EXPECT_EQ(environment_of({}).width, 100u);
  EXPECT_EQ(environment_of({{"COLUMNS", "80"}}).width, 80u);
  EXPECT_EQ(environment_of({{"COLUMNS", "5000"}}).width, 120u);
  EXPECT_EQ(environment_of({{"COLUMNS", "-7"}}).width, 100u);
  EXPECT_EQ(environment_of({{"COLUMNS", "x"}}).width, 100u);
}

TEST(Environment, ChoosesTheLanguage) {
  EXPECT_EQ(choose_language("", environment_of({{"LANG", "zh_CN.UTF-8"}})), Language::kChinese);
  EXPECT_EQ(choose_language("en", environment_of({{"LANG", "zh_CN.UTF-8"}})), Language::kEnglish);
  EXPECT_EQ(choose_language("zh", environment_of({})), Language::kChinese);
  EXPECT_EQ(choose_language("", environment_of({{"LANG", "de_DE"}})), Language::kEnglish);
}

TEST(Outputs, PairFormatsWithFiles) {
  const auto plans = plan_outputs({"json"}, {"a.md", "b.CSV", "-"});
  ASSERT_TRUE(plans) << plans.error().message;
  EXPECT_EQ(plans.value()[0].format, Format::kJson);
  EXPECT_EQ(plans.value()[1].format, Format::kCsv);
  EXPECT_EQ(plans.value()[2].format, Format::kTerminal);
  EXPECT_EQ(plans.value()[2].path, "");
  EXPECT_EQ(plan_outputs({}, {}).value().size(), 1u);
  EXPECT_EQ(plan_outputs({"md"}, {}).value()[0].format, Format::kMarkdown);
}

TEST(Outputs, RefuseWhatIsNotClear) {
  EXPECT_FALSE(plan_outputs({"json", "csv"}, {"a.json"}));
  EXPECT_FALSE(plan_outputs({}, {"a"}));
  EXPECT_FALSE(plan_outputs({}, {"folder.md/a"}));
  EXPECT_FALSE(plan_outputs({}, {"-", "-"}));
  EXPECT_FALSE(plan_outputs({"JSON!"}, {}));
}

TEST(Gate, CountsUnguardedProjectCodeOnly) {
  const Report report = sample_report();
  const auto failed = [&](const std::string& text) {
    return failed_gates(report, parse_gate({text}).value());
  };
  EXPECT_EQ(failed("blocker"),
            (std::vector<std::string>{"blocker: 1 site, first csrc/rotary.cu:1"}));
  EXPECT_EQ(failed("risk>=high").size(), 1u);  // the flash attention import is guarded
  EXPECT_EQ(failed("auto"), (std::vector<std::string>{"auto: 3 sites, first train.py:4"}));
  EXPECT_EQ(failed("unknown-package"),
            (std::vector<std::string>{"unknown-package: 1 package, first acme-ops"}));
  EXPECT_EQ(failed("manual,blocker").size(), 2u);
  EXPECT_EQ(failed_gates(report, {}).size(), 0u);
  EXPECT_TRUE(
      failed_gates(Fixture().report(), parse_gate({"any,unknown-package"}).value()).empty());
}

TEST(Gate, RefusesUnknownConditions) {
  for (const char* bad : {"", "manual,", "risk>=", "risk>=worst", "Manual"})
    EXPECT_FALSE(parse_gate({bad})) << bad;
}

TEST(Suggest, FindsTheNearest) {
  const std::vector<std::string> names = {"analyze", "report", "explain"};
  EXPECT_EQ(nearest_name("analyse", names), "analyze");
  EXPECT_EQ(nearest_name("explian", names), "explain");
  EXPECT_EQ(nearest_name("port", names), "report");
  EXPECT_EQ(nearest_name("zzzzzz", names), "");
  EXPECT_EQ(nearest_name("", names), "");
}

}  // namespace
}  // namespace npuport
