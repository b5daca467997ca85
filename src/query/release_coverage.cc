#include "query/release_coverage.h"

#include <algorithm>
#include <string>
#include <utility>

namespace npuport {
namespace {

bool is_newer(const ReleaseCoverage& a, const ReleaseCoverage& b) {
  return Version::parse(a.torch).value_or(Version{}) > Version::parse(b.torch).value_or(Version{});
}

}  // namespace

std::vector<ReleaseCoverage> release_coverage(const Knowledge& knowledge, std::string_view name) {
  std::vector<ReleaseCoverage> releases;
  for (const VersionRow& row : knowledge.versions().rows()) {
    if (!row.released()) continue;
    const bool covered = knowledge.transfer().ask(name, row.target).coverage == Coverage::kYes;
    releases.push_back({row.target.torch, row.target.torch_npu, row.target.release, covered});
  }
  return releases;
}

LocalizedText coverage_text(std::vector<ReleaseCoverage> releases) {
  struct Line {
    std::string oldest;  // the oldest release that covers it; releases come newest first
    bool all = true;
  };
  std::stable_sort(releases.begin(), releases.end(), is_newer);
  std::vector<std::pair<std::string, Line>> lines;
  for (const ReleaseCoverage& one : releases) {
    if (lines.empty() || lines.back().first != one.torch) lines.push_back({one.torch, {}});
    Line& line = lines.back().second;
    line.all = line.all && one.covered;
    if (one.covered) line.oldest = one.release.empty() ? one.torch_npu : one.release;
  }
  std::string every;
  std::string never;
  for (const auto& [torch, line] : lines) {
    if (!line.all && !line.oldest.empty()) continue;
    std::string& list = line.all ? every : never;
    list += (list.empty() ? "" : ", ") + torch;
  }
  if (lines.empty()) return {};
  const auto all = [](const auto& line) { return line.second.all; };
  const auto none = [](const auto& line) { return line.second.oldest.empty(); };
  if (std::all_of(lines.begin(), lines.end(), all)) {
    return {"covered in every release", "各版本均已覆盖"};
  }
  if (std::all_of(lines.begin(), lines.end(), none)) {
    return {"not covered in any release", "各版本均未覆盖"};
  }
  LocalizedText text;
  const auto add = [&](const std::string& en, const std::string& zh) {
    text.en += (text.en.empty() ? "" : "; ") + en;
    text.zh += (text.zh.empty() ? "" : "；") + zh;
  };
  if (!every.empty()) {
    add("covered in every release for torch " + every, "torch " + every + " 的各版本均已覆盖");
  }
  for (const auto& [torch, line] : lines) {
    if (line.all || line.oldest.empty()) continue;
    add("for torch " + torch + " from " + line.oldest,
        "torch " + torch + " 自 " + line.oldest + " 起覆盖");
  }
  if (!never.empty()) add("not for torch " + never, "torch " + never + " 未覆盖");
  return text;
}

}  // namespace npuport
