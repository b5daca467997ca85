// nlohmann/json throws; the exceptions end in parse_report.
#include <string>
#include <unordered_map>

#include "render/json.h"
#include "render/json_node.h"
#include "render/json_parts.h"

namespace npuport {
namespace {

using Json = nlohmann::json;

LocalizedText read_text(const JsonNode& n) { return {n.string("en"), n.string("zh")}; }

ReportPlace read_place(const JsonNode& n) {
  return {n.path(), n.small_number("line"), n.small_number("column")};
}

SiteCounts read_counts(const JsonNode& n) {
  SiteCounts counts;
  counts.automatic = n.small_number("auto");
  counts.manual = n.small_number("manual");
  counts.none = n.small_number("none");
  counts.guarded = n.small_number("guarded");
  counts.aside = n.small_number("aside");
  counts.foreign = n.small_number("foreign");
  return counts;
}

ReportTarget read_target(const JsonNode& n) {
  ReportTarget target;
  target.soc = n.optional_string("soc");
  target.cann = n.optional_string("cann");
  target.torch = n.optional_string("torch");
  target.torch_npu = n.optional_string("torch_npu");
  target.release = n.optional_string("release");
  target.python = n.optional_string("python");
  target.inferred = n.boolean("inferred");
  target.reason = n.text("reason");
  if (!n.has("basis")) return target;  // written by an earlier version
  target.lifecycle = n.optional_string("lifecycle");
  target.next_step = n.optional_string("next_step");
  target.source = n.optional_string("source");
  target.basis = n.list("basis", [](const JsonNode& b) {
    return TargetBasis{b.string("what"),   b.string("asked"),  read_place(b),
                       b.string("chosen"), b.boolean("moved"), b.text("text")};
  });
  return target;
}

ReportProject read_project(const JsonNode& n) {
  ReportProject project;
  project.root = n.path("root", "root_bytes");
  project.name = n.string("name");
  project.revision = n.optional_string("revision");
  project.files = n.number("files");
  project.lines = n.number("lines");
  project.bytes = n.number("bytes");
  project.languages = n.list("languages", [](const JsonNode& l) {
    return LanguageCount{l.string("name"), l.number("files"), l.number("lines")};
  });
  return project;
}

ReportFinding read_finding(const JsonNode& n) {
  ReportFinding f;
  f.id = n.string("id");
  f.fingerprint = n.string("fingerprint");
  f.rule = n.string("rule");
  f.domain = n.domain();
  f.path = n.path();
  f.line = n.small_number("line");
  f.column = n.small_number("column");
  f.end_line = n.small_number("end_line");
  f.end_column = n.small_number("end_column");
  if (n.has("cell")) f.cell = n.small_number("cell");
  f.text = n.string("text");
  f.name = n.string("name");
  f.title = n.text("title");
  f.message = n.text("message");
  f.replacement = n.text("replacement");
  f.mode = n.named<Mode>("mode");
  f.confidence = n.named<Confidence>("confidence");
  f.risk = n.named<Risk>("risk");
  f.cause = n.string("cause");
  f.import_time = n.boolean("import_time");
  f.guard = n.guard();
  for (const std::string& name : n.strings("tags")) {
    for (const FileTagName& tag : kFileTagNames) {
      if (tag.name == name) f.tags |= tag.bit;
    }
  }
  f.notes = n.list("notes", read_text);
  f.sources = n.strings("sources");
  return f;
}

SiteTally read_tally(const JsonNode& n) {
  return {n.small_number("auto"), n.small_number("manual"), n.small_number("guarded"),
          n.small_number("none")};
}

PythonSummary read_python(const JsonNode& n) {
  PythonSummary python;
  python.files = n.small_number("files");
  python.lines = n.number("lines");
  n.list("domains", [&](const JsonNode& d) {
    const int domain = d.domain();
    if (domain < 2) d.fail("has a domain outside 2..6");
    python.domains[static_cast<size_t>(domain) - 2] = read_tally(d);
    return 0;
  });
  return python;
}

ModuleEvidence read_module(const JsonNode& n) {
  ModuleEvidence module;
  module.path = n.path();
  module.machine = n.string("machine");
  module.links = n.strings("links");
  module.loads = n.strings("loads");
  module.sections = n.strings("sections");
  module.device_code_bytes = n.number("device_code_bytes");
  module.provides = n.optional_string("provides");
  return module;
}

InstalledEvidence read_installed(const JsonNode& n) {
  InstalledEvidence installed;
  installed.version = n.string("version");
  installed.place = n.path("place", "place_bytes");
  installed.wheel = n.boolean("wheel");
  installed.is_project = n.boolean("is_project");
  installed.modules = n.small_number("modules");
  installed.cuda_modules = n.small_number("cuda_modules");
  installed.cuda_sources = n.small_number("cuda_sources");
  installed.foreign = n.small_number("foreign");
  installed.machines = n.strings("machines");
  installed.evidence = n.list("evidence", read_module);
  if (installed.cuda_modules > 0 && installed.evidence.empty()) {
    n.fail("counts modules with CUDA, and names none");
  }
  if (!n.at("python").is_null()) installed.python = read_python(n.object("python"));
  installed.problems = n.strings("problems");
  return installed;
}

DependencyRow read_dependency(const JsonNode& n) {
  DependencyRow row;
  row.name = n.string("name");
  row.import_names = n.strings("import_names");
  row.specifier = n.string("specifier");
  row.status = n.named<DependencyStatus>("status");
  row.need = n.named<DependencyNeed>("need");
  row.replacement = n.string("replacement");
  row.advice = n.text("advice");
  row.parent = n.optional_string("parent");
  row.declared = n.list("declared", read_place);
  row.imported = n.list("imported", read_place);
  if (const Json& days = n.at("effort_days"); !days.is_null()) {
    if (!days.is_array() || days.size() != 3) n.fail("has no three numbers in \"effort_days\"");
    for (const Json& day : days) {
      if (!day.is_number()) n.fail("has no three numbers in \"effort_days\"");
    }
    row.effort = Effort{days[0].get<double>(), days[1].get<double>(), days[2].get<double>()};
  }
  row.confidence = n.named<Confidence>("confidence");
  row.sources = n.strings("sources");
  // Reports of earlier versions have no such member.
  if (n.has("installed") && !n.at("installed").is_null()) {
    row.installed = read_installed(n.object("installed"));
  }
  if (n.has("risks")) {
    row.risks = n.list("risks", [](const JsonNode& r) {
      return DependencyRisk{r.string("kind"), r.text("text"), r.string("source")};
    });
  }
  return row;
}

// Turns the ids of findings back into indices.
class Sites {
 public:
  explicit Sites(const std::vector<ReportFinding>& findings) {
    for (uint32_t i = 0; i < findings.size(); ++i) by_id_.emplace(findings[i].id, i);
  }
  std::vector<uint32_t> read(const JsonNode& n) const {
    std::vector<uint32_t> out;
    for (const std::string& id : n.strings("sites")) {
      const auto found = by_id_.find(id);
      if (found == by_id_.end()) n.fail("names the finding " + id + ", which is not there");
      out.push_back(found->second);
    }
    if (out.empty()) n.fail("has no sites");
    return out;
  }

