#include "render/json_parts.h"
#include "source/utf8.h"

namespace npuport {
namespace {

using Layout = JsonWriter::Layout;

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

}  // namespace

void json_version_plan(JsonWriter& w, const VersionPlan& plan) {
  w.key("version_plan").begin_object(Layout::kBlock);
  w.key("packages").begin_array(Layout::kBlock);
  for (const PlanPackage& package : plan.packages) {
    w.begin_object();
    w.member("name", package.name);
    w.key("version");
    if (package.version.empty()) {
      w.null();
    } else {
      w.value(package.version);
    }
    w.member("needed", package.needed);
    text(w, "note", package.note);
    strings(w, "sources", package.sources);
    w.end_object();
  }
  w.end_array();
  w.key("install").begin_array(Layout::kBlock);
  for (const PlanInstall& install : plan.install) {
    w.begin_object();
    w.member("arch", install.arch);
    strings(w, "commands", install.commands);
    strings(w, "sources", install.sources);
    w.end_object();
  }
  w.end_array();
  w.key("conflicts").begin_array(Layout::kBlock);
  for (const PlanConflict& conflict : plan.conflicts) {
    w.begin_object();
    w.member("package", conflict.package);
    w.member("asked", conflict.asked);
    w.member("path", conflict.place.path);
    if (!is_valid_utf8(conflict.place.path)) {
      w.member("path_bytes", encode_path_bytes(conflict.place.path));
    }
    w.member("line", conflict.place.line);
    w.member("column", conflict.place.column);
    w.member("use", conflict.use);
    text(w, "why", conflict.why);
    strings(w, "sources", conflict.sources);
    w.member("aside", conflict.aside);
    w.end_object();
  }
  w.end_array();
  w.key("limits").begin_array(Layout::kBlock);
  for (const PlanLimit& limit : plan.limits) {
    w.begin_object();
    w.member("subject", limit.subject);
    w.member("kind", limit.kind);
    text(w, "text", limit.text);
    w.member("source", limit.source);
    w.end_object();
  }
  w.end_array();
  w.end_object();
}

VersionPlan read_version_plan(const JsonNode& n) {
  VersionPlan plan;
  plan.packages = n.list("packages", [](const JsonNode& p) {
    return PlanPackage{p.string("name"), p.optional_string("version"), p.boolean("needed"),
                       p.text("note"), p.strings("sources")};
  });
  plan.install = n.list("install", [](const JsonNode& p) {
    return PlanInstall{p.string("arch"), p.strings("commands"), p.strings("sources")};
  });
  plan.conflicts = n.list("conflicts", [](const JsonNode& p) {
    return PlanConflict{p.string("package"),
                        p.string("asked"),
                        {p.path(), p.small_number("line"), p.small_number("column")},
                        p.string("use"),
                        p.text("why"),
                        p.strings("sources"),
                        p.boolean("aside")};
  });
  plan.limits = n.list("limits", [](const JsonNode& p) {
    return PlanLimit{p.string("subject"), p.string("kind"), p.text("text"), p.string("source")};
  });
  return plan;
}

}  // namespace npuport
