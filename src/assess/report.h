// The result of an analysis: one plain value from which every output is rendered.
//
// All texts are resolved in both languages, all places are final (paths relative to the root with
// '/', 1-based lines and columns, columns in Unicode code points), and every sequence has its final
// order. schema/report.schema.json describes its JSON form. What this version does not compute is
// empty here and named in `not_computed`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "detect/dependency.h"
#include "detect/extension_build.h"
#include "detect/finding.h"
#include "knowledge/rule.h"

namespace npuport {

inline constexpr const char* kReportSchemaVersion = "1";
inline constexpr int kDomainCount = 6;

enum class Feasibility : uint8_t {
  kNotAssessed,
  kFeasible,
  kNeedsAdaptation,
  kHard,
  kInfeasible,
};

struct ReportTool {
  std::string name;
  std::string version;
  std::string knowledge_date;  // ISO date of the newest fact
};

struct ReportPlace {
  std::string path;  // bytes as on disk
  uint32_t line = 0;
  uint32_t column = 0;
};

// Something that the project asks for, and what the target has instead or because of it.
struct TargetBasis {
  std::string what;   // torch, python, cann, soc
  std::string asked;  // as written: "==1.5.1", ">=3.8"
  ReportPlace place;
  std::string chosen;
  bool moved = false;  // the target does not give what was asked
  LocalizedText text;
};

// SoC x CANN x torch x torch_npu. Empty = not known.
struct ReportTarget {
  std::string soc;
  std::string cann;
  std::string torch;
  std::string torch_npu;  // package version
  std::string release;    // of torch_npu: "7.3.0"
  std::string python;
  bool inferred = true;        // false: the caller named it
  LocalizedText reason;        // where it comes from
  std::string lifecycle = {};  // of the torch line: development, maintenance, eol, planned
  std::string next_step = {};  // the vendor's words on what comes next
  std::string source = {};     // of the release
  std::vector<TargetBasis> basis = {};
};

struct LanguageCount {
  std::string name;  // file kind: "python", "cuda", ...
  uint64_t files = 0;
  uint64_t lines = 0;
};

struct ReportProject {
  std::string root;  // as given by the caller
  std::string name;
  std::string revision;  // commit, "" when unknown
  uint64_t files = 0;
  uint64_t lines = 0;
  uint64_t bytes = 0;
  std::vector<LanguageCount> languages;  // by name
};

struct ReportFinding {
  std::string id;           // unique in this report, derived from the fingerprint
  std::string fingerprint;  // survives moved lines: path, rule, normalised line, occurrence
  std::string rule;
  int domain = 2;
  std::string path;
  uint32_t line = 0, column = 0, end_line = 0, end_column = 0;  // the end is exclusive
  uint32_t cell = 0;  // notebook cell, counting all cells from 1; 0 = not a notebook
  std::string text;   // the source line, trimmed; a long line is cut around the site
  std::string name;   // what matched
  LocalizedText title;
  LocalizedText message;
  LocalizedText replacement;
  Mode mode = Mode::kManual;
  Confidence confidence = Confidence::kHigh;
  Risk risk = Risk::kMedium;
  GuardState guard = GuardState::kUnguarded;
  bool import_time = false;
  uint8_t tags = 0;   // FileTag bits of its file
  std::string cause;  // CauseRow::id
  std::vector<LocalizedText> notes;
  std::vector<std::string> sources;

