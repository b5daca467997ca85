#include "render/json_parts.h"

#include "source/utf8.h"

namespace npuport {

void write_texts(JsonWriter& w, std::string_view name, const std::vector<LocalizedText>& values) {
  w.key(name).begin_array();
  for (const LocalizedText& value : values) {
    w.begin_object();
    w.member("en", value.en);
    w.member("zh", value.zh);
    w.end_object();
  }
  w.end_array();
}

void write_path(JsonWriter& w, std::string_view value) {
  w.member("path", value);
  if (!is_valid_utf8(value)) w.member("path_bytes", encode_path_bytes(value));
}

void write_place(JsonWriter& w, const ReportPlace& value) {
  write_path(w, value.path);
  w.member("line", value.line);
  w.member("column", value.column);
}

void write_places(JsonWriter& w, std::string_view name, const std::vector<ReportPlace>& values) {
  w.key(name).begin_array();
  for (const ReportPlace& value : values) {
    w.begin_object();
    write_place(w, value);
    w.end_object();
  }
  w.end_array();
}

void write_optional(JsonWriter& w, std::string_view name, const std::string& value) {
  w.key(name);
  if (value.empty()) {
    w.null();
  } else {
    w.value(value);
  }
}

}  // namespace npuport
