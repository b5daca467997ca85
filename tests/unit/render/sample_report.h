// Hand-made reports: a plain one, and one whose every string is hostile.
#pragma once

#include <string>

#include "assess/report.h"
#include "unit/assess/fixture.h"

namespace npuport {

// Six domains, guards, tests, a blocker, dependencies, every kind of coverage loss.
inline Report sample_report() {
  Fixture f;
  const uint32_t train =
      f.file("train.py",
             "import torch\nfrom flash_attn import flash_attn_func\n\nmodel = model.cuda()\n"
             "torch.cuda.empty_cache()\ndist.init_process_group('nccl')\nx = x.double()\n");
  const uint32_t kernel = f.file("csrc/rotary.cu", "__global__ void rotary(float* x) {}\n");
  const uint32_t reqs = f.file("requirements.txt", "torch==2.7.1\nflash-attn\n");
  const uint32_t test = f.file("tests/test_train.py", "x = x.cuda()\n");

  f.finding(f.rule("requirement", 1, "small"), reqs, "flash-attn");
  const Rule& cuda = f.rule("tensor-cuda", 2);
  f.finding(cuda, train, "cuda").mode = Mode::kAuto;
  f.finding(cuda, test, "cuda").mode = Mode::kAuto;
  Finding& cache = f.finding(f.rule("empty-cache", 2), train, "torch.cuda.empty_cache");
  cache.mode = Mode::kAuto;
  cache.import_time = true;
  Finding& flash = f.finding(f.rule("flash-attention", 3, "large"), train, "flash_attn_func");
  flash.risk = Risk::kHigh;
  flash.guard = GuardState::kOptionalImport;
  flash.notes_en = {"layout BSHD"};
  flash.notes_zh = {"布局 BSHD"};
  Finding& rotary = f.finding(f.rule("cuda-kernel", 4, "huge"), kernel, "rotary");
  rotary.risk = Risk::kBlocker;
  f.finding(f.rule("init-process-group", 5), train, "dist.init_process_group").mode = Mode::kAuto;
  f.finding(f.rule("double", 6), train, "double").mode = Mode::kNone;

  Dependency& dependency = f.detection.dependencies.emplace_back();
  dependency.name = "flash-attn";
  dependency.import_names = {"flash_attn"};
  dependency.specifier = ">=2.5";
  dependency.status = DependencyStatus::kNeedsReplacement;
  dependency.replacement = "mindiesd";
  dependency.advice = {"call `attention_forward`", "调用 `attention_forward`"};
  dependency.declared = {{reqs, {13, 23}}};
  dependency.imported = {{train, {18, 28}}};
  dependency.effort = {0.5, 1, 2.25};
  dependency.sources = {"packages.tsv:1"};
  InstalledEvidence& installed = dependency.installed.emplace();
  installed.version = "2.7.4";
  installed.place = "site-packages/flash_attn-2.7.4.dist-info";
  installed.modules = 2;
  installed.cuda_modules = 1;
  installed.cuda_sources = 3;
  installed.machines = {"x86-64"};
  installed.evidence = {{"flash_attn_2_cuda.so",
                         "x86-64",
                         {"libcudart.so.12"},
                         {},
                         {".nv_fatbin"},
                         12'300'000,
                         "",
                         ""}};
  installed.python.emplace().files = 7;
  installed.python->domains[1] = {1, 2, 3, 4};
  installed.problems = {"a.so: damaged"};
  f.detection.dependencies.emplace_back().name = "numpy";
  f.detection.dependencies.back().status = DependencyStatus::kNotInvolved;
  f.detection.unknown_packages = {"acme-ops"};
  f.detection.dynamic = {{train, {0, 6}, "import of a computed module name"}};
  f.problems = {{train, 0, "unexpected end of file"}};
  f.tree.skipped = {{"big.json", "larger than 32 MiB", true},
                    {"build", "excluded by .gitignore", false}};
  f.target = {"A2",     "9.1.0", "2.7.1", "2.7.1",
              "26.1.0", "3.11",  true,    {"from requirements.txt", "依据 requirements.txt"}};
  f.target.lifecycle = "maintenance";
  f.target.next_step = "Expected to enter EOL from 2026/10/15";
  f.target.source = "COMPATIBILITY.md:24";
  f.target.basis = {
      {"torch",
       "==2.7.0",
       {"requirements.txt", 1, 1},
       "2.7.1",
       true,
       {"requirements.txt:1 asks for torch==2.7.0", "requirements.txt:1 要求 torch==2.7.0"}}};
  Report report = f.report();
  report.dependencies[1].risks = {{"aarch64", {"no aarch64 wheel", "没有 aarch64 wheel"}, "P012"}};
  report.version_plan.packages = {
      {"torch", "2.7.1", true, {"CPU build", "CPU 版"}, {"COMPATIBILITY.md:24"}},
      {"triton-ascend", "", false, {"no table pairs it", "没有配套关系"}, {}}};
  report.version_plan.install = {{"x86_64", {"pip3 install torch==2.7.1+cpu"}, {"a page"}}};
  report.version_plan.conflicts = {{"torch",
                                    "==2.7.0+cu126",
                                    {"requirements.txt", 1, 1},
                                    "torch==2.7.1",
                                    {"works with 2.7.1", "与 2.7.1 配套"},
                                    {"x"}}};
  report.version_plan.limits = {{"310P", "soc", {"no bf16", "不支持 bf16"}, "utils.py:360"},
                                {"decord", "aarch64", {"no wheel", "没有 wheel"}, "P012"}};
  report.builds = {{{"setup.py", 12, 5}, WithoutCuda::kFails, 14, "raise NotImplementedError"}};
  return report;
}

inline const std::string kHostile =
    "a|b`c``d</script><!--\n# h\r\t*x* [l](u) \x01\x1b[31m \xff\xfe \u202e\u2066 \u2028 &amp; "
    "\"q\" \\";

// A report where everything that comes from the project is hostile.
inline Report hostile_report() {
  Report report = sample_report();
  report.project.name = kHostile;
  report.project.root = "/tmp/" + kHostile;
  report.project.revision = kHostile;
  for (ReportFinding& finding : report.findings) {
    finding.path = "dir/" + kHostile + finding.path;
    finding.text = kHostile;
    finding.name = "=" + kHostile;
    finding.title = {kHostile, kHostile};
    finding.replacement = {kHostile, kHostile};
    finding.notes = {{kHostile, kHostile}};
  }
  for (CauseRow& cause : report.causes) cause.title = cause.replacement = {kHostile, kHostile};
  for (auto* rows : {&report.attention, &report.kernels, &report.distributed, &report.precision}) {
    for (InventoryRow& row : *rows) {
      row.name = kHostile;
      row.title = row.replacement = {kHostile, kHostile};
      row.notes = {{kHostile, kHostile}};
    }
  }
  for (DependencyRow& row : report.dependencies) {
    row.name = row.specifier = row.replacement = row.parent = kHostile;
    row.advice = {kHostile, kHostile};
    for (ReportPlace& place : row.declared) place.path = kHostile;
    if (!row.installed) continue;
    row.installed->version = row.installed->place = kHostile;
    row.installed->machines = row.installed->problems = {kHostile};
    for (ModuleEvidence& module : row.installed->evidence) {
      module.path = module.provides = kHostile;
      module.links = module.loads = module.sections = {kHostile};
    }
  }
  const LocalizedText hostile = {kHostile, kHostile};
  report.target.next_step = report.target.lifecycle = report.target.source = kHostile;
  report.target.basis = {{"torch", kHostile, {kHostile, 1, 1}, kHostile, true, hostile}};
  report.version_plan.packages = {{kHostile, kHostile, true, hostile, {kHostile}}};
  report.version_plan.install = {{"x86_64", {kHostile, "```"}, {kHostile, kHostile}}};
  report.version_plan.conflicts = {
      {kHostile, kHostile, {kHostile, 1, 1}, kHostile, hostile, {kHostile}}};
  report.version_plan.limits = {{kHostile, "aarch64", hostile, kHostile}};
  report.builds = {{{kHostile, 1, 1}, WithoutCuda::kStub, 2, kHostile}};
  for (DependencyRow& row : report.dependencies) row.risks = {{"aarch64", hostile, kHostile}};
  for (Blocker& blocker : report.verdict.blockers) {
    blocker.place.path = kHostile;
    blocker.title = {kHostile, kHostile};
  }
  for (CoveragePath& row : report.coverage.unread) row.path = kHostile;
  for (CoveragePlace& row : report.coverage.parse_errors) row.what = kHostile;
  report.coverage.unknown_packages = {kHostile};
  return report;
}

}  // namespace npuport
