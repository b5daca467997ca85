#include "render/json.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "render/json_writer.h"
#include "render/text.h"
#include "source/utf8.h"
#include "unit/render/sample_report.h"

namespace npuport {
namespace {

using Json = nlohmann::json;

std::string written(std::string_view text) {
  std::string out;
  JsonWriter(out).value(text);
  return out;
}

TEST(JsonWriter, EscapesWhatJsonAndHtmlNeed) {
  EXPECT_EQ(written("a\"b\\c\n\t\r"), R"("a\"b\\c\n\t\r")");
  EXPECT_EQ(written("</script>"), R"("\u003c/script>")");
  EXPECT_EQ(written("<!--"), R"("\u003c!--")");
  EXPECT_EQ(written("a < b <= c<"), R"("a < b <= c<")");
  EXPECT_EQ(written(std::string_view("\0\x1f\x7f", 3)), R"("\u0000\u001f\u007f")");
  EXPECT_EQ(written("\u202e\u2028"), R"("\u202e\u2028")");
  EXPECT_EQ(written("设备"), "\"设备\"");
  EXPECT_EQ(written("\U000E0041"), R"("\udb40\udc41")");
}

TEST(JsonWriter, ReplacesInvalidBytes) {
  EXPECT_EQ(written("a\xff\x62"),
            "\"a\uFFFD"
            "b\"");
  EXPECT_EQ(written("\xed\xa0\x80"), "\"\uFFFD\uFFFD\uFFFD\"");  // a surrogate
  EXPECT_EQ(written("\xc0\xaf"), "\"\uFFFD\uFFFD\"");            // an overlong slash
  EXPECT_EQ(written("\xe8\xae"), "\"\uFFFD\uFFFD\"");            // cut short
}

TEST(JsonWriter, LaysOutBlocksAndCompactParts) {
  std::string out;
  JsonWriter w(out);
  w.begin_object(JsonWriter::Layout::kBlock);
  w.key("a").begin_array(JsonWriter::Layout::kBlock);
  w.begin_object();
  w.member("x", 1);
  w.member("y", 0.25);
  w.end_object();
  w.begin_object();
  w.end_object();
  w.end_array();
  w.key("b").begin_array(JsonWriter::Layout::kBlock);
  w.end_array();
  w.key("c").null();
  w.end_object();
  EXPECT_EQ(
      out,
      "{\n  \"a\": [\n    {\"x\": 1, \"y\": 0.25},\n    {}\n  ],\n  \"b\": [],\n  \"c\": null\n}");
}

TEST(Json, HasTheContractsMembers) {
  const Json json = Json::parse(render_json(sample_report()));
  for (const char* name :
       {"schema_version", "tool", "target", "project", "verdict", "findings", "causes",
        "dependencies", "attention", "kernels", "distributed", "precision", "phases", "matrix",
        "effort", "roadmap", "risks", "coverage"}) {
    EXPECT_TRUE(json.contains(name)) << name;
  }
  for (const char* name :
       {"id",          "fingerprint", "rule",       "domain",      "path",   "line",
        "column",      "end_line",    "end_column", "text",        "title",  "replacement",
        "mode",        "confidence",  "risk",       "effort_days", "cause",  "phases",
        "import_time", "guarded_by",  "reached_by", "fix",         "sources"}) {
    EXPECT_TRUE(json["findings"][0].contains(name)) << name;
  }
  EXPECT_EQ(json["schema_version"], "1");
  EXPECT_TRUE(json["effort"].is_null());
  EXPECT_TRUE(json["phases"].empty());
  EXPECT_EQ(json["verdict"]["feasibility"], "not_assessed");
  EXPECT_EQ(json["findings"][0]["title"]["zh"], "cuda-kernel 的标题");
}

TEST(Json, RoundTripIsByteIdentical) {
  for (const Report& report : {sample_report(), hostile_report(), Fixture().report()}) {
    const std::string json = render_json(report);
    const Result<Report> read = parse_report(json);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(render_json(read.value()), json);
  }
}

TEST(Json, HostileTextStaysOneSafeDocument) {
  const std::string json = render_json(hostile_report());
  EXPECT_TRUE(is_valid_utf8(json));
  EXPECT_EQ(json.find("</"), std::string::npos);
  EXPECT_EQ(json.find("<!"), std::string::npos);
  EXPECT_EQ(json.find('\x1b'), std::string::npos);
  EXPECT_EQ(json.find("\u202e"), std::string::npos);
}

TEST(Json, PathsKeepTheirBytes) {
  Report report = sample_report();
  report.findings[0].path = "a%\xff/\u8bbe\n.py";
  const std::string json = render_json(report);
  const Json finding = Json::parse(json)["findings"][0];
  EXPECT_EQ(finding["path"], "a%\uFFFD/\u8bbe\n.py");
  EXPECT_EQ(finding["path_bytes"], "a%25%FF/\u8bbe\n.py");
  const Result<Report> read = parse_report(json);
  ASSERT_TRUE(read);
  EXPECT_EQ(read.value().findings[0].path, report.findings[0].path);
}

TEST(PathBytes, EveryByteSurvives) {
  std::string all;
  for (int c = 1; c < 256; ++c) all += static_cast<char>(c);
  EXPECT_EQ(decode_path_bytes(encode_path_bytes(all)), all);
  EXPECT_EQ(decode_path_bytes("50%"), "50%");
  EXPECT_EQ(decode_path_bytes("%zz%4"), "%zz%4");
}

TEST(JsonReader, NamesWhatIsWrong) {
  const auto error_of = [](const std::string& json) {
    const Result<Report> read = parse_report(json);
    return read ? std::string("accepted") : read.error().message;
  };
  const std::string good = render_json(sample_report());
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = good;
    const size_t at = changed.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return changed.replace(at, from.size(), to);
  };
  EXPECT_TRUE(error_of("{").starts_with("not a JSON document"));
  EXPECT_EQ(error_of("[]"), "report is not an object");
  EXPECT_EQ(error_of("{}"), "report has no member \"schema_version\"");
  EXPECT_EQ(error_of(with("\"schema_version\": \"1\"", "\"schema_version\": \"9\"")),
            "report has schema_version 9; this program reads version 1");
  EXPECT_EQ(error_of(with("\"rule\": \"cuda-kernel\"", "\"rule\": 3")),
            "report.findings[0] has no text in \"rule\"");
  EXPECT_EQ(error_of(with("\"domain\": 4, \"path\"", "\"domain\": 7, \"path\"")),
            "report.findings[0] has a domain outside 1..6");
  EXPECT_EQ(error_of(with("\"end_line\": 1", "\"end_line\": -1")),
            "report.findings[0] has no count in \"end_line\"");
  EXPECT_EQ(error_of(with("\"end_line\": 1", "\"end_line\": 99999999999")),
            "report.findings[0] has a too large end_line");
  EXPECT_EQ(
      error_of(with("\"id\": \"", "\"id\": \"x")).find("names the finding") != std::string::npos,
      true);
}

TEST(JsonReader, SurvivesDeepNesting) {
  EXPECT_FALSE(parse_report(std::string(200000, '[')));
  EXPECT_FALSE(parse_report("{\"schema_version\": " + std::string(200000, '[') +
                            std::string(200000, ']') + "}"));
}

TEST(Json, ValidAgainstTheSchema) {
  if (std::system("python3 -c 'import jsonschema' >/dev/null 2>&1") != 0) {
    GTEST_SKIP() << "python3-jsonschema is not installed";
  }
  const auto folder = std::filesystem::path(testing::TempDir());
  const auto save = [&](const std::string& name, const std::string& json) {
    const std::string path = (folder / name).string();
    std::ofstream(path, std::ios::binary) << json;
    return " '" + path + "'";
  };
  const std::string check = "python3 '" NPUPORT_SOURCE_DIR "/scripts/validate_report.py'";
  const std::string good = save("npuport_sample.json", render_json(sample_report())) +
                           save("npuport_hostile.json", render_json(hostile_report())) +
                           save("npuport_empty.json", render_json(Fixture().report()));
  EXPECT_EQ(std::system((check + good).c_str()), 0);
  std::string wrong = render_json(sample_report());
  wrong.replace(wrong.find("\"mode\": \"manual\""), 16, "\"mode\": \"magic!\"");
  EXPECT_NE(std::system((check + save("npuport_wrong.json", wrong) + " >/dev/null").c_str()), 0);
}

TEST(Json, ReportsWithoutInstalledPackagesAreStillRead) {
  std::string json = render_json(sample_report());
  size_t begin;
  while ((begin = json.find(", \"installed\": ")) != std::string::npos) {
    // To the end of the row: it is the last member.
    const size_t end = json.find('\n', begin);
    json.replace(begin, end - begin, json[end - 1] == ',' ? "}," : "}");
  }
  const Result<Report> report = parse_report(json);
  ASSERT_TRUE(report) << report.error().message;
  for (const DependencyRow& row : report.value().dependencies) EXPECT_FALSE(row.installed);
}

TEST(Json, InstalledEvidenceSurvives) {
  const Result<Report> report = parse_report(render_json(sample_report()));
  ASSERT_TRUE(report) << report.error().message;
  const InstalledEvidence& installed = *report.value().dependencies[0].installed;
  EXPECT_EQ(installed.version, "2.7.4");
  EXPECT_EQ(installed.evidence[0].device_code_bytes, 12'300'000u);
  EXPECT_EQ(installed.python->domains[1].guarded, 3u);
  EXPECT_EQ(installed.problems, std::vector<std::string>{"a.so: damaged"});
}

}  // namespace
}  // namespace npuport
