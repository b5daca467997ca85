#include "cli/cli.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "render/json.h"
#include "unit/cli/run.h"
#include "unit/render/sample_report.h"

namespace npuport {
namespace {

TemporaryFolder small_project() {
  TemporaryFolder folder;
  folder.write("train.py",
               "import torch\n\nmodel = torch.nn.Linear(2, 2).cuda()\ntorch.cuda.empty_cache()\n");
  folder.write("requirements.txt", "torch==2.7.1\nflash-attn\n");
  return folder;
}

TEST(Cli, HelpAndVersionGoToStdout) {
  const RunResult help = run({"--help"});
  EXPECT_EQ(help.code, kExitOk);
  EXPECT_NE(help.out.find("analyze"), std::string::npos);
  EXPECT_NE(help.out.find("Exit codes"), std::string::npos);
  EXPECT_EQ(help.err, "");
  const RunResult version = run({"--version"});
  EXPECT_EQ(version.code, kExitOk);
  EXPECT_TRUE(version.out.starts_with("npuport ")) << version.out;
  EXPECT_NE(version.out.find("knowledge of 20"), std::string::npos);
  EXPECT_NE(run({"analyze", "--help"}).out.find("--max-unread"), std::string::npos);
}

TEST(Cli, BadCommandLinesExitWith2AndSayNothingOnStdout) {
  const TemporaryFolder project = small_project();
  const std::vector<std::vector<std::string>> bad = {
      {"analyze", "--no-such-option"},
      {"analyze", project.str(), "--format", "yaml"},
      {"analyze", project.str(), "--format", "html"},
      {"analyze", project.str(), "--format", "sarif"},
      {"analyze", project.str(), "--output", project / "x.html"},
      {"analyze", project.str(), "--output", project / "x.unknown"},
      {"analyze", project.str(), "--format", "json", "--format", "csv"},
      {"analyze", project.str(), "--output", project / "a.md", "--output", project / "a.md"},
      {"analyze", project.str(), "--fail-on", "sometimes"},
      {"analyze", project.str(), "--fail-on", "risk>=none"},
      {"analyze", project.str(), "--lang", "fr"},
      {"analyze", project.str(), "--threads", "-1"},
      {"analyze", project.str(), "--target", "torch=0.4"},
      {"analyze", project.str(), "--rules", project / "missing"},
      {"analyze", project / "missing"},
      {"analyze", project.str(), "--output", project / "missing/report.md"},
      {"report", project / "train.py"},
      {"report", project / "missing.json"},
      {"report"},
      {"explain"},
      {"explain", "no-such-rule-at-all"},
      {"completion", "tcsh"},
  };
  for (const auto& arguments : bad) {
    const RunResult result = run(arguments);
    EXPECT_EQ(result.code, kExitUsage) << testing::PrintToString(arguments);
    EXPECT_EQ(result.out, "") << testing::PrintToString(arguments);
    EXPECT_TRUE(result.err.starts_with("npuport: ")) << result.err;
  }
  EXPECT_NE(
      run({"analyze", project.str(), "--format", "html"}).err.find("comes in a later release"),
      std::string::npos);
}

TEST(Cli, NothingToAnalyseExitsWith3) {
  const TemporaryFolder empty;
  EXPECT_EQ(run({empty.str()}).code, kExitNothing);
  const TemporaryFolder pictures;
  pictures.write("a.png", "\x89PNG");
  const RunResult result = run({pictures.str(), "--format", "json"});
  EXPECT_EQ(result.code, kExitNothing);
  EXPECT_EQ(result.out, "");
}

TEST(Cli, AnalyzeIsTheDefaultCommand) {
  const TemporaryFolder project = small_project();
  const RunResult by_default = run({project.str(), "--format", "json"});
  const RunResult by_name = run({"analyze", "--format", "json", project.str()});
  EXPECT_EQ(by_default.code, kExitOk) << by_default.err;
  EXPECT_EQ(by_default.out, by_name.out);
  EXPECT_EQ(by_default.err, "");
  EXPECT_EQ(run({"--format", "json", project.str()}).out, by_name.out);
}

TEST(Cli, FindsAndPlacesTheSites) {
  const TemporaryFolder project = small_project();
  const Result<Report> report = parse_report(run({project.str(), "--format", "json"}).out);
  ASSERT_TRUE(report) << report.error().message;
  bool cuda_call = false;
  bool package = false;
  for (const ReportFinding& f : report.value().findings) {
    cuda_call |= f.path == "train.py" && f.line == 3 && f.domain == 2;
    package |= f.path == "requirements.txt" && f.line == 2 && f.domain == 1;
  }
  EXPECT_TRUE(cuda_call);
  EXPECT_TRUE(package);
  EXPECT_EQ(report.value().target.torch, "2.7.1");
  EXPECT_TRUE(report.value().target.inferred);
}

TEST(Cli, SameBytesForAnyNumberOfThreads) {
  const TemporaryFolder project = small_project();
  const std::string one = run({project.str(), "--format", "json", "--threads", "1"}).out;
  EXPECT_EQ(run({project.str(), "--format", "json", "--threads", "2"}).out, one);
  EXPECT_EQ(run({project.str(), "--format", "json", "--threads", "8"}).out, one);
}

TEST(Cli, SeveralPathsBecomeOneTree) {
  TemporaryFolder project;
  project.write("a/x.py", "import torch\ntorch.cuda.empty_cache()\n");
  project.write("b/c/y.py", "import torch\ntorch.cuda.empty_cache()\n");
  const Result<Report> report = parse_report(
      run({project / "a", project / "b/c/y.py", project / "b", "--format", "json"}).out);
  ASSERT_TRUE(report);
  EXPECT_EQ(report.value().project.files, 2u);
  std::set<std::string> paths;
  for (const ReportFinding& f : report.value().findings) paths.insert(f.path);
  EXPECT_EQ(paths, (std::set<std::string>{"a/x.py", "b/c/y.py"}));
}

TEST(Cli, WritesEveryOutputAndNothingElse) {
  const TemporaryFolder project = small_project();
  const TemporaryFolder out;
  const RunResult result = run({project.str(), "--output", out / "r.json", "--output", out / "r.md",
                                "--output", out / "r.csv", "--output", out / "r.txt"});
  EXPECT_EQ(result.code, kExitOk);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(out.names(), (std::vector<std::string>{"r.csv", "r.json", "r.md", "r.txt"}));
  EXPECT_EQ(project.names(), (std::vector<std::string>{"requirements.txt", "train.py"}));
  EXPECT_TRUE(out.read("r.md").starts_with("# "));
  EXPECT_EQ(out.read("r.json"), run({project.str(), "--format", "json"}).out);
  const RunResult paired =
      run({project.str(), "--format", "markdown", "--output", out / "x.data", "--quiet"});
  EXPECT_EQ(paired.code, kExitOk);
  EXPECT_EQ(paired.err, "");
  EXPECT_EQ(out.read("x.data"), out.read("r.md"));
}

TEST(Cli, ReplacesAnOutputInOneStepAndKeepsItsMode) {
  const TemporaryFolder project = small_project();
  const TemporaryFolder out;
  out.write("real.md", "old");
  chmod((out / "real.md").c_str(), 0640);
  std::filesystem::create_symlink("real.md", out / "link.md");
  EXPECT_EQ(run({project.str(), "--output", out / "link.md"}).code, kExitOk);
  EXPECT_TRUE(std::filesystem::is_symlink(out / "link.md"));
  EXPECT_TRUE(out.read("real.md").starts_with("# "));
  struct stat info {};
  ASSERT_EQ(stat((out / "real.md").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0640u);
  EXPECT_EQ(run({project.str(), "--format", "json", "--output", "/dev/null"}).code, kExitOk);
  ASSERT_EQ(stat("/dev/null", &info), 0);
  EXPECT_TRUE(S_ISCHR(info.st_mode));
  EXPECT_EQ(run({project.str(), "--format", "json", "--output", out.str()}).code, kExitUsage);
}

TEST(Cli, GatesFailAfterTheReportIsWritten) {
  const TemporaryFolder project = small_project();
  const RunResult failed = run({project.str(), "--format", "json", "--fail-on", "any"});
  EXPECT_EQ(failed.code, kExitGate);
  EXPECT_TRUE(parse_report(failed.out));
  EXPECT_NE(failed.err.find("gate failed: any: "), std::string::npos);
  EXPECT_EQ(run({project.str(), "--format", "json", "--fail-on", "blocker"}).code, kExitOk);
}

TEST(Cli, UnreadPathsBeyondTheBoundExitWith4) {
  TemporaryFolder project = small_project();
  project.write("big.py", std::string(5000, '#') + "\n");
  const std::vector<std::string> arguments = {project.str(), "--format", "json", "--max-file-size",
                                              "1000"};
  EXPECT_EQ(run(arguments).code, kExitOk);
  std::vector<std::string> bounded = arguments;
  bounded.insert(bounded.end(), {"--max-unread", "0"});
  const RunResult result = run(bounded);
  EXPECT_EQ(result.code, kExitIncomplete);
  EXPECT_TRUE(parse_report(result.out));
  bounded.back() = "1";
  EXPECT_EQ(run(bounded).code, kExitOk);
}

TEST(Cli, SpeaksTheLocalesLanguage) {
  const TemporaryFolder project = small_project();
  const Environment chinese = {.locale_language = "zh_CN.UTF-8", .utf8 = true};
  EXPECT_NE(run({project.str()}, chinese).out.find("结论"), std::string::npos);
  EXPECT_NE(run({project.str(), "--lang", "en"}, chinese).out.find("VERDICT"), std::string::npos);
  const Environment gbk = {.locale_language = "zh_CN.GBK", .utf8 = false};
  EXPECT_NE(run({project.str()}, gbk).out.find("VERDICT"), std::string::npos);
  EXPECT_NE(run({project.str(), "--lang", "zh"}, gbk).out.find("结论"), std::string::npos);
}

TEST(Cli, ReportRendersASavedReportAgain) {
  const TemporaryFolder project = small_project();
  const TemporaryFolder out;
  const std::string json = run({project.str(), "--format", "json"}).out;
  out.write("r.json", json);
  EXPECT_EQ(run({"report", out / "r.json", "--format", "json"}).out, json);
  EXPECT_EQ(run({"report", out / "r.json", "--format", "markdown", "--lang", "zh"}).out,
            run({project.str(), "--format", "markdown", "--lang", "zh"}).out);
  EXPECT_EQ(run({"report", out / "r.json", "--fail-on", "any", "--quiet"}).code, kExitGate);
}

TEST(Cli, RulesAndExplain) {
  const RunResult list = run({"rules"});
  EXPECT_EQ(list.code, kExitOk);
  EXPECT_NE(list.out.find("2 Device Layer\n"), std::string::npos);
  const RunResult json = run({"rules", "--format", "json"});
  ASSERT_TRUE(json.out.starts_with("[\n  {\"id\": \""));
  const size_t begin = std::string("[\n  {\"id\": \"").size();
  const std::string id = json.out.substr(begin, json.out.find('"', begin) - begin);
  const RunResult explained = run({"explain", id});
  EXPECT_EQ(explained.code, kExitOk);
  EXPECT_TRUE(explained.out.starts_with(id + "  "));
  EXPECT_NE(explained.out.find("What to do"), std::string::npos);
  EXPECT_NE(run({"explain", id, "--lang", "zh"}).out.find("如何修改"), std::string::npos);
  EXPECT_NE(run({"explain", id + "x"}).err.find("did you mean " + id + "?"), std::string::npos);
}

TEST(Cli, HintsAtAMisspeltCommand) {
  EXPECT_NE(run({"explian", "x"}).err.find("did you mean explain?"), std::string::npos);
}

TEST(Cli, TimeGoesToStderr) {
  const TemporaryFolder project = small_project();
  const RunResult result = run({project.str(), "--format", "json", "--time"});
  EXPECT_TRUE(parse_report(result.out));
  for (const char* stage :
       {"source", "syntax", "project", "detect", "assess", "render", "peak memory"}) {
    EXPECT_NE(result.err.find(stage), std::string::npos) << stage;
  }
}

TEST(Cli, CompletionNamesCommandsAndOptions) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const RunResult result = run({"completion", shell});
    EXPECT_EQ(result.code, kExitOk);
    EXPECT_NE(result.out.find("explain"), std::string::npos) << shell;
    EXPECT_NE(result.out.find("max-unread"), std::string::npos) << shell;
  }
}

TEST(Console, AReaderThatLeavesEndsQuietly) {
  std::signal(SIGPIPE, SIG_IGN);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  FILE* err = std::tmpfile();
  Console console(ends[1], fileno(err), {});
  EXPECT_TRUE(console.data("x"));
  EXPECT_TRUE(console.data("y"));
  close(ends[1]);
  EXPECT_EQ(read_back(err), "");
}

TEST(Console, AFullDiskIsAnError) {
  const int full = open("/dev/full", O_WRONLY);
  if (full < 0) GTEST_SKIP();
  Console console(full, full, {});
  EXPECT_FALSE(console.data("x"));
  close(full);
}

TEST(Cli, ListsTargets) {
  const RunResult en = run({"targets"});
  EXPECT_EQ(en.code, kExitOk);
  EXPECT_TRUE(en.out.starts_with("Maintained\n")) << en.out;
  EXPECT_NE(
      en.out.find("  2.6.0.post5     2.6.0    7.3.0     8.5.0     3.9-3.11     maintenance; end "
                  "of life expected from 2027/01/25\n"),
      std::string::npos)
      << en.out;
  EXPECT_NE(en.out.find("End of life\n"), std::string::npos);
  const RunResult zh = run({"targets", "--lang", "zh"});
  EXPECT_NE(zh.out.find("预计 2027/01/25 起停止维护"), std::string::npos) << zh.out;
  EXPECT_EQ(run({"targets", "--format", "terminal"}).out, en.out);
  EXPECT_EQ(run({"targets", "--format", "csv"}).code, kExitUsage);
}

TEST(Cli, TargetsAsJsonCanBeNamed) {
  const auto json = nlohmann::json::parse(run({"targets", "--format", "json"}).out);
  EXPECT_EQ(json["targets"].size(), 64u);
  EXPECT_EQ(json["latest"], "torch_npu=2.12.0");
  const TemporaryFolder project = small_project();
  for (const auto& row : json["targets"]) {
    EXPECT_TRUE(row["lifecycle"].is_string());
    EXPECT_FALSE(row["source"].get<std::string>().empty());
    if (!row["released"].get<bool>() || row["release"].is_null()) continue;
    const std::string target = "torch=" + row["torch"].get<std::string>() +
                               ",release=" + row["release"].get<std::string>();
    const RunResult result = run({project.str(), "--format", "json", "--target", target});
    EXPECT_EQ(result.code, kExitOk) << target << ": " << result.err;
  }
}

TEST(Cli, NamesWhatIsNearATarget) {
  const TemporaryFolder project = small_project();
  const RunResult typo = run({project.str(), "--target", "torhc=2.7"});
  EXPECT_EQ(typo.code, kExitUsage);
  EXPECT_NE(typo.err.find("did you mean torch=...?"), std::string::npos) << typo.err;
  const RunResult missing = run({project.str(), "--target", "torch_npu=2.6.0.post9"});
  EXPECT_EQ(missing.code, kExitUsage);
  EXPECT_NE(missing.err.find("nearest: 2.6.0.post5"), std::string::npos) << missing.err;
}

TEST(Cli, ExplainSaysWhatHoldsForSomeTargets) {
  const RunResult result = run({"explain", "torch-compile"});
  EXPECT_NE(result.out.find("On some targets\n  release <7.3.0: risk high; "), std::string::npos)
      << result.out;
  EXPECT_NE(result.out.find("soc 310P: risk high; "), std::string::npos);
}

}  // namespace
}  // namespace npuport
