#include "assess/sites.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "unit/assess/fixture.h"

namespace npuport {
namespace {

TEST(Sites, ResolvesPlacesInCodePoints) {
  Fixture f;
  const uint32_t file = f.file("a.py", "x = 1\n名 = torch.cuda.Stream()\n");
  const Rule& rule = f.rule("stream", 2);
  f.finding(rule, file, "torch.cuda.Stream");
  const ReportFinding site = f.report().findings.at(0);
  EXPECT_EQ(site.line, 2u);
  EXPECT_EQ(site.column, 5u);
  EXPECT_EQ(site.end_line, 2u);
  EXPECT_EQ(site.end_column, 22u);
  EXPECT_EQ(site.text, "名 = torch.cuda.Stream()");
}

TEST(Sites, FillsTextsInBothLanguages) {
  Fixture f;
  const uint32_t file = f.file("a.py", "torch.cuda\n");
  f.finding(f.rule("device", 2), file, "torch.cuda");
  const ReportFinding site = f.report().findings.at(0);
  EXPECT_EQ(site.replacement.en, "use `torch.npu` instead of torch.cuda");
  EXPECT_EQ(site.replacement.zh, "用 `torch.npu` 代替 torch.cuda");
  EXPECT_EQ(site.message.en, "Why torch.cuda breaks");
}

TEST(Sites, OrdersByPathLineColumnRuleWhateverTheInput) {
  Fixture f;
  const Rule& a = f.rule("a-rule", 2);
  const Rule& b = f.rule("b-rule", 2);
  const uint32_t second = f.file("b.py", "cuda cuda\ncuda\n");
  const uint32_t first = f.file("a.py", "cuda\n");
  f.finding(b, second, "cuda", 2);
  f.finding(b, second, "cuda", 0);
  f.finding(a, second, "cuda", 0);
  f.finding(a, second, "cuda", 1);
  f.finding(a, first, "cuda", 0);
  const Report report = f.report();
  std::vector<std::string> got;
  for (const ReportFinding& s : report.findings) {
    got.push_back(s.path + ":" + std::to_string(s.line) + ":" + std::to_string(s.column) + " " +
                  s.rule);
  }
  EXPECT_EQ(got, (std::vector<std::string>{"a.py:1:1 a-rule", "b.py:1:1 a-rule", "b.py:1:1 b-rule",
                                           "b.py:1:6 a-rule", "b.py:2:1 b-rule"}));
  std::reverse(f.detection.findings.begin(), f.detection.findings.end());
  const Report again = f.report();
  for (size_t i = 0; i < got.size(); ++i) EXPECT_EQ(again.findings[i].id, report.findings[i].id);
}

TEST(Sites, FingerprintSurvivesMovedAndReindentedLines) {
  Fixture before;
  const Rule& rule = before.rule("device", 2);
  before.finding(rule, before.file("a.py", "x.cuda()\n"), "cuda");
  Fixture after;
  const Rule& same = after.rule("device", 2);
  after.finding(same, after.file("a.py", "# new\n\n    x.cuda()\n"), "cuda");
  EXPECT_EQ(before.report().findings[0].fingerprint, after.report().findings[0].fingerprint);

  Fixture changed;
  const Rule& third = changed.rule("device", 2);
  changed.finding(third, changed.file("a.py", "y.cuda()\n"), "cuda");
  EXPECT_NE(before.report().findings[0].fingerprint, changed.report().findings[0].fingerprint);
}

TEST(Sites, EqualLinesAreToldApartByOccurrence) {
  Fixture f;
  const Rule& rule = f.rule("device", 2);
  const uint32_t file = f.file("a.py", "x.cuda()\nx.cuda()\nx.cuda()\n");
  for (int i = 0; i < 3; ++i) f.finding(rule, file, "cuda", i);
  std::set<std::string> prints;
  for (const ReportFinding& s : f.report().findings) prints.insert(s.fingerprint);
  EXPECT_EQ(prints.size(), 3u);
}

TEST(Sites, ListsTheSameSiteOnce) {
  Fixture f;
  const Rule& rule = f.rule("device", 2);
  const uint32_t file = f.file("a.py", "x.cuda()\n");
  f.finding(rule, file, "cuda");
  f.finding(rule, file, "cuda");
  EXPECT_EQ(f.report().findings.size(), 1u);
}

TEST(Sites, CauseIsTheDetectorsOrRuleAndWrapper) {
  Fixture f;
  const Rule& rule = f.rule("device", 2);
  const uint32_t file = f.file("a.py", "cuda cuda cuda\n");
  f.finding(rule, file, "cuda", 0).cause = "kernel:fused";
  f.finding(rule, file, "cuda", 1).values["wrapper"] = "to_device";
  f.finding(rule, file, "cuda", 2);
  const Report report = f.report();
  EXPECT_EQ(report.findings[0].cause, "kernel:fused");
  EXPECT_EQ(report.findings[1].cause, "device:to_device");
  EXPECT_EQ(report.findings[2].cause, "device");
}

TEST(Sites, ManySitesOnOneHugeLineTakeLinearTime) {
  Fixture f;
  std::string line;
  constexpr int kSites = 20000;
  for (int i = 0; i < kSites; ++i) line += "cuda 设备设备设备设备设备设备设备设备设备 ";
  const uint32_t file = f.file("a.py", line);
  const Rule& rule = f.rule("device", 2);
  const size_t step = line.size() / kSites;
  for (int i = 0; i < kSites; ++i) {
    Finding& finding = f.detection.findings.emplace_back();
    finding.rule = &rule;
    finding.file = file;
    finding.span = {static_cast<uint32_t>(i * step), static_cast<uint32_t>(i * step + 4)};
  }
  const auto start = std::chrono::steady_clock::now();
  const Report report = f.report();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(report.findings.size(), static_cast<size_t>(kSites));
  EXPECT_EQ(report.findings.back().column, (kSites - 1) * 24u + 1);
  EXPECT_LT(seconds.count(), 10.0);  // quadratic work would need minutes
}

TEST(PlaceFinder, GoesBackwards) {
  Fixture f;
  const uint32_t file = f.file("a.py", "é = cuda\nx = 2\n");
  PlaceFinder places(f.tree.files[file]);
  EXPECT_EQ(places.at(9), (Position{1, 9}));
  EXPECT_EQ(places.at(5), (Position{1, 5}));
  EXPECT_EQ(places.at(10), (Position{2, 1}));
  EXPECT_EQ(places.at(0), (Position{1, 1}));
  EXPECT_EQ(places.at(1000), places.at(static_cast<uint32_t>(f.tree.files[file].text.size())));
}

}  // namespace
}  // namespace npuport
