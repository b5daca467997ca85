#include "render/json.h"

#include "assess/names.h"
#include "render/json_parts.h"
#include "render/json_writer.h"
#include "source/utf8.h"

namespace npuport {
namespace {

using Layout = JsonWriter::Layout;

// Bytes of JSON per finding, for one allocation instead of many.
constexpr size_t kBytesPerFinding = 1600;

void text(JsonWriter& w, std::string_view name, const LocalizedText& value) {
  w.key(name).begin_object();
  w.member("en", value.en);
  w.member("zh", value.zh);
  w.end_object();
}

void strings(JsonWriter& w, std::string_view name, const std::vector<std::string>& values) {
  w.key(name).begin_array();
  for (const std::string& value : values) w.value(value);
  w.end_array();
}

void texts(JsonWriter& w, std::string_view name, const std::vector<LocalizedText>& values) {
  w.key(name).begin_array();
  for (const LocalizedText& value : values) {
    w.begin_object();
    w.member("en", value.en);
    w.member("zh", value.zh);
    w.end_object();
  }
  w.end_array();
}

void path(JsonWriter& w, std::string_view value) {
  w.member("path", value);
  if (!is_valid_utf8(value)) w.member("path_bytes", encode_path_bytes(value));
}

void place(JsonWriter& w, const ReportPlace& value) {
  path(w, value.path);
  w.member("line", value.line);
  w.member("column", value.column);
}

void places(JsonWriter& w, std::string_view name, const std::vector<ReportPlace>& values) {
  w.key(name).begin_array();
  for (const ReportPlace& value : values) {
    w.begin_object();
    place(w, value);
    w.end_object();
  }
  w.end_array();
}

void sites(JsonWriter& w, const Report& report, const std::vector<uint32_t>& indices) {
  w.key("sites").begin_array();
  for (const uint32_t index : indices) w.value(report.findings[index].id);
  w.end_array();
}

void guard(JsonWriter& w, GuardState state) {
  w.key("guarded_by");
  if (state == GuardState::kUnguarded) {
    w.null();
  } else {
    w.value(name_of(state));
  }
}

void optional_string(JsonWriter& w, std::string_view name, const std::string& value) {
  w.key(name);
  if (value.empty()) {
    w.null();
  } else {
    w.value(value);
  }
}

void counts(JsonWriter& w, const SiteCounts& value) {
  w.member("auto", value.automatic);
  w.member("manual", value.manual);
  w.member("none", value.none);
  w.member("guarded", value.guarded);
  w.member("aside", value.aside);
  w.member("foreign", value.foreign);
}

void header(JsonWriter& w, const Report& report) {
  w.member("schema_version", kReportSchemaVersion);
  w.key("tool").begin_object();
  w.member("name", report.tool.name);
  w.member("version", report.tool.version);
  w.member("knowledge_date", report.tool.knowledge_date);
  w.end_object();

  const ReportTarget& target = report.target;
  w.key("target").begin_object();
  optional_string(w, "soc", target.soc);
  optional_string(w, "cann", target.cann);
  optional_string(w, "torch", target.torch);
  optional_string(w, "torch_npu", target.torch_npu);
  optional_string(w, "release", target.release);
  optional_string(w, "python", target.python);
  w.member("inferred", target.inferred);
  text(w, "reason", target.reason);
  optional_string(w, "lifecycle", target.lifecycle);
  optional_string(w, "next_step", target.next_step);
  optional_string(w, "source", target.source);
  w.key("basis").begin_array();
  for (const TargetBasis& row : target.basis) {
    w.begin_object();
    w.member("what", row.what);
    w.member("asked", row.asked);
    place(w, row.place);
    w.member("chosen", row.chosen);
    w.member("moved", row.moved);
    text(w, "text", row.text);
    w.end_object();
  }
  w.end_array();
  w.end_object();

  const ReportProject& project = report.project;
  w.key("project").begin_object();
  w.member("root", project.root);
  if (!is_valid_utf8(project.root)) w.member("root_bytes", encode_path_bytes(project.root));
  w.member("name", project.name);
  optional_string(w, "revision", project.revision);
  w.member("files", project.files);
  w.member("lines", project.lines);
  w.member("bytes", project.bytes);
  w.key("languages").begin_array();
  for (const LanguageCount& language : project.languages) {
    w.begin_object();
    w.member("name", language.name);
    w.member("files", language.files);
    w.member("lines", language.lines);
    w.end_object();
  }
  w.end_array();
  w.end_object();
}

void verdict(JsonWriter& w, const Verdict& value) {
  w.key("verdict").begin_object(Layout::kBlock);
  w.member("feasibility", name_of(value.feasibility));
  text(w, "summary", value.summary);
  w.key("blockers").begin_array(Layout::kBlock);
  for (const Blocker& blocker : value.blockers) {
    w.begin_object();
    w.member("cause", blocker.cause);
    text(w, "title", blocker.title);
    place(w, blocker.place);
    w.member("sites", blocker.sites);
    w.end_object();
  }
  w.end_array();
  w.end_object();
}

void domains(JsonWriter& w, const std::vector<DomainRow>& rows) {
  w.key("domains").begin_array(Layout::kBlock);
  for (const DomainRow& row : rows) {
    w.begin_object();
    w.member("domain", row.domain);
    counts(w, row.counts);
    w.member("causes", row.causes);
    w.member("blockers", row.blockers);
    w.member("risk", name_of(row.risk));
    optional_string(w, "worst_cause", row.worst_cause);
    w.end_object();
  }
  w.end_array();
}

void finding(JsonWriter& w, const ReportFinding& f) {
  w.begin_object();
  w.member("id", f.id);
  w.member("fingerprint", f.fingerprint);
  w.member("rule", f.rule);
  w.member("domain", f.domain);
  path(w, f.path);
  w.member("line", f.line);
  w.member("column", f.column);
  w.member("end_line", f.end_line);
  w.member("end_column", f.end_column);
  if (f.cell != 0) w.member("cell", f.cell);
  w.member("text", f.text);
  w.member("name", f.name);
  text(w, "title", f.title);
  text(w, "message", f.message);
  text(w, "replacement", f.replacement);
  w.member("mode", name_of(f.mode));
  w.member("confidence", name_of(f.confidence));
  w.member("risk", name_of(f.risk));
  w.key("effort_days").null();
  w.member("cause", f.cause);
  w.key("phases").begin_array();
  w.end_array();
  w.member("import_time", f.import_time);
  guard(w, f.guard);
  w.key("reached_by").begin_array();
  w.end_array();
  w.key("fix").null();
  w.key("tags").begin_array();
  for (const FileTagName& tag : kFileTagNames) {
    if ((f.tags & tag.bit) != 0) w.value(tag.name);
  }
  w.end_array();
  texts(w, "notes", f.notes);
  strings(w, "sources", f.sources);
  w.end_object();
}

void causes(JsonWriter& w, const Report& report) {
  w.key("causes").begin_array(Layout::kBlock);
  for (const CauseRow& cause : report.causes) {
    w.begin_object();
    w.member("id", cause.id);
    w.member("domain", cause.domain);
    strings(w, "rules", cause.rules);
    text(w, "title", cause.title);
    text(w, "message", cause.message);
    text(w, "replacement", cause.replacement);
    w.member("effort_class", cause.effort_class);
    w.member("risk", name_of(cause.risk));
    w.member("confidence", name_of(cause.confidence));
    w.member("import_time", cause.import_time);
    w.member("blocker", cause.blocker);
    counts(w, cause.counts);
    w.member("files", cause.files);
    sites(w, report, cause.sites);
    w.end_object();
  }
  w.end_array();
}

void module(JsonWriter& w, const ModuleEvidence& value) {
  w.begin_object();
  path(w, value.path);
  w.member("machine", value.machine);
  strings(w, "links", value.links);
  strings(w, "loads", value.loads);
  strings(w, "sections", value.sections);
  w.member("device_code_bytes", value.device_code_bytes);
  optional_string(w, "provides", value.provides);
  w.end_object();
}

void tally(JsonWriter& w, const SiteTally& value) {
  w.member("auto", value.automatic);
  w.member("manual", value.manual);
  w.member("guarded", value.guarded);
  w.member("none", value.none);
}

void python_summary(JsonWriter& w, const std::optional<PythonSummary>& value) {
  w.key("python");
  if (!value) return w.null();
  w.begin_object();
  w.member("files", value->files);
  w.member("lines", value->lines);
  tally(w, value->total());
  w.key("domains").begin_array();
  for (uint32_t i = 0; i < value->domains.size(); ++i) {
    w.begin_object();
    w.member("domain", i + 2);
    tally(w, value->domains[i]);
    w.end_object();
  }
  w.end_array();
  w.end_object();
}

void installed(JsonWriter& w, const std::optional<InstalledEvidence>& value) {
  w.key("installed");
  if (!value) return w.null();
  w.begin_object();
  w.member("version", value->version);
  w.member("place", value->place);
  if (!is_valid_utf8(value->place)) w.member("place_bytes", encode_path_bytes(value->place));
  w.member("wheel", value->wheel);
  w.member("is_project", value->is_project);
  w.member("modules", value->modules);
  w.member("cuda_modules", value->cuda_modules);
  w.member("cuda_sources", value->cuda_sources);
  w.member("foreign", value->foreign);
  strings(w, "machines", value->machines);
  w.key("evidence").begin_array();
  for (const ModuleEvidence& one : value->evidence) module(w, one);
  w.end_array();
  python_summary(w, value->python);
  strings(w, "problems", value->problems);
  w.end_object();
}

void dependencies(JsonWriter& w, const std::vector<DependencyRow>& rows) {
  w.key("dependencies").begin_array(Layout::kBlock);
  for (const DependencyRow& row : rows) {
    w.begin_object();
    w.member("name", row.name);
    strings(w, "import_names", row.import_names);
    w.member("specifier", row.specifier);
    w.member("status", name_of(row.status));
    w.member("need", name_of(row.need));
    w.member("replacement", row.replacement);
    text(w, "advice", row.advice);
    optional_string(w, "parent", row.parent);
    places(w, "declared", row.declared);
    places(w, "imported", row.imported);
    w.key("effort_days");
    if (row.effort) {
      w.begin_array();
      w.value(row.effort->low);
      w.value(row.effort->likely);
      w.value(row.effort->high);
      w.end_array();
    } else {
      w.null();
    }
    w.member("confidence", name_of(row.confidence));
    strings(w, "sources", row.sources);
    installed(w, row.installed);
    w.key("risks").begin_array();
    for (const DependencyRisk& risk : row.risks) {
      w.begin_object();
      w.member("kind", risk.kind);
      text(w, "text", risk.text);
      w.member("source", risk.source);
      w.end_object();
    }
    w.end_array();
    w.end_object();
  }
  w.end_array();
}

void inventory(JsonWriter& w, std::string_view name, const Report& report,
               const std::vector<InventoryRow>& rows) {
  w.key(name).begin_array(Layout::kBlock);
  for (const InventoryRow& row : rows) {
    w.begin_object();
    w.member("rule", row.rule);
    w.member("name", row.name);
    text(w, "title", row.title);
    text(w, "replacement", row.replacement);
    texts(w, "notes", row.notes);
    w.member("mode", name_of(row.mode));
    w.member("risk", name_of(row.risk));
    w.member("confidence", name_of(row.confidence));
    guard(w, row.guard);
    w.member("cause", row.cause);
    sites(w, report, row.sites);
    w.end_object();
  }
  w.end_array();
}

void native_apis(JsonWriter& w, const std::vector<NativeApiRow>& rows) {
  w.key("native_apis").begin_array(Layout::kBlock);
  for (const NativeApiRow& row : rows) {
    w.begin_object();
    w.member("api", row.api);
    w.member("signal", row.signal);
    w.member("limits", row.limits);
    w.member("kernel", row.kernel);
    w.member("calls", row.calls);
    places(w, "places", row.places);
    w.member("source", row.source);
    w.end_object();
  }
  w.end_array();
}

void builds(JsonWriter& w, const std::vector<ReportBuild>& rows) {
  w.key("builds").begin_array(Layout::kBlock);
  for (const ReportBuild& row : rows) {
    w.begin_object();
    place(w, row.place);
    w.member("without_cuda", name_of(row.without_cuda));
    w.member("evidence_line", row.evidence_line);
    w.member("evidence", row.evidence);
    w.end_object();
  }
  w.end_array();
}

// Members that later versions fill; `not_computed` says why they are empty now.
void not_computed(JsonWriter& w, const Report& report) {
  for (const char* name : {"phases", "matrix"}) {
    w.key(name).begin_array();
    w.end_array();
  }
  w.key("effort").null();
  for (const char* name : {"roadmap", "risks"}) {
    w.key(name).begin_array();
    w.end_array();
  }
  w.key("not_computed").begin_array(Layout::kBlock);
  for (const NotComputed& item : report.not_computed) {
    w.begin_object();
    w.member("field", item.field);
    text(w, "reason", item.reason);
    w.end_object();
  }
  w.end_array();
}

void coverage_paths(JsonWriter& w, std::string_view name, const std::vector<CoveragePath>& rows) {
  w.key(name).begin_array(Layout::kBlock);
  for (const CoveragePath& row : rows) {
    w.begin_object();
    path(w, row.path);
    w.member("reason", row.reason);
    w.end_object();
  }
  w.end_array();
}

void coverage_places(JsonWriter& w, std::string_view name, const std::vector<CoveragePlace>& rows) {
  w.key(name).begin_array(Layout::kBlock);
  for (const CoveragePlace& row : rows) {
    w.begin_object();
    place(w, row.place);
    w.member("what", row.what);
    w.end_object();
  }
  w.end_array();
}

void coverage(JsonWriter& w, const ReportCoverage& value) {
  w.key("coverage").begin_object(Layout::kBlock);
  coverage_paths(w, "unread", value.unread);
  coverage_paths(w, "skipped", value.skipped);
  coverage_places(w, "parse_errors", value.parse_errors);
  coverage_places(w, "dynamic", value.dynamic);
  strings(w, "unknown_packages", value.unknown_packages);
  w.end_object();
}

}  // namespace

std::string render_json(const Report& report) {
  std::string out;
  out.reserve(report.findings.size() * kBytesPerFinding + 4096);
  JsonWriter w(out);
  w.begin_object(Layout::kBlock);
  header(w, report);
  verdict(w, report.verdict);
  domains(w, report.domains);
  w.key("findings").begin_array(Layout::kBlock);
  for (const ReportFinding& f : report.findings) finding(w, f);
  w.end_array();
  causes(w, report);
  dependencies(w, report.dependencies);
  json_version_plan(w, report.version_plan);
  builds(w, report.builds);
  inventory(w, "attention", report, report.attention);
  inventory(w, "kernels", report, report.kernels);
  inventory(w, "distributed", report, report.distributed);
  inventory(w, "precision", report, report.precision);
  native_apis(w, report.native_apis);
  not_computed(w, report);
  coverage(w, report.coverage);
  w.end_object();
  out += '\n';
  return out;
}

}  // namespace npuport
