#include "knowledge/knowledge.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "knowledge/embedded.h"

namespace npuport {
namespace {

namespace fs = std::filesystem;

const Knowledge& shipped() {
  static const Knowledge knowledge = [] {
    Result<Knowledge> loaded = Knowledge::load({});
    EXPECT_TRUE(loaded) << loaded.error().message;
    return std::move(loaded.value());
  }();
  return knowledge;
}

TEST(Embedded, HoldsTheFolder) {
  EXPECT_EQ(embedded("DATE"), "2026-12-01\n");
  EXPECT_EQ(embedded("no/such/file").data(), nullptr);
  const std::vector<std::string_view> paths = embedded_paths();
  EXPECT_TRUE(std::is_sorted(paths.begin(), paths.end()));
  EXPECT_NE(std::find(paths.begin(), paths.end(), "torch_npu/env_vars.tsv"), paths.end());
  for (const std::string_view path : paths) {
    if (path.starts_with("rules")) continue;
    std::ifstream in(fs::path(NPUPORT_SOURCE_DIR) / "knowledge" / path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    EXPECT_TRUE(embedded(path) == text) << path;
  }
}

TEST(Knowledge, Loads) {
  EXPECT_EQ(shipped().date(), "2026-12-01");
  EXPECT_EQ(shipped().cuda_apis().rows().size(), 180u);
  EXPECT_GT(shipped().packages().rows().size(), 465u);  // and those of packages_extra.tsv
  EXPECT_EQ(shipped().pitfalls().rows().size(), 243u);
  EXPECT_EQ(shipped().pitfalls().find("P001")->severity, "blocker");
  EXPECT_EQ(shipped().effort("trivial").likely, 0.1);
  EXPECT_EQ(shipped().effort("no such class").high, 0);
  EXPECT_EQ(shipped().distribution_of_import("bs4"), "beautifulsoup4");
}

TEST(Knowledge, ToolsWithoutAcceleratorCodeAreNotInvolved) {
  for (const char* name : {"setuptools", "Cython", "ruff", "wheel", "pytest-cov", "black", "isort",
                           "flake8", "mypy", "pre_commit", "jinja2", "typing_extensions"}) {
    const PackageRow* row = shipped().packages().find(name);
    ASSERT_NE(row, nullptr) << name;
    EXPECT_TRUE(is_not_involved(*row)) << name;
    EXPECT_FALSE(row->source.empty()) << name;
  }
  EXPECT_FALSE(is_not_involved(*shipped().packages().find("torch-npu")));
  EXPECT_FALSE(is_not_involved(*shipped().packages().find("flash-attn")));
}

TEST(Knowledge, NameTraps) {
  const auto traps = shipped().name_traps("triton");
  ASSERT_EQ(traps.size(), 1u);
  EXPECT_EQ(traps[0]->kind, NameTrap::Kind::kReused);
  EXPECT_EQ(traps[0]->other, "triton-ascend");
  EXPECT_EQ(shipped().name_traps("apex").at(0)->kind, NameTrap::Kind::kHomonym);
  EXPECT_EQ(shipped().name_traps("mindspeed").at(0)->kind, NameTrap::Kind::kPlaceholder);
  EXPECT_EQ(shipped().name_traps("detectron2").at(0)->kind, NameTrap::Kind::kSourceOnly);
  EXPECT_TRUE(shipped().name_traps("numpy").empty());
}

TEST(Knowledge, RulesCanBeReadWithoutTheirPatterns) {
  const Result<Knowledge> read = Knowledge::load({{}, {}, RuleUse::kRead});
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read.value().rules().size(), shipped().rules().size());
  size_t patterns = 0;
  for (size_t i = 0; i < read.value().rules().size(); ++i) {
    const Rule& light = read.value().rules()[i];
    const Rule& full = shipped().rules()[i];
    EXPECT_EQ(light.id, full.id);
    EXPECT_EQ(light.message.zh, full.message.zh);
    ASSERT_EQ(light.match.size(), full.match.size());
    for (size_t m = 0; m < full.match.size(); ++m) {
      EXPECT_EQ(light.match[m].names, full.match[m].names);
      EXPECT_EQ(light.match[m].text, nullptr);
      EXPECT_EQ(light.match[m].value.pattern, nullptr);
      if (full.match[m].text != nullptr) ++patterns;
    }
  }
  EXPECT_GT(patterns, 0u);
}

TEST(Knowledge, EveryTableNameOfCudaApisIsFound) {
  for (const CudaApiRow& row : shipped().cuda_apis().rows()) {
    if (row.api.find_first_of(" *[") != std::string_view::npos) continue;
    ASSERT_NE(shipped().cuda_apis().find(row.api), nullptr) << row.api;
    EXPECT_EQ(shipped().cuda_apis().find(row.api)->api, row.api);
  }
  EXPECT_NE(shipped().cuda_apis().find("torch.cuda.nvtx.mark"), nullptr);
  EXPECT_NE(shipped().cuda_apis().find("torch.cuda.random.manual_seed"), nullptr);
  EXPECT_NE(shipped().cuda_apis().find("torch.backends.cuda.cufft_plan_cache.max_size"), nullptr);
  EXPECT_EQ(shipped().cuda_apis().find("torch.cuda.nothing"), nullptr);
}

TEST(Knowledge, EnvironmentVariables) {
  const EnvTable& env = shipped().env();
  ASSERT_EQ(env.find_cuda("CUDA_VISIBLE_DEVICES").size(), 1u);
  EXPECT_EQ(env.find_cuda("CUDA_VISIBLE_DEVICES")[0]->npu_name, "ASCEND_RT_VISIBLE_DEVICES");
  const auto buffers = env.find_cuda("NCCL_BUFFSIZE");
  ASSERT_EQ(buffers.size(), 2u);
  EXPECT_EQ(buffers[0]->npu_name, "HCCL_BUFFSIZE");  // the exact one before the rough one
  EXPECT_FALSE(env.find_cuda("NCCL_IB_DISABLE")[0]->has_counterpart);
  EXPECT_EQ(env.find_cuda("CUDA_HOME")[0], env.find_npu("ASCEND_OPP_PATH"));
  EXPECT_TRUE(env.find_cuda("PATH").empty());
}

TEST(Knowledge, DistributedPrefersWhatTheImplementationSays) {
  const auto rows = shipped().distributed().find("torch.distributed.gather");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_FALSE(rows[0]->documented);
  EXPECT_TRUE(rows[1]->documented);
  EXPECT_EQ(shipped().distributed().find("torch.nn.DataParallel")[0]->status, "missing");
  EXPECT_NE(shipped().distributed().find_op("fp64 all_reduce"), nullptr);
}

TEST(Knowledge, FillsTextsFromTables) {
  std::map<std::string, std::string> values;
  EXPECT_TRUE(shipped().fill_from_table("cuda_api_map", "torch.cuda.nvtx.mark", values));
  EXPECT_EQ(values["npu_equivalent"], "torch.npu.mstx");
  EXPECT_TRUE(shipped().fill_from_table("env_vars", "CUDA_VISIBLE_DEVICES", values));
  EXPECT_EQ(values["npu_equivalent"], "ASCEND_RT_VISIBLE_DEVICES");
  EXPECT_TRUE(shipped().fill_from_table("distributed", "torch.distributed.all_reduce", values));
  EXPECT_EQ(values["status"], "supported");
  EXPECT_FALSE(values["documented_limits"].empty());
  EXPECT_TRUE(shipped().fill_from_table("packages", "Flash_Attn", values));
  EXPECT_EQ(values["status"], "needs-replacement");
  EXPECT_TRUE(shipped().fill_from_table("triton", "triton.language.dot", values));
  EXPECT_TRUE(shipped().fill_from_table("npu_ops", "torch_npu.npu_fusion_attention", values));
  EXPECT_FALSE(shipped().fill_from_table("cuda_api_map", "torch.cuda.nothing", values));
  EXPECT_EQ(values["npu_equivalent"], "");
  EXPECT_FALSE(shipped().fill_from_table("no_such_table", "x", values));
}

TEST(Knowledge, NativeApiOnDemand) {
  const Result<NativeApiTable> table = shipped().native_api();
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(table.value().size(), 3471u);
  const auto bucket = table.value().find("torch.distributed.GradBucket", "2.7.1");
  ASSERT_EQ(bucket.size(), 1u);
  EXPECT_EQ(bucket[0].supported, "limited");
  EXPECT_EQ(bucket[0].restriction_kinds, "dtype");
  EXPECT_EQ(bucket[0].ascend950, "no");
  EXPECT_EQ(
      bucket[0].source,
      "Ascend/pytorch@master:docs/zh/api/native_api/pytorch_2-7-1/DDP-Communication-Hooks.md:20");
  EXPECT_EQ(table.value().find("torch.Tensor.flatten", "2.9").size(), 2u);
  EXPECT_TRUE(table.value().find("torch.Tensor.flatten", "2.1").empty());
  EXPECT_TRUE(table.value().find("torch.no_such", "2.9").empty());
}

class OwnFolder : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / "npuport_knowledge";
    fs::remove_all(folder_);
    fs::copy(fs::path(NPUPORT_SOURCE_DIR) / "knowledge", folder_, fs::copy_options::recursive);
    fs::remove_all(folder_ / "rules");
    fs::create_directories(folder_ / "rules");
  }
  void TearDown() override { fs::remove_all(folder_); }

