// Packages, builds and API lists in the JSON report.
#include "assess/names.h"
#include "render/json_parts.h"
#include "source/utf8.h"

namespace npuport {
namespace {

using Layout = JsonWriter::Layout;

void module(JsonWriter& w, const ModuleEvidence& value) {
  w.begin_object();
  write_path(w, value.path);
  w.member("machine", value.machine);
  write_strings(w, "links", value.links);
  write_strings(w, "loads", value.loads);
  write_strings(w, "sections", value.sections);
  w.member("device_code_bytes", value.device_code_bytes);
  write_optional(w, "provides", value.provides);
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
  write_strings(w, "machines", value->machines);
  w.key("evidence").begin_array();
  for (const ModuleEvidence& one : value->evidence) module(w, one);
  w.end_array();
  python_summary(w, value->python);
  write_strings(w, "problems", value->problems);
  w.end_object();
}

}  // namespace

void json_dependencies(JsonWriter& w, const std::vector<DependencyRow>& rows) {
  w.key("dependencies").begin_array(Layout::kBlock);
  for (const DependencyRow& row : rows) {
    w.begin_object();
    w.member("name", row.name);
    write_strings(w, "import_names", row.import_names);
    w.member("specifier", row.specifier);
    w.member("status", name_of(row.status));
    w.member("need", name_of(row.need));
    w.member("replacement", row.replacement);
    write_text(w, "advice", row.advice);
    write_optional(w, "parent", row.parent);
    write_places(w, "declared", row.declared);
    write_places(w, "imported", row.imported);
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
    write_strings(w, "sources", row.sources);
    installed(w, row.installed);
    w.key("risks").begin_array();
    for (const DependencyRisk& risk : row.risks) {
      w.begin_object();
      w.member("kind", risk.kind);
      write_text(w, "text", risk.text);
      w.member("source", risk.source);
      w.end_object();
    }
    w.end_array();
    w.end_object();
  }
  w.end_array();
}

void json_native_apis(JsonWriter& w, const std::vector<NativeApiRow>& rows) {
  w.key("native_apis").begin_array(Layout::kBlock);
  for (const NativeApiRow& row : rows) {
    w.begin_object();
    w.member("api", row.api);
    w.member("signal", row.signal);
    w.member("limits", row.limits);
    w.member("kernel", row.kernel);
    w.member("calls", row.calls);
    write_places(w, "places", row.places);
    w.member("source", row.source);
    w.end_object();
  }
  w.end_array();
}

void json_builds(JsonWriter& w, const std::vector<ReportBuild>& rows) {
  w.key("builds").begin_array(Layout::kBlock);
  for (const ReportBuild& row : rows) {
    w.begin_object();
    write_place(w, row.place);
    w.member("without_cuda", name_of(row.without_cuda));
    w.member("evidence_line", row.evidence_line);
    w.member("evidence", row.evidence);
    w.end_object();
  }
  w.end_array();
}

}  // namespace npuport
