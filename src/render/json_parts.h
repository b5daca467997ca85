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

// The member "version_plan".
void json_version_plan(JsonWriter& w, const VersionPlan& plan);
VersionPlan read_version_plan(const JsonNode& n);

}  // namespace npuport