  // Work that somebody has to plan: it changes and no guard takes it out of the way.
  bool is_work() const { return mode != Mode::kNone && guard == GuardState::kUnguarded; }
};

// Code that a migration plan looks at last: tests, examples, documentation.
bool is_aside(uint8_t file_tags);

struct SiteCounts {
  uint32_t automatic = 0;  // covered by transfer_to_npu
  uint32_t manual = 0;
  uint32_t none = 0;     // listed for information
  uint32_t guarded = 0;  // of automatic + manual: behind a guard
  uint32_t aside = 0;    // of automatic + manual: in tests, examples or documentation
  uint32_t foreign = 0;  // of automatic + manual: in vendored or generated files
  uint32_t total() const { return automatic + manual + none; }
};

// Findings that are one piece of work.
struct CauseRow {
  std::string id;
  int domain = 2;
  std::vector<std::string> rules;
  LocalizedText title;
  LocalizedText message;
  LocalizedText replacement;
  std::string effort_class;
  Risk risk = Risk::kNone;  // the worst of its work
  Confidence confidence = Confidence::kLow;
  bool import_time = false;
  bool blocker = false;
  SiteCounts counts;
  uint32_t files = 0;
  std::vector<uint32_t> sites;  // indices into Report::findings
};

struct DependencyRow {
  std::string name;
  std::vector<std::string> import_names;
  std::string specifier;
  DependencyStatus status = DependencyStatus::kUnknown;
  DependencyNeed need = DependencyNeed::kRequired;
  std::string replacement;
  LocalizedText advice;
  std::string parent;
  std::vector<ReportPlace> declared;
  std::vector<ReportPlace> imported;
  std::optional<Effort> effort;  // days; absent when not known
  Confidence confidence = Confidence::kMedium;
  std::vector<std::string> sources;
  std::optional<InstalledEvidence> installed;  // of the distribution that lies beside the project
  std::vector<DependencyRisk> risks;
};

// --- version plan: what to install for the target ------------------------------------------------

struct PlanPackage {
  std::string name;     // torch, torch-npu, CANN, Python, torchvision, torchaudio, triton-ascend
  std::string version;  // "" when no source pairs one with the target
  bool needed = true;   // false: the project does not use it
  LocalizedText note;
  std::vector<std::string> sources;
};

struct PlanInstall {
  std::string arch;  // x86_64, aarch64
  std::vector<std::string> commands;
  std::vector<std::string> sources;  // parallel to `commands`
};

// A pin of the project that cannot hold together with the plan.
struct PlanConflict {
  std::string package;
  std::string asked;  // "==2.4.0+cu121"
  ReportPlace place;
  std::string use;  // "torch==2.6.0"
  LocalizedText why;
  std::vector<std::string> sources;
  bool aside = false;  // in tests, examples or documentation
};

// Something that the facts say about the SoC, or about a package of the project on aarch64.
struct PlanLimit {
  std::string subject;  // "310P", "decord"
  std::string kind;     // soc, aarch64
  LocalizedText text;
  std::string source;
};

struct VersionPlan {
  std::vector<PlanPackage> packages;
  std::vector<PlanInstall> install;
  std::vector<PlanConflict> conflicts;  // what is not aside first, by place
  std::vector<PlanLimit> limits;
};

// --- builds of extensions ------------------------------------------------------------------------

// A setup.py of the project that asks for CUDA.
struct ReportBuild {
  ReportPlace place;  // the site that decides, such as CUDAExtension
  WithoutCuda without_cuda = WithoutCuda::kUnknown;
  uint32_t evidence_line = 0;
  std::string evidence;  // the source line that decides, trimmed
};

// A row of the attention, kernel, distributed and precision tables: what is used, and where.
struct InventoryRow {
  std::string rule;
  std::string name;
  LocalizedText title;
  LocalizedText replacement;
  std::vector<LocalizedText> notes;
  Mode mode = Mode::kManual;  // the one that asks for the most work
  Risk risk = Risk::kNone;
  Confidence confidence = Confidence::kHigh;
  GuardState guard = GuardState::kUnguarded;
  std::string cause;
  std::vector<uint32_t> sites;  // indices into Report::findings
};

// An API that the project calls and that the vendor's lists for the target's torch restrict.
struct NativeApiRow {
  std::string api;
  std::string signal;  // unsupported, cpu_only, cpu_fallback, inference_only, limited
  std::string limits;  // what the list restricts beyond dtypes, English; "" = nothing more
  std::string kernel;  // an operator that op-plugin registers for it, "" = none found
  uint32_t calls = 0;
  std::vector<ReportPlace> places;  // the first few
  std::string source;
};

struct DomainRow {
  int domain = 1;
  SiteCounts counts;
  uint32_t causes = 0;  // causes with work
  uint32_t blockers = 0;
  Risk risk = Risk::kNone;
  std::string worst_cause;  // CauseRow::id, "" without work
};

struct Blocker {
  std::string cause;
  LocalizedText title;
  ReportPlace place;  // its first site
  uint32_t sites = 0;
};

struct Verdict {
  Feasibility feasibility = Feasibility::kNotAssessed;
  LocalizedText summary;  // counted facts only
  std::vector<Blocker> blockers;
};

struct NotComputed {
  std::string field;  // "phases", "effort", ...
  LocalizedText reason;
};

struct CoveragePath {
  std::string path;
  std::string reason;
};

struct CoveragePlace {
  ReportPlace place;
  std::string what;
};

// What the analysis could not see.
struct ReportCoverage {
  std::vector<CoveragePath> unread;   // could have held findings
  std::vector<CoveragePath> skipped;  // left out on purpose
  std::vector<CoveragePlace> parse_errors;
  std::vector<CoveragePlace> dynamic;
  std::vector<std::string> unknown_packages;
};

struct Report {
  ReportTool tool;
  ReportTarget target;
  ReportProject project;
  Verdict verdict;
  std::vector<DomainRow> domains;           // 1..6
  std::vector<ReportFinding> findings;      // by path, line, column, rule
  std::vector<CauseRow> causes;             // by domain, worst risk, most work, id
  std::vector<DependencyRow> dependencies;  // by name
  VersionPlan version_plan;
  std::vector<ReportBuild> builds;  // by place
  std::vector<InventoryRow> attention;
  std::vector<InventoryRow> kernels;
  std::vector<InventoryRow> distributed;
  std::vector<InventoryRow> precision;
  std::vector<NativeApiRow> native_apis;  // worst signal first, then by name
  std::vector<NotComputed> not_computed;
  ReportCoverage coverage;
};

}  // namespace npuport
