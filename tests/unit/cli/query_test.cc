#include <nlohmann/json.hpp>

#include "unit/cli/run.h"

namespace npuport {
namespace {

using Json = nlohmann::json;

RunResult query(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "query");
  return run(arguments);
}

TEST(Query, AnswersOnTheTerminalWithSources) {
  const RunResult result = query({"torch.cuda.graph"});
  EXPECT_EQ(result.code, kExitOk);
  EXPECT_EQ(result.err, "");
  for (const char* part : {"torch.npu.graph", "supported with limits", "cuda-graph", "P090",
                           "docs/zh/api/native_api", "inference only", "knowledge of 20"}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part << "\n" << result.out;
  }
}

TEST(Query, SpeaksChineseAndKeepsNames) {
  const RunResult result = query({"torch.cuda.graph", "--lang", "zh"});
  EXPECT_EQ(result.code, kExitOk);
  for (const char* part : {"有限制地支持", "相关规则", "已知问题", "torch.npu.graph"}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part;
  }
}

TEST(Query, SeveralNamesAsJson) {
  const RunResult result = query(
      {"torch.cuda.graph", "flash-attn", "NCCL_DEBUG", "--format", "json", "--target", "soc=A3"});
  EXPECT_EQ(result.code, kExitOk);
  const Json json = Json::parse(result.out);
  EXPECT_EQ(json["schema_version"], "1");
  EXPECT_EQ(json["target"]["soc"], "A3");
  ASSERT_EQ(json["answers"].size(), 3u);
  EXPECT_EQ(json["answers"][0]["entries"][0]["mode"], "auto");
  EXPECT_EQ(json["answers"][1]["entries"][0]["status"], "needs_replacement");
  EXPECT_EQ(json["answers"][1]["entries"][0]["mode"], nullptr);
  EXPECT_EQ(json["answers"][2]["entries"][0]["kind"], "environment");
  for (const Json& answer : json["answers"]) {
    for (const Json& entry : answer["entries"]) {
      for (const Json& statement : entry["statements"]) EXPECT_GE(statement["sources"].size(), 1u);
    }
  }
}

TEST(Query, MarkdownHasATableOfStatements) {
  const RunResult result = query({"tl.dot", "--format", "markdown"});
  EXPECT_EQ(result.code, kExitOk);
  EXPECT_TRUE(result.out.starts_with("# npuport query\n")) << result.out;
  EXPECT_NE(result.out.find("| Topic | What holds | Source |"), std::string::npos);
  EXPECT_NE(result.out.find("triton-tf32-dot"), std::string::npos);
}

TEST(Query, AMissExitsWith3AndOffersNames) {
  const RunResult result = query({"torch.cuda.grap"});
  EXPECT_EQ(result.code, kExitNothing);
  EXPECT_NE(result.out.find("Did you mean: torch.cuda.graph"), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("unsupported"), std::string::npos);
  // One miss among several is told by the exit code; the others are answered.
  const RunResult mixed = query({"torch.cuda.graph", "no.such.name"});
  EXPECT_EQ(mixed.code, kExitNothing);
  EXPECT_NE(mixed.out.find("torch.npu.graph"), std::string::npos);
}

TEST(Query, ARuleIsExplainedElsewhere) {
  const RunResult result = query({"cuda-graph"});
  EXPECT_EQ(result.code, kExitNothing);
  EXPECT_NE(result.err.find("npuport explain cuda-graph"), std::string::npos) << result.err;
}

TEST(Query, TheTargetChangesTheAnswer) {
  const RunResult now = query({"torch.amp.autocast", "--target", "torch=2.12"});
  const RunResult then = query({"torch.amp.autocast", "--target", "torch=2.5"});
  EXPECT_NE(now.out.find("transfer_to_npu: covered on this target"), std::string::npos);
  EXPECT_NE(then.out.find("not yet covered in the target's release"), std::string::npos)
      << then.out;
}

TEST(Query, HostileNamesCannotControlTheTerminal) {
  const RunResult result = query({"evil\x1b[31m\xff"});
  EXPECT_EQ(result.code, kExitNothing);
  EXPECT_EQ(result.out.find('\x1b'), std::string::npos);
  const RunResult json = query({"evil\x1b[31m\xff", "--format", "json"});
  EXPECT_FALSE(Json::parse(json.out, nullptr, false).is_discarded());
}

TEST(Query, BadCommandLinesExitWith2) {
  const TemporaryFolder folder;
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{},
                                             {"torch", "--format", "yaml"},
                                             {"torch", "--target", "torch=0.4"},
                                             {"torch", "--lang", "fr"},
                                             {"torch", "--knowledge", folder / "missing"}}) {
    const RunResult result = query(arguments);
    EXPECT_EQ(result.code, kExitUsage) << testing::PrintToString(arguments);
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(result.err.starts_with("npuport: ")) << result.err;
  }
}

TEST(Query, OtherKnowledgeGivesOtherAnswers) {
  const TemporaryFolder folder;
  std::filesystem::copy(NPUPORT_SOURCE_DIR "/knowledge", folder / "knowledge",
                        std::filesystem::copy_options::recursive);
  folder.write(
      "knowledge/packages_extra.tsv",
      "dist_name\timport_names\tcategory\tcuda_bound\tascend_status\treplacement\thow\t"
      "min_version_with_npu\teffort_days_low\teffort_days_high\tconfidence\tnames\tsource\n"
      "my-tool\tmytool\tgeneral\tnone\tcompatible\t\tours\t\t0\t0\thigh\tmy-tool\tus\n");
  EXPECT_EQ(query({"mytool"}).code, kExitNothing);
  const RunResult result = query({"mytool", "--knowledge", folder / "knowledge"});
  EXPECT_EQ(result.code, kExitOk) << result.err;
  EXPECT_NE(result.out.find("my-tool"), std::string::npos);
}

TEST(Query, CompletionKnowsTheCommandAndItsOptions) {
  const RunResult bash = run({"completion", "bash"});
  EXPECT_NE(bash.out.find("query) options="), std::string::npos);
  const size_t line = bash.out.find("query) options=");
  const std::string options = bash.out.substr(line, bash.out.find('\n', line) - line);
  for (const char* option : {"--target", "--lang", "--format", "--knowledge"}) {
    EXPECT_NE(options.find(option), std::string::npos) << option;
  }
  EXPECT_NE(run({"completion", "zsh"}).out.find("query:"), std::string::npos);
  EXPECT_NE(run({"completion", "fish"}).out.find("-a query"), std::string::npos);
}

}  // namespace
}  // namespace npuport
