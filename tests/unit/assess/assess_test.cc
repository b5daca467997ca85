#include "assess/assess.h"

#include <gtest/gtest.h>

#include "assess/verdict.h"
#include "unit/assess/fixture.h"

namespace npuport {
namespace {

const CauseRow& cause(const Report& report, const std::string& id) {
  for (const CauseRow& row : report.causes) {
    if (row.id == id) return row;
  }
  throw std::runtime_error("no cause " + id);
}

TEST(Assess, GroupsAndCountsByCauseAndDomain) {
  Fixture f;
  const Rule& device = f.rule("device", 2);
  const uint32_t a = f.file("a.py", "cuda\ncuda\ncuda\n");
  const uint32_t t = f.file("tests/test_a.py", "cuda\n");
  f.finding(device, a, "cuda", 0).mode = Mode::kAuto;
  f.finding(device, a, "cuda", 1).mode = Mode::kManual;
  f.finding(device, a, "cuda", 2).mode = Mode::kNone;
  f.finding(device, t, "cuda", 0).mode = Mode::kManual;
  const Report report = f.report();
  ASSERT_EQ(report.causes.size(), 1u);
  const CauseRow& row = report.causes[0];
  EXPECT_EQ(row.counts.automatic, 1u);
  EXPECT_EQ(row.counts.manual, 2u);
  EXPECT_EQ(row.counts.none, 1u);
  EXPECT_EQ(row.counts.aside, 1u);
  EXPECT_EQ(row.files, 2u);
  EXPECT_EQ(row.effort_class, "trivial");
  ASSERT_EQ(report.domains.size(), 6u);
  EXPECT_EQ(report.domains[1].counts.manual, 2u);
  EXPECT_EQ(report.domains[1].causes, 1u);
  EXPECT_EQ(report.domains[0].counts.total(), 0u);
  EXPECT_EQ(report.domains[0].worst_cause, "");
}

TEST(Assess, OnlyUnguardedProjectCodeBlocks) {
  Fixture f;
  const Rule& kernel = f.rule("kernel", 4);
  const uint32_t a = f.file("a.cu", "one\ntwo\n");
  const uint32_t t = f.file("tests/test_k.cu", "three\n");
  const auto add = [&](uint32_t file, const char* token) -> Finding& {
    Finding& finding = f.finding(kernel, file, token);
    finding.risk = Risk::kBlocker;
    finding.cause = std::string("kernel:") + token;
    return finding;
  };
  add(a, "one").guard = GuardState::kBuildSwitch;
  add(a, "two");
  add(t, "three");
  const Report report = f.report();
  ASSERT_EQ(report.verdict.blockers.size(), 1u);
  EXPECT_EQ(report.verdict.blockers[0].cause, "kernel:two");
  EXPECT_EQ(report.verdict.blockers[0].place.path, "a.cu");
  EXPECT_EQ(report.verdict.blockers[0].place.line, 2u);
  EXPECT_FALSE(cause(report, "kernel:one").blocker);
  EXPECT_FALSE(cause(report, "kernel:three").blocker);
  EXPECT_EQ(report.domains[3].blockers, 1u);
}

TEST(Assess, CausesComeWorstFirst) {
  Fixture f;
  const uint32_t a = f.file("a.py", "one\ntwo\nthree\n");
  f.finding(f.rule("a-low", 2), a, "one").risk = Risk::kLow;
  f.finding(f.rule("b-high", 2), a, "two").risk = Risk::kHigh;
  f.finding(f.rule("c-dep", 1), a, "three").risk = Risk::kLow;
  const Report report = f.report();
  ASSERT_EQ(report.causes.size(), 3u);
  EXPECT_EQ(report.causes[0].id, "c-dep");
  EXPECT_EQ(report.causes[1].id, "b-high");
  EXPECT_EQ(report.causes[2].id, "a-low");
}

TEST(Assess, InventoryHasOneRowPerNameWorkFirst) {
  Fixture f;
  const Rule& info = f.rule("sdpa", 3);
  const Rule& flash = f.rule("flash", 3);
  const uint32_t a = f.file("a.py", "sdpa\nflash_attn_func\nflash_attn_func\n");
  f.finding(info, a, "sdpa").mode = Mode::kNone;
  f.finding(flash, a, "flash_attn_func", 0).guard = GuardState::kOptionalImport;
  Finding& second = f.finding(flash, a, "flash_attn_func", 1);
  second.notes_en = {"head dim 128"};
  const Report report = f.report();
  ASSERT_EQ(report.attention.size(), 2u);
  EXPECT_EQ(report.attention[0].name, "flash_attn_func");
  EXPECT_EQ(report.attention[0].sites.size(), 2u);
  EXPECT_EQ(report.attention[0].guard, GuardState::kUnguarded);
  ASSERT_EQ(report.attention[0].notes.size(), 1u);
  EXPECT_EQ(report.attention[0].notes[0].zh, "head dim 128");
  EXPECT_EQ(report.attention[1].mode, Mode::kNone);
  EXPECT_TRUE(report.kernels.empty());
}

TEST(Assess, VerdictStatesCountsAndNothingElse) {
  Fixture f;
  const Rule& device = f.rule("device", 2);
  const uint32_t a = f.file("a.py", "cuda\ncuda\n");
  f.finding(device, a, "cuda", 0).mode = Mode::kAuto;
  f.finding(device, a, "cuda", 1);
  f.detection.unknown_packages = {"zeta", "alpha", "zeta"};
  const Report report = f.report();
  EXPECT_EQ(report.verdict.feasibility, Feasibility::kNotAssessed);
  EXPECT_EQ(
      report.verdict.summary.en,
      "No blocker was found; 1 site to edit by hand and 1 covered by transfer_to_npu, 1 cause in "
      "1 file. Packages: 0 to replace, 0 unsupported, 2 unknown.");
  EXPECT_EQ(report.coverage.unknown_packages, (std::vector<std::string>{"alpha", "zeta"}));
  std::vector<std::string> fields;
  for (const NotComputed& item : report.not_computed) fields.push_back(item.field);
  EXPECT_EQ(fields, (std::vector<std::string>{"effort", "feasibility", "matrix", "phases", "risks",
                                              "roadmap"}));
}

TEST(Assess, CountsWorkApartFromGuardsAndTests) {
  Fixture f;
  const Rule& device = f.rule("device", 2);
  const uint32_t a = f.file("a.py", "cuda\ncuda\n");
  const uint32_t t = f.file("tests/test_a.py", "cuda\n");
  f.finding(device, a, "cuda", 0);
  f.finding(device, a, "cuda", 1).guard = GuardState::kNpuHandled;
  f.finding(device, t, "cuda", 0);
  const WorkTotals work = count_work(f.report().findings);
  EXPECT_EQ(work.manual, 1u);
  EXPECT_EQ(work.guarded, 1u);
  EXPECT_EQ(work.aside, 1u);
  EXPECT_EQ(work.files, 1u);
}

TEST(Assess, DependenciesCarryPlacesInOrder) {
  Fixture f;
  const uint32_t b = f.file("b.py", "import flash_attn\n");
  const uint32_t a = f.file("a.py", "\nimport flash_attn\n");
  Dependency& later = f.detection.dependencies.emplace_back();
  later.name = "xformers";
  Dependency& first = f.detection.dependencies.emplace_back();
  first.name = "flash-attn";
  first.imported = {{b, {7, 17}}, {a, {8, 18}}, {b, {7, 17}}};
  first.effort = {0.5, 1, 2};
  const Report report = f.report();
  ASSERT_EQ(report.dependencies.size(), 2u);
  EXPECT_EQ(report.dependencies[0].name, "flash-attn");
  ASSERT_EQ(report.dependencies[0].imported.size(), 2u);
  EXPECT_EQ(report.dependencies[0].imported[0].path, "a.py");
  EXPECT_EQ(report.dependencies[0].imported[0].line, 2u);
  EXPECT_TRUE(report.dependencies[0].effort.has_value());
  EXPECT_FALSE(report.dependencies[1].effort.has_value());
}

TEST(Assess, CoverageSplitsLossFromChoice) {
  Fixture f;
  const uint32_t a = f.file("a.py", "x = (\ny\n");
  f.tree.skipped = {{"z.py", "not readable: permission denied", true},
                    {"build", "excluded by .gitignore", false},
                    {"", "not readable: gone", true}};
  f.problems = {{a, 6, "unexpected end"}};
  f.detection.dynamic = {{a, {0, 1}, "exec of a string"}};
  const Report report = f.report();
  ASSERT_EQ(report.coverage.unread.size(), 2u);
  EXPECT_EQ(report.coverage.unread[0].path, ".");
  ASSERT_EQ(report.coverage.skipped.size(), 1u);
  ASSERT_EQ(report.coverage.parse_errors.size(), 1u);
  EXPECT_EQ(report.coverage.parse_errors[0].place.line, 2u);
  EXPECT_EQ(report.coverage.dynamic[0].what, "exec of a string");
}

TEST(Assess, EmptyProject) {
  Fixture f;
  const Report report = f.report();
  EXPECT_TRUE(report.findings.empty());
  EXPECT_EQ(report.domains.size(), 6u);
  EXPECT_EQ(report.verdict.summary.en,
            "No CUDA or NVIDIA dependency was found in the files that were read.");
}

}  // namespace
}  // namespace npuport
