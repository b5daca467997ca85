#include "knowledge/native_api.h"

#include <algorithm>
#include <charconv>

#include "knowledge/text_table.h"
#include "knowledge/version.h"

namespace npuport {
namespace {

constexpr std::string_view kProfileColumns =
    "id supported restriction restriction_kinds a2 a3 ascend950dt dtypes_allowed dtypes_missing";
constexpr size_t kFirstVersion = 3;  // after api, npu_form, doc_section

std::vector<std::string_view> cells(std::string_view line) {
  std::vector<std::string_view> out;
  while (true) {
    const size_t tab = line.find('\t');
    out.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return out;
    line.remove_prefix(tab + 1);
  }
}

bool take_number(std::string_view& text, size_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  if (text.starts_with(':')) text.remove_prefix(1);
  return true;
}

}  // namespace

Result<NativeApiTable> NativeApiTable::parse(std::string_view support, std::string_view profiles,
                                             std::string_view sources) {
  NativeApiTable table;
  Result<TextTable> profile_rows =
      TextTable::parse(profiles, "torch_npu/native_api_profiles.tsv", kProfileColumns);
  if (!profile_rows) return profile_rows.error();
  for (size_t i = 0; i < profile_rows.value().rows(); ++i) {
    std::vector<std::string_view>& profile = table.profiles_.emplace_back();
    for (size_t column = 1; column < profile_rows.value().width(); ++column) {
      profile.push_back(profile_rows.value().cell(i, column));
    }
  }
  Result<TextTable> source_rows =
      TextTable::parse(sources, "torch_npu/native_api_sources.tsv", "id source");
  if (!source_rows) return source_rows.error();
  for (size_t i = 0; i < source_rows.value().rows(); ++i) {
    table.sources_.push_back(source_rows.value().cell(i, 1));
  }
  const std::vector<std::string_view> header = cells(support.substr(0, support.find('\n')));
  if (header.size() <= kFirstVersion || header[0] != "api" || header[2] != "doc_section") {
    return Error{
        "torch_npu/native_api_support.tsv:1: expected api, npu_form, doc_section, versions"};
  }
  table.versions_.assign(header.begin() + kFirstVersion, header.end());
  support.remove_prefix(std::min(support.size(), support.find('\n') + 1));
  for (const std::string_view line : split(support, '\n')) {
    table.lines_.emplace(line.substr(0, line.find('\t')), line);
  }
  return table;
}

std::vector<NativeApiEntry> NativeApiTable::find(std::string_view api,
                                                 std::string_view torch) const {
  std::vector<NativeApiEntry> entries;
  const auto found = lines_.find(api);
  const std::optional<Version> wanted = Version::parse(torch);
  if (found == lines_.end() || !wanted) return entries;
  const std::vector<std::string_view> line = cells(found->second);
  for (size_t i = 0; i < versions_.size() && kFirstVersion + i < line.size(); ++i) {
    const std::optional<Version> version = Version::parse(versions_[i]);
    if (!version || version->part(0) != wanted->part(0) || version->part(1) != wanted->part(1)) {
      continue;
    }
    for (std::string_view cell : split(line[kFirstVersion + i], ' ')) {
      size_t profile = 0;
      size_t source = 0;
      size_t number = 0;
      const bool sound = take_number(cell, profile) && take_number(cell, source) &&
                         take_number(cell, number) && profile < profiles_.size() &&
                         source < sources_.size();
      if (!sound) continue;
      const std::vector<std::string_view>& p = profiles_[profile];
      entries.push_back({p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], line[1],
                         std::string(sources_[source]) + ":" + std::to_string(number)});
    }
  }
  return entries;
}

std::string NativeApiTable::folder_of(std::string_view torch) const {
  const std::optional<Version> wanted = Version::parse(torch);
  const bool listed = wanted && std::any_of(versions_.begin(), versions_.end(), [&](auto text) {
                        const std::optional<Version> version = Version::parse(text);
                        return version && version->part(0) == wanted->part(0) &&
                               version->part(1) == wanted->part(1);
                      });
  if (!listed) return {};
  for (const auto& [name, line] : lines_) {
    const std::vector<NativeApiEntry> entries = find(name, torch);
    if (entries.empty()) continue;
    return entries.front().source.substr(0, entries.front().source.rfind('/'));
  }
  return {};
}

std::vector<std::string_view> NativeApiTable::names() const {
  std::vector<std::string_view> names;
  names.reserve(lines_.size());
  for (const auto& [name, line] : lines_) names.push_back(name);
  return names;
}

}  // namespace npuport
