// nlohmann/json throws; the exceptions end in parse_report.
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>

#include "assess/names.h"
#include "render/json.h"

namespace npuport {
namespace {

using Json = nlohmann::json;

class BadReport : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// One object of the document and where it stands, for messages.
class Node {
 public:
  Node(const Json& json, std::string where) : json_(json), where_(std::move(where)) {
    if (!json_.is_object()) fail("is not an object");
  }

  [[noreturn]] void fail(const std::string& what) const { throw BadReport(where_ + " " + what); }

  const Json& at(const char* name) const {
    const auto found = json_.find(name);
    if (found == json_.end()) fail(std::string("has no member \"") + name + "\"");
    return *found;
  }
  bool has(const char* name) const { return json_.contains(name); }
  Node object(const char* name) const { return Node(at(name), where_ + "." + name); }

  std::string string(const char* name) const {
    const Json& value = at(name);
    if (!value.is_string()) fail(std::string("has no text in \"") + name + "\"");
    return value.get<std::string>();
  }
  std::string optional_string(const char* name) const {
    return at(name).is_null() ? std::string() : string(name);
  }
  bool boolean(const char* name) const {
    const Json& value = at(name);
    if (!value.is_boolean()) fail(std::string("has no true or false in \"") + name + "\"");
    return value.get<bool>();
  }
  uint64_t number(const char* name) const {
    const Json& value = at(name);
    if (!value.is_number_unsigned()) fail(std::string("has no count in \"") + name + "\"");
    return value.get<uint64_t>();
  }
  uint32_t small_number(const char* name) const {
    const uint64_t value = number(name);
    if (value > std::numeric_limits<uint32_t>::max()) fail(std::string("has a too large ") + name);
    return static_cast<uint32_t>(value);
  }
  int domain() const {
    const uint64_t value = number("domain");
    if (value < 1 || value > kDomainCount) fail("has a domain outside 1..6");
    return static_cast<int>(value);
  }
  LocalizedText text(const char* name) const {
    const Node node = object(name);
    return {node.string("en"), node.string("zh")};
  }
  template <typename Enum>
  Enum named(const char* name) const {
    const auto value = value_named<Enum>(string(name));
    if (!value) fail(std::string("has an unknown \"") + name + "\": " + string(name));
    return *value;
  }
  GuardState guard() const {
    return at("guarded_by").is_null() ? GuardState::kUnguarded : named<GuardState>("guarded_by");
  }
  std::string path(const char* name = "path", const char* bytes = "path_bytes") const {
    return has(bytes) ? decode_path_bytes(string(bytes)) : string(name);
  }

  const Json& array(const char* name) const {
    const Json& value = at(name);
    if (!value.is_array()) fail(std::string("has no list in \"") + name + "\"");
    return value;
  }
  std::vector<std::string> strings(const char* name) const {
    std::vector<std::string> out;
    for (const Json& value : array(name)) {
      if (!value.is_string()) fail(std::string("has something else than text in \"") + name + "\"");
      out.push_back(value.get<std::string>());
    }
    return out;
  }
  template <typename Read>
  auto list(const char* name, Read read) const {
    std::vector<decltype(read(std::declval<const Node&>()))> out;
    const Json& values = array(name);
    out.reserve(values.size());
    for (size_t i = 0; i < values.size(); ++i) {
      out.push_back(read(Node(values[i], where_ + "." + name + "[" + std::to_string(i) + "]")));
    }
    return out;
  }