 private:
  std::unordered_map<std::string, uint32_t> by_id_;
};

CauseRow read_cause(const JsonNode& n, const Sites& sites) {
  CauseRow cause;
  cause.id = n.string("id");
  cause.domain = n.domain();
  cause.rules = n.strings("rules");
  if (cause.rules.empty()) n.fail("has no rules");
  cause.title = n.text("title");
  cause.message = n.text("message");
  cause.replacement = n.text("replacement");
  cause.effort_class = n.string("effort_class");
  cause.risk = n.named<Risk>("risk");
  cause.confidence = n.named<Confidence>("confidence");
  cause.import_time = n.boolean("import_time");
  cause.blocker = n.boolean("blocker");
  cause.counts = read_counts(n);
  cause.files = n.small_number("files");
  cause.sites = sites.read(n);
  return cause;
}

InventoryRow read_inventory(const JsonNode& n, const Sites& sites) {
  InventoryRow row;
  row.rule = n.string("rule");
  row.name = n.string("name");
  row.title = n.text("title");
  row.replacement = n.text("replacement");
  row.notes = n.list("notes", read_text);
  row.mode = n.named<Mode>("mode");
  row.risk = n.named<Risk>("risk");
  row.confidence = n.named<Confidence>("confidence");
  row.guard = n.guard();
  row.cause = n.string("cause");
  row.sites = sites.read(n);
  return row;
}

NativeApiRow read_native_api(const JsonNode& n) {
  return {n.string("api"),    n.string("signal"),      n.string("limits"),
          n.string("kernel"), n.small_number("calls"), n.list("places", read_place),
          n.string("source")};
}

Verdict read_verdict(const JsonNode& n) {
  Verdict verdict;
  verdict.feasibility = n.named<Feasibility>("feasibility");
  verdict.summary = n.text("summary");
  verdict.blockers = n.list("blockers", [](const JsonNode& b) {
    return Blocker{b.string("cause"), b.text("title"), read_place(b), b.small_number("sites")};
  });
  return verdict;
}

DomainRow read_domain(const JsonNode& n) {
  DomainRow row;
  row.domain = n.domain();
  row.counts = read_counts(n);
  row.causes = n.small_number("causes");
  row.blockers = n.small_number("blockers");
  row.risk = n.named<Risk>("risk");
  row.worst_cause = n.optional_string("worst_cause");
  return row;
}

ReportCoverage read_coverage(const JsonNode& n) {
  const auto read_path = [](const JsonNode& p) {
    return CoveragePath{p.path(), p.string("reason")};
  };
  const auto read_what = [](const JsonNode& p) {
    return CoveragePlace{read_place(p), p.string("what")};
  };
  ReportCoverage coverage;
  coverage.unread = n.list("unread", read_path);
  coverage.skipped = n.list("skipped", read_path);
  coverage.parse_errors = n.list("parse_errors", read_what);
  coverage.dynamic = n.list("dynamic", read_what);
  coverage.unknown_packages = n.strings("unknown_packages");
  return coverage;
}

ReportBuild read_build(const JsonNode& n) {
  return {read_place(n), n.named<WithoutCuda>("without_cuda"), n.small_number("evidence_line"),
          n.string("evidence")};
}

Report read_report(const JsonNode& n) {
  const std::string version = n.string("schema_version");
  if (version != kReportSchemaVersion) {
    n.fail("has schema_version " + version + "; this program reads version " +
           kReportSchemaVersion);
  }
  Report report;
  const JsonNode tool = n.object("tool");
  report.tool = {tool.string("name"), tool.string("version"), tool.string("knowledge_date")};
  report.target = read_target(n.object("target"));
  report.project = read_project(n.object("project"));
  report.verdict = read_verdict(n.object("verdict"));
  report.domains = n.list("domains", read_domain);
  report.findings = n.list("findings", read_finding);
  const Sites sites(report.findings);
  const auto read_row = [&](const JsonNode& row) { return read_inventory(row, sites); };
  report.causes = n.list("causes", [&](const JsonNode& c) { return read_cause(c, sites); });
  report.dependencies = n.list("dependencies", read_dependency);
  if (n.has("version_plan")) report.version_plan = read_version_plan(n.object("version_plan"));
  if (n.has("builds")) report.builds = n.list("builds", read_build);
  report.attention = n.list("attention", read_row);
  report.kernels = n.list("kernels", read_row);
  report.distributed = n.list("distributed", read_row);
  report.precision = n.list("precision", read_row);
  report.native_apis = n.optional_list("native_apis", read_native_api);  // since 0.2
  report.not_computed = n.list("not_computed", [](const JsonNode& item) {
    return NotComputed{item.string("field"), item.text("reason")};
  });
  report.coverage = read_coverage(n.object("coverage"));
  return report;
}

}  // namespace

Result<Report> parse_report(std::string_view json) {
  try {
    const Json document = Json::parse(json);
    return read_report(JsonNode(document, "report"));
  } catch (const BadReport& error) {
    return Error{error.what()};
  } catch (const Json::exception& error) {
    return Error{std::string("not a JSON document: ") + error.what()};
  }
}

}  // namespace npuport
