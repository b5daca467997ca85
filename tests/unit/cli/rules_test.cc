#include <nlohmann/json.hpp>
#include <set>

#include "unit/cli/run.h"

namespace npuport {
namespace {

using Json = nlohmann::json;

TEST(Rules, OfOneDomain) {
  const Json all = Json::parse(run({"rules", "--format", "json"}).out);
  size_t sum = 0;
  for (int domain = 1; domain <= 6; ++domain) {
    const RunResult result = run({"rules", "--domain", std::to_string(domain), "--format", "json"});
    ASSERT_EQ(result.code, kExitOk);
    const Json rules = Json::parse(result.out);
    for (const Json& rule : rules) EXPECT_EQ(rule["domain"], domain);
    sum += rules.size();
    const std::string text = run({"rules", "--domain", std::to_string(domain)}).out;
    EXPECT_TRUE(text.starts_with(std::to_string(domain) + " ")) << text;
    EXPECT_EQ(text.find("\n\n"), std::string::npos);  // no other domain follows
  }
  EXPECT_EQ(sum, all.size());
  for (const char* domain : {"0", "7", "x"}) {
    EXPECT_EQ(run({"rules", "--domain", domain}).code, kExitUsage) << domain;
  }
}

TEST(Rules, JsonTellsModesByRelease) {
  const Json rules = Json::parse(run({"rules", "--format", "json"}).out);
  std::set<std::string> kinds;
  for (const Json& rule : rules) {
    kinds.insert(rule["mode"]["kind"]);
    EXPECT_GE(rule["sources"].size(), 1u) << rule["id"];
  }
  EXPECT_TRUE(kinds.contains("fixed"));
  EXPECT_TRUE(kinds.contains("transfer"));
}

TEST(Explain, InEveryFormat) {
  const RunResult text = run({"explain", "cuda-graph"});
  for (const char* part : {"Looks for", "reference: torch.cuda.CUDAGraph",
                           "for torch 2.5.1 from 7.1.0", "Known pitfalls", "P090", "Sources"}) {
    EXPECT_NE(text.out.find(part), std::string::npos) << part;
  }
  const Json json = Json::parse(run({"explain", "cuda-graph", "--format", "json"}).out);
  EXPECT_EQ(json["id"], "cuda-graph");
  EXPECT_EQ(json["mode"]["kind"], "transfer");
  const RunResult markdown = run({"explain", "cuda-graph", "--format", "markdown", "--lang", "zh"});
  EXPECT_TRUE(markdown.out.starts_with("## cuda-graph\n")) << markdown.out;
  EXPECT_NE(markdown.out.find("**依据**"), std::string::npos);
  EXPECT_EQ(run({"explain", "cuda-graph", "--format", "xml"}).code, kExitUsage);
}

}  // namespace
}  // namespace npuport