  static std::string rule(const std::string& id, const std::string& risk) {
    return "id: " + id +
           "\ndomain: 2\ntitle: {en: a, zh: 甲}\nmatch: {call: a.b}\nmode: manual\nrisk: " + risk +
           "\neffort: trivial\nmessage: {en: a, zh: 甲}\nreplacement: {en: a, zh: 甲}\nsources: s\n"
           "samples:\n  fires: [\"import a; a.b()  #! " +
           id + "\"]\n  silent: [\"x\"]\n";
  }
  void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }

  fs::path folder_;
};

TEST_F(OwnFolder, ReplacesTheEmbeddedKnowledge) {
  write(folder_ / "rules" / "a" / "first.yaml", rule("first", "low"));
  write(folder_ / "DATE", "2031-01-02\n");
  const Result<Knowledge> loaded = Knowledge::load({folder_.string(), {}});
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded.value().date(), "2031-01-02");
  ASSERT_EQ(loaded.value().rules().size(), 1u);
  EXPECT_EQ(loaded.value().rule("first")->fires.size(), 1u);
  EXPECT_EQ(loaded.value().rule("second"), nullptr);
}

TEST_F(OwnFolder, AddsUserRulesWithTheSameChecks) {
  write(folder_ / "mine" / "my-rule.yaml", rule("my-rule", "high"));
  Result<Knowledge> loaded = Knowledge::load({{}, {(folder_ / "mine").string()}});
  ASSERT_TRUE(loaded) << loaded.error().message;
  ASSERT_NE(loaded.value().rule("my-rule"), nullptr);
  EXPECT_TRUE(loaded.value().rule("my-rule")->from_user);
  EXPECT_EQ(loaded.value().rules().size(), shipped().rules().size() + 1);

  write(folder_ / "mine" / "my-rule.yaml", rule("my-rule", "hihg"));
  write(folder_ / "mine" / "other.yaml", "id: [");
  loaded = Knowledge::load({{}, {(folder_ / "mine").string()}});
  ASSERT_FALSE(loaded);
  EXPECT_NE(
      loaded.error().message.find("my-rule.yaml:6:7: expected one of none, low, medium, high"),
      std::string::npos)
      << loaded.error().message;
  EXPECT_NE(loaded.error().message.find("other.yaml:1:"), std::string::npos);
}