 private:
  const Json& json_;
  std::string where_;
};

LocalizedText read_text(const Node& n) { return {n.string("en"), n.string("zh")}; }

ReportPlace read_place(const Node& n) {
  return {n.path(), n.small_number("line"), n.small_number("column")};
}

SiteCounts read_counts(const Node& n) {
  SiteCounts counts;
  counts.automatic = n.small_number("auto");
  counts.manual = n.small_number("manual");
  counts.none = n.small_number("none");
  counts.guarded = n.small_number("guarded");
  counts.aside = n.small_number("aside");
  counts.foreign = n.small_number("foreign");
  return counts;
}

ReportTarget read_target(const Node& n) {
  ReportTarget target;
  target.soc = n.optional_string("soc");
  target.cann = n.optional_string("cann");
  target.torch = n.optional_string("torch");
  target.torch_npu = n.optional_string("torch_npu");
  target.python = n.optional_string("python");
  target.inferred = n.boolean("inferred");
  target.reason = n.text("reason");
  return target;
}

ReportProject read_project(const Node& n) {
  ReportProject project;
  project.root = n.path("root", "root_bytes");
  project.name = n.string("name");
  project.revision = n.optional_string("revision");
  project.files = n.number("files");
  project.lines = n.number("lines");
  project.bytes = n.number("bytes");
  project.languages = n.list("languages", [](const Node& l) {
    return LanguageCount{l.string("name"), l.number("files"), l.number("lines")};
  });
  return project;
}

ReportFinding read_finding(const Node& n) {
  ReportFinding f;
  f.id = n.string("id");
  f.fingerprint = n.string("fingerprint");
  f.rule = n.string("rule");
  f.domain = n.domain();
  f.path = n.path();
  f.line = n.small_number("line");
  f.column = n.small_number("column");
  f.end_line = n.small_number("end_line");
  f.end_column = n.small_number("end_column");
  if (n.has("cell")) f.cell = n.small_number("cell");
  f.text = n.string("text");
  f.name = n.string("name");
  f.title = n.text("title");
  f.message = n.text("message");
  f.replacement = n.text("replacement");
  f.mode = n.named<Mode>("mode");
  f.confidence = n.named<Confidence>("confidence");
  f.risk = n.named<Risk>("risk");
  f.cause = n.string("cause");
  f.import_time = n.boolean("import_time");
  f.guard = n.guard();
  for (const std::string& name : n.strings("tags")) {
    for (const FileTagName& tag : kFileTagNames) {
      if (tag.name == name) f.tags |= tag.bit;
    }
  }
  f.notes = n.list("notes", read_text);
  f.sources = n.strings("sources");
  return f;
}

DependencyRow read_dependency(const Node& n) {
  DependencyRow row;
  row.name = n.string("name");
  row.import_names = n.strings("import_names");
  row.specifier = n.string("specifier");
  row.status = n.named<DependencyStatus>("status");
  row.need = n.named<DependencyNeed>("need");
  row.replacement = n.string("replacement");
  row.advice = n.text("advice");
  row.parent = n.optional_string("parent");
  row.declared = n.list("declared", read_place);
  row.imported = n.list("imported", read_place);
  if (const Json& days = n.at("effort_days"); !days.is_null()) {
    if (!days.is_array() || days.size() != 3) n.fail("has no three numbers in \"effort_days\"");
    for (const Json& day : days) {
      if (!day.is_number()) n.fail("has no three numbers in \"effort_days\"");
    }
    row.effort = Effort{days[0].get<double>(), days[1].get<double>(), days[2].get<double>()};
  }
  row.confidence = n.named<Confidence>("confidence");
  row.sources = n.strings("sources");
  return row;
}

// Turns the ids of findings back into indices.
class Sites {
 public:
  explicit Sites(const std::vector<ReportFinding>& findings) {
    for (uint32_t i = 0; i < findings.size(); ++i) by_id_.emplace(findings[i].id, i);
  }
  std::vector<uint32_t> read(const Node& n) const {
    std::vector<uint32_t> out;
    for (const std::string& id : n.strings("sites")) {
      const auto found = by_id_.find(id);
      if (found == by_id_.end()) n.fail("names the finding " + id + ", which is not there");
      out.push_back(found->second);
    }
    if (out.empty()) n.fail("has no sites");
    return out;
  }

