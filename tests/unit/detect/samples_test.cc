// Every rule on its own samples: it fires on the marked lines and on no other.
#include <gtest/gtest.h>

#include <set>

#include "detect/detect.h"
#include "support/memory_project.h"

namespace npuport {
namespace {

std::set<uint32_t> lines_of(const Knowledge& knowledge, const std::string& rule,
                            const Sample& sample) {
  testing::Files files = sample.beside;
  files.emplace_back(sample.file, sample.text);
  const Project project = testing::make_project(files);
  const Detection detection = detect(project, knowledge, knowledge.versions().default_target(), 1);
  std::set<uint32_t> lines;
  for (const Finding& finding : detection.findings) {
    const SourceFile& file = project.file(finding.file);
    if (finding.rule->id != rule || file.path != sample.file) continue;
    lines.insert(file.lines.position(file.text, finding.span.begin).line);
  }
  return lines;
}

std::string show(const std::set<uint32_t>& lines) {
  std::string out;
  for (const uint32_t line : lines) out += std::to_string(line) + " ";
  return out.empty() ? "none" : out;
}

TEST(RuleSamples, FireWhereMarkedAndNowhereElse) {
  // From the source folder: the embedded rules carry no samples.
  const auto loaded =
      Knowledge::load({.directory = NPUPORT_SOURCE_DIR "/knowledge", .rule_directories = {}});
  ASSERT_TRUE(loaded) << loaded.error().message;
  const Knowledge& knowledge = loaded.value();
  ASSERT_GT(knowledge.rules().size(), 100u);
  size_t samples = 0;
  for (const Rule& rule : knowledge.rules()) {
    for (const Sample& sample : rule.fires) {
      ++samples;
      const std::set<uint32_t> wanted(sample.lines.begin(), sample.lines.end());
      EXPECT_EQ(show(lines_of(knowledge, rule.id, sample)), show(wanted)) << rule.id << " on\n"
                                                                          << sample.text;
    }
    for (const Sample& sample : rule.silent) {
      ++samples;
      EXPECT_EQ(show(lines_of(knowledge, rule.id, sample)), "none")
          << rule.id << " must be silent on\n"
          << sample.text;
    }
  }
  EXPECT_GT(samples, 2 * knowledge.rules().size() - 1);
}

}  // namespace
}  // namespace npuport
