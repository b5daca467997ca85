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
  write_optional(w, "soc", target.soc);
  write_optional(w, "cann", target.cann);
  write_optional(w, "torch", target.torch);
  write_optional(w, "torch_npu", target.torch_npu);
  write_optional(w, "release", target.release);
  write_optional(w, "python", target.python);
  w.member("inferred", target.inferred);
  write_text(w, "reason", target.reason);
  write_optional(w, "lifecycle", target.lifecycle);
  write_optional(w, "next_step", target.next_step);
  write_optional(w, "source", target.source);
  w.key("basis").begin_array();
  for (const TargetBasis& row : target.basis) {
    w.begin_object();
    w.member("what", row.what);
    w.member("asked", row.asked);
    write_place(w, row.place);
    w.member("chosen", row.chosen);
    w.member("moved", row.moved);
    write_text(w, "text", row.text);
    w.end_object();
  }
  w.end_array();
  w.end_object();

  const ReportProject& project = report.project;
  w.key("project").begin_object();
  w.member("root", project.root);
  if (!is_valid_utf8(project.root)) w.member("root_bytes", encode_path_bytes(project.root));
  w.member("name", project.name);
  write_optional(w, "revision", project.revision);
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
  write_text(w, "summary", value.summary);
  w.key("blockers").begin_array(Layout::kBlock);
  for (const Blocker& blocker : value.blockers) {
    w.begin_object();
    w.member("cause", blocker.cause);
    write_text(w, "title", blocker.title);
    write_place(w, blocker.place);
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
    write_optional(w, "worst_cause", row.worst_cause);
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
  write_path(w, f.path);
  w.member("line", f.line);
  w.member("column", f.column);
  w.member("end_line", f.end_line);
  w.member("end_column", f.end_column);
  if (f.cell != 0) w.member("cell", f.cell);
  w.member("text", f.text);
  w.member("name", f.name);
  write_text(w, "title", f.title);
  write_text(w, "message", f.message);
  write_text(w, "replacement", f.replacement);
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
  write_texts(w, "notes", f.notes);
  write_strings(w, "sources", f.sources);
  w.end_object();
}

void causes(JsonWriter& w, const Report& report) {
  w.key("causes").begin_array(Layout::kBlock);
  for (const CauseRow& cause : report.causes) {
    w.begin_object();
    w.member("id", cause.id);
    w.member("domain", cause.domain);
    write_strings(w, "rules", cause.rules);
    write_text(w, "title", cause.title);
    write_text(w, "message", cause.message);
    write_text(w, "replacement", cause.replacement);
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

void inventory(JsonWriter& w, std::string_view name, const Report& report,
               const std::vector<InventoryRow>& rows) {
  w.key(name).begin_array(Layout::kBlock);
  for (const InventoryRow& row : rows) {
    w.begin_object();
    w.member("rule", row.rule);
    w.member("name", row.name);
    write_text(w, "title", row.title);
    write_text(w, "replacement", row.replacement);
    write_texts(w, "notes", row.notes);
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
    write_text(w, "reason", item.reason);
    w.end_object();
  }
  w.end_array();
}

void coverage_paths(JsonWriter& w, std::string_view name, const std::vector<CoveragePath>& rows) {
  w.key(name).begin_array(Layout::kBlock);
  for (const CoveragePath& row : rows) {
    w.begin_object();
    write_path(w, row.path);
    w.member("reason", row.reason);
    w.end_object();
  }
  w.end_array();
}

void coverage_places(JsonWriter& w, std::string_view name, const std::vector<CoveragePlace>& rows) {
  w.key(name).begin_array(Layout::kBlock);
  for (const CoveragePlace& row : rows) {
    w.begin_object();
    write_place(w, row.place);
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
  write_strings(w, "unknown_packages", value.unknown_packages);
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
  json_dependencies(w, report.dependencies);
  json_version_plan(w, report.version_plan);
  json_builds(w, report.builds);
  inventory(w, "attention", report, report.attention);
  inventory(w, "kernels", report, report.kernels);
  inventory(w, "distributed", report, report.distributed);
  inventory(w, "precision", report, report.precision);
  json_native_apis(w, report.native_apis);
  not_computed(w, report);
  coverage(w, report.coverage);
  w.end_object();
  out += '\n';
  return out;
}

}  // namespace npuport
