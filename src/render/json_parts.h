// Members that several JSON outputs share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assess/report.h"
#include "knowledge/rule.h"
#include "render/json_node.h"
#include "render/json_writer.h"

namespace npuport {

// "name": {"en": ..., "zh": ...}
inline void write_text(JsonWriter& w, std::string_view name, const LocalizedText& text) {
  w.key(name).begin_object();
  w.member("en", text.en);
  w.member("zh", text.zh);
  w.end_object();
}

inline void write_strings(JsonWriter& w, std::string_view name,
                          const std::vector<std::string>& values) {
  w.key(name).begin_array();
  for (const std::string& value : values) w.value(value);
  w.end_array();
}

void write_texts(JsonWriter& w, std::string_view name, const std::vector<LocalizedText>& values);

// "name": the text, or null when it is empty.
void write_optional(JsonWriter& w, std::string_view name, const std::string& value);

// "path", and "path_bytes" when it is not UTF-8.
void write_path(JsonWriter& w, std::string_view path);

// Path, line and column of a place, and a list of places.
void write_place(JsonWriter& w, const ReportPlace& place);
void write_places(JsonWriter& w, std::string_view name, const std::vector<ReportPlace>& places);

// The members "dependencies", "builds" and "native_apis".
void json_dependencies(JsonWriter& w, const std::vector<DependencyRow>& rows);
void json_builds(JsonWriter& w, const std::vector<ReportBuild>& rows);
void json_native_apis(JsonWriter& w, const std::vector<NativeApiRow>& rows);

// The member "version_plan".
void json_version_plan(JsonWriter& w, const VersionPlan& plan);
VersionPlan read_version_plan(const JsonNode& n);

}  // namespace npuport
