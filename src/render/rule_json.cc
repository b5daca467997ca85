#include "render/rule_json.h"

#include "assess/names.h"
#include "render/json_parts.h"

namespace npuport {
namespace {

void mode(JsonWriter& w, const ModeRule& mode) {
  w.key("mode").begin_object();
  switch (mode.kind) {
    case ModeRule::Kind::kFixed:
      w.member("kind", "fixed");
      w.member("mode", name_of(mode.fixed));
      break;
    case ModeRule::Kind::kTransfer:
      w.member("kind", "transfer");
      // "" = the matched name itself
      w.member("name", mode.api);
      w.member("otherwise", name_of(mode.fixed));
      break;
    case ModeRule::Kind::kByRelease:
      w.member("kind", "by_release");
      w.key("steps").begin_array();
      for (const ModeRule::Step& step : mode.steps) {
        w.begin_object();
        w.member("torch_npu", step.torch_npu);
        w.member("mode", name_of(step.mode));
        w.end_object();
      }
      w.end_array();
      break;
  }
  w.end_object();
}

}  // namespace

void write_rule(JsonWriter& w, const Rule& rule) {
  w.begin_object();
  w.member("id", rule.id);
  w.member("domain", rule.domain);
  write_text(w, "title", rule.title);
  write_text(w, "message", rule.message);
  write_text(w, "replacement", rule.replacement);
  w.member("risk", name_of(rule.risk));
  w.member("confidence", name_of(rule.confidence));
  w.member("effort_class", rule.effort);
  w.member("from_user", rule.from_user);
  write_strings(w, "sources", rule.sources);
  mode(w, rule.mode);
  w.member("table", rule.table);
  write_strings(w, "covers", rule.covers);
  w.end_object();
}

}  // namespace npuport
