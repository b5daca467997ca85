#include "render/csv.h"

#include <string_view>

#include "assess/names.h"
#include "render/text.h"

namespace npuport {
namespace {

class Row {
 public:
  explicit Row(std::string& out) : out_(out) {}
  ~Row() { out_ += "\r\n"; }
  Row(const Row&) = delete;
  Row& operator=(const Row&) = delete;

  Row& number(uint32_t n) {
    separate();
    out_ += std::to_string(n);
    return *this;
  }
  Row& text(std::string_view raw) {
    separate();
    const std::string shown = visible(raw);
    constexpr std::string_view kFormulaStarts = "=+-@";
    const bool formula = !shown.empty() && kFormulaStarts.find(shown[0]) != std::string_view::npos;
    out_ += '"';
    if (formula) out_ += '\'';
    for (const char c : shown) {
      if (c == '"') out_ += '"';
      out_ += c;
    }
    out_ += '"';
    return *this;
  }

 private:
  void separate() {
    if (!first_) out_ += ',';
    first_ = false;
  }
  std::string& out_;
  bool first_ = true;
};

std::string tag_list(uint8_t tags) {
  std::string out;
  for (const FileTagName& tag : kFileTagNames) {
    if ((tags & tag.bit) != 0) out += (out.empty() ? "" : " ") + std::string(tag.name);
  }
  return out;
}

}  // namespace

std::string render_csv(const Report& report, Language language) {
  std::string out = "\xEF\xBB\xBF";
  {
    Row header(out);
    for (const char* name : {"path", "line", "column", "end_line", "end_column", "domain", "rule",
                             "name", "mode", "risk", "confidence", "guarded_by", "import_time",
                             "tags", "cause", "title", "text", "replacement"}) {
      header.text(name);
    }
  }
  for (const ReportFinding& f : report.findings) {
    Row row(out);
    row.text(f.path).number(f.line).number(f.column).number(f.end_line).number(f.end_column);
    row.number(static_cast<uint32_t>(f.domain)).text(f.rule).text(f.name).text(name_of(f.mode));
    row.text(name_of(f.risk)).text(name_of(f.confidence)).text(name_of(f.guard));
    row.text(f.import_time ? "true" : "false").text(tag_list(f.tags)).text(f.cause);
    row.text(in_language(f.title, language)).text(f.text);
    row.text(in_language(f.replacement, language));
  }
  return out;
}

}  // namespace npuport