 private:
  std::unordered_map<std::string, uint32_t> by_id_;
};

CauseRow read_cause(const Node& n, const Sites& sites) {
  CauseRow cause;
  cause.id = n.string("id");
  cause.domain = n.domain();
  cause.rules = n.strings("rules");
  cause.title = n.text("title");
  cause.message = n.text("message");
  cause.replacement = n.text("replacement");
  cause.effort_class = n.string("effort_class");
  cause.risk = n.named<Risk>("risk");
  cause.confidence = n.named<Confidence>("confidence");
  cause.import_time = n.boolean("import_time");
  cause.blocker = n.boolean("blocker");
  cause.counts = read_counts(n);
  cause.files = n.small_number("files");
  cause.sites = sites.read(n);
  return cause;
}

InventoryRow read_inventory(const Node& n, const Sites& sites) {
  InventoryRow row;
  row.rule = n.string("rule");
  row.name = n.string("name");
  row.title = n.text("title");
  row.replacement = n.text("replacement");
  row.notes = n.list("notes", read_text);
  row.mode = n.named<Mode>("mode");
  row.risk = n.named<Risk>("risk");
  row.confidence = n.named<Confidence>("confidence");
  row.guard = n.guard();
  row.cause = n.string("cause");
  row.sites = sites.read(n);
  return row;
}

Verdict read_verdict(const Node& n) {
  Verdict verdict;
  verdict.feasibility = n.named<Feasibility>("feasibility");
  verdict.summary = n.text("summary");
  verdict.blockers = n.list("blockers", [](const Node& b) {
    return Blocker{b.string("cause"), b.text("title"), read_place(b), b.small_number("sites")};
  });
  return verdict;
}

DomainRow read_domain(const Node& n) {
  DomainRow row;
  row.domain = n.domain();
  row.counts = read_counts(n);
  row.causes = n.small_number("causes");
  row.blockers = n.small_number("blockers");
  row.risk = n.named<Risk>("risk");
  row.worst_cause = n.optional_string("worst_cause");
  return row;
}

Coverage read_coverage(const Node& n) {
  const auto read_path = [](const Node& p) { return CoveragePath{p.path(), p.string("reason")}; };
  const auto read_what = [](const Node& p) {
    return CoveragePlace{read_place(p), p.string("what")};
  };
  Coverage coverage;
  coverage.unread = n.list("unread", read_path);
  coverage.skipped = n.list("skipped", read_path);
  coverage.parse_errors = n.list("parse_errors", read_what);
  coverage.dynamic = n.list("dynamic", read_what);
  coverage.unknown_packages = n.strings("unknown_packages");
  return coverage;
}

Report read_report(const Node& n) {
  const std::string version = n.string("schema_version");
  if (version != kReportSchemaVersion) {
    n.fail("has schema_version " + version + "; this program reads version " +
           kReportSchemaVersion);
  }
  Report report;
  const Node tool = n.object("tool");
  report.tool = {tool.string("name"), tool.string("version"), tool.string("knowledge_date")};
  report.target = read_target(n.object("target"));
  report.project = read_project(n.object("project"));
  report.verdict = read_verdict(n.object("verdict"));
  report.domains = n.list("domains", read_domain);
  report.findings = n.list("findings", read_finding);
  const Sites sites(report.findings);
  const auto read_row = [&](const Node& row) { return read_inventory(row, sites); };
  report.causes = n.list("causes", [&](const Node& c) { return read_cause(c, sites); });
  report.dependencies = n.list("dependencies", read_dependency);
  report.attention = n.list("attention", read_row);
  report.kernels = n.list("kernels", read_row);
  report.distributed = n.list("distributed", read_row);
  report.precision = n.list("precision", read_row);
  report.not_computed = n.list("not_computed", [](const Node& item) {
    return NotComputed{item.string("field"), item.text("reason")};
  });
  report.coverage = read_coverage(n.object("coverage"));
  return report;
}

}  // namespace

Result<Report> parse_report(std::string_view json) {
  try {
    const Json document = Json::parse(json);
    return read_report(Node(document, "report"));
  } catch (const BadReport& error) {
    return Error{error.what()};
  } catch (const Json::exception& error) {
    return Error{std::string("not a JSON document: ") + error.what()};
  }
}

}  // namespace npuport
