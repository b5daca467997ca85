#include "assess/names.h"
#include "render/answer.h"
#include "render/json_parts.h"

namespace npuport {
namespace {

using Layout = JsonWriter::Layout;

void entry(JsonWriter& w, const AnswerEntry& value) {
  w.begin_object();
  w.member("kind", name_of(value.kind));
  w.member("name", value.name);
  w.member("status", name_of(value.status));
  w.key("mode");
  if (value.mode) {
    w.value(name_of(*value.mode));
  } else {
    w.null();
  }
  w.member("replacement", value.replacement);
  w.key("statements").begin_array(Layout::kBlock);
  for (const Statement& statement : value.statements) {
    w.begin_object();
    w.member("topic", name_of(statement.topic));
    write_text(w, "text", statement.text);
    write_strings(w, "sources", statement.sources);
    w.end_object();
  }
  w.end_array();
  w.key("releases").begin_array(Layout::kBlock);
  for (const ReleaseCoverage& release : value.releases) {
    w.begin_object();
    w.member("torch", release.torch);
    w.member("torch_npu", release.torch_npu);
    w.member("release", release.release);
    w.member("covered", release.covered);
    w.end_object();
  }
  w.end_array();
  w.end_object();
}

void rule(JsonWriter& w, const TouchingRule& value) {
  w.begin_object();
  w.member("id", value.id);
  w.member("domain", value.domain);
  w.member("exact", value.exact);
  w.member("mode", name_of(value.mode));
  w.member("risk", name_of(value.risk));
  write_text(w, "title", value.title);
  write_text(w, "message", value.message);
  write_text(w, "replacement", value.replacement);
  write_strings(w, "sources", value.sources);
  w.end_object();
}

void pitfall(JsonWriter& w, const KnownPitfall& value) {
  w.begin_object();
  w.member("id", value.id);
  w.member("severity", value.severity);
  w.member("pattern", value.pattern);
  w.member("symptom", value.symptom);
  w.member("remedy", value.remedy);
  write_strings(w, "sources", value.sources);
  w.end_object();
}

void answer(JsonWriter& w, const Answer& value) {
  w.begin_object(Layout::kBlock);
  w.member("asked", value.asked);
  w.member("name", value.name);
  w.member("known", value.known());
  w.key("entries").begin_array(Layout::kBlock);
  for (const AnswerEntry& one : value.entries) entry(w, one);
  w.end_array();
  w.key("rules").begin_array(Layout::kBlock);
  for (const TouchingRule& one : value.rules) rule(w, one);
  w.end_array();
  w.key("pitfalls").begin_array(Layout::kBlock);
  for (const KnownPitfall& one : value.pitfalls) pitfall(w, one);
  w.end_array();
  write_strings(w, "near", value.near);
  w.end_object();
}

}  // namespace

std::string render_answers_json(const QueryResult& result) {
  std::string out;
  JsonWriter w(out);
  w.begin_object(Layout::kBlock);
  w.member("schema_version", kQuerySchemaVersion);
  w.key("tool").begin_object();
  w.member("name", result.program);
  w.member("version", result.version);
  w.member("knowledge_date", result.knowledge_date);
  w.end_object();
  w.key("target").begin_object();
  w.member("soc", result.target.soc);
  w.member("cann", result.target.cann);
  w.member("torch", result.target.torch);
  w.member("torch_npu", result.target.torch_npu);
  w.member("release", result.target.release);
  w.member("python", result.target.python);
  w.end_object();
  w.key("answers").begin_array(Layout::kBlock);
  for (const Answer& one : result.answers) answer(w, one);
  w.end_array();
  w.end_object();
  return out + "\n";
}

}  // namespace npuport