TEST_F(OwnFolder, NamesADamagedTrap) {
  write(folder_ / "name_traps.tsv", "name\tkind\tother\tsource\napex\todd\t\tsomewhere\n");
  const Result<Knowledge> loaded = Knowledge::load({folder_.string(), {}});
  ASSERT_FALSE(loaded);
  EXPECT_NE(loaded.error().message.find("name_traps.tsv:2: expected reused"), std::string::npos);
}

TEST_F(OwnFolder, NamesMissingAndDamagedTables) {
  fs::remove(folder_ / "packages.tsv");
  Result<Knowledge> loaded = Knowledge::load({folder_.string(), {}});
  ASSERT_FALSE(loaded);
  EXPECT_NE(loaded.error().message.find("packages.tsv: no such file"), std::string::npos);
  write(folder_ / "packages.tsv", "dist_name\tx\n");
  loaded = Knowledge::load({folder_.string(), {}});
  ASSERT_FALSE(loaded);
  EXPECT_NE(loaded.error().message.find("packages.tsv:1: expected the columns"), std::string::npos);
  EXPECT_FALSE(Knowledge::load({"/no/such/folder", {}}));
  EXPECT_FALSE(Knowledge::load({{}, {"/no/such/folder"}}));
}

}  // namespace
}  // namespace npuport
