#include "knowledge/package_table.h"

#include <algorithm>
#include <charconv>

#include "knowledge/text_table.h"

namespace npuport {
namespace {

constexpr std::string_view kPackageColumns =
    "dist_name import_names category cuda_bound ascend_status replacement how min_version_with_npu "
    "effort_days_low effort_days_high confidence names source";

bool read_binding(std::string_view text, CudaBinding& out) {
  if (text == "none")
    out = CudaBinding::kNone;
  else if (text == "optional")
    out = CudaBinding::kOptional;
  else if (text == "required")
    out = CudaBinding::kRequired;
  else if (text == "builds-cuda-from-source")
    out = CudaBinding::kBuildsFromSource;
  else
    return false;
  return true;
}

bool read_status(std::string_view text, AscendStatus& out) {
  if (text == "compatible")
    out = AscendStatus::kCompatible;
  else if (text == "compatible-with-plugin")
    out = AscendStatus::kCompatibleWithPlugin;
  else if (text == "needs-replacement")
    out = AscendStatus::kNeedsReplacement;
  else if (text == "unsupported")
    out = AscendStatus::kUnsupported;
  else if (text == "unknown")
    out = AscendStatus::kUnknown;
  else
    return false;
  return true;
}

bool read_days(std::string_view text, double& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size();
}

Confidence read_confidence(std::string_view text) {
  if (text == "high") return Confidence::kHigh;
  return text == "medium" ? Confidence::kMedium : Confidence::kLow;
}

}  // namespace

std::optional<Error> PackageTable::add_rows(std::string_view text, const std::string& name) {
  Result<TextTable> table = TextTable::parse(text, name, kPackageColumns);
  if (!table) return table.error();
  for (size_t i = 0; i < table.value().rows(); ++i) {
    const auto cell = [&](size_t column) { return table.value().cell(i, column); };
    PackageRow row;
    row.key = cell(0);
    row.category = cell(2);
    row.replacement = cell(5);
    row.how = cell(6);
    row.min_version = cell(7);
    row.confidence = read_confidence(cell(10));
    row.source = cell(12);
    const bool sound = read_binding(cell(3), row.cuda) && read_status(cell(4), row.status) &&
                       read_days(cell(8), row.effort.low) && read_days(cell(9), row.effort.high);
    if (!sound) {
      return Error{name + ":" + std::to_string(i + 2) +
                   ": cannot read the CUDA binding, the status or the days of \"" +
                   std::string(row.key) + "\""};
    }
    row.effort.likely = row.effort.low + (row.effort.high - row.effort.low) / 3;
    const auto id = static_cast<uint32_t>(rows_.size());
    by_name_.add(cell(11), id);
    // A row without names is about something that is never a requirement.
    if (!cell(11).empty()) row.imports = split(cell(1), ',');
    for (const std::string_view import : row.imports) by_import_.emplace(import, id);
    rows_.push_back(std::move(row));
  }
  return std::nullopt;
}

Result<PackageTable> PackageTable::parse(std::string_view packages, std::string_view children,
                                         std::string_view extra) {
  PackageTable out;
  if (std::optional<Error> error = out.add_rows(packages, "packages.tsv")) return *error;
  if (!extra.empty()) {
    if (std::optional<Error> error = out.add_rows(extra, "packages_extra.tsv")) return *error;
  }
  Result<TextTable> child_table =
      TextTable::parse(children, "package_children.tsv", "package extra child source");
  if (!child_table) return child_table.error();
  for (size_t i = 0; i < child_table.value().rows(); ++i) {
    const auto cell = [&](size_t column) { return child_table.value().cell(i, column); };
    out.children_.emplace(cell(0), PackageChild{cell(1), cell(2), cell(3)});
  }
  return out;
}

bool is_not_involved(const PackageRow& row) {
  // A package about devices is compatible; one that has nothing to do with them is not involved.
  return row.status == AscendStatus::kCompatible && row.cuda == CudaBinding::kNone &&
         row.min_version.empty() && row.effort.high == 0 && row.category != "core framework" &&
         row.category != "kernels" && row.category != "attention" &&
         row.category != "training framework" && row.category != "inference engine";
}

const PackageRow* PackageTable::find(std::string_view distribution) const {
  std::string name = normalize_distribution(distribution);
  if (const std::optional<uint32_t> row = by_name_.best(name)) return &rows_[*row];
  if (name.ends_with("-nightly")) {
    name.resize(name.size() - 8);
    if (const std::optional<uint32_t> row = by_name_.best(name)) return &rows_[*row];
  }
  const std::string_view plain = without_cuda_suffix(name);
  if (plain.empty()) return nullptr;
  const std::optional<uint32_t> row = by_name_.best(plain);
  return row ? &rows_[*row] : nullptr;
}

std::vector<const PackageRow*> PackageTable::find_import(std::string_view module) const {
  std::vector<uint32_t> ids;
  while (!module.empty() && ids.empty()) {
    const auto [begin, end] = by_import_.equal_range(module);
    for (auto entry = begin; entry != end; ++entry) ids.push_back(entry->second);
    const size_t dot = module.rfind('.');
    module = dot == std::string_view::npos ? "" : module.substr(0, dot);
  }
  std::sort(ids.begin(), ids.end());
  std::vector<const PackageRow*> found;
  for (const uint32_t id : ids) found.push_back(&rows_[id]);
  return found;
}

std::vector<PackageChild> PackageTable::children(std::string_view distribution,
                                                 const std::vector<std::string>& extras) const {
  std::vector<PackageChild> found;
  const std::string name = normalize_distribution(distribution);
  const auto [begin, end] = children_.equal_range(name);
  for (auto entry = begin; entry != end; ++entry) {
    const PackageChild& child = entry->second;
    const bool wanted =
        child.extra.empty() || std::find(extras.begin(), extras.end(), child.extra) != extras.end();
    if (wanted) found.push_back(child);
  }
  std::sort(found.begin(), found.end(),
            [](const PackageChild& a, const PackageChild& b) { return a.name < b.name; });
  return found;
}

std::string normalize_distribution(std::string_view name) {
  std::string out;
  out.reserve(name.size());
  for (const char c : name) {
    if (c == '-' || c == '_' || c == '.') {
      if (!out.empty() && out.back() != '-') out.push_back('-');
    } else {
      out.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
    }
  }
  return out;
}

std::string_view without_cuda_suffix(std::string_view normalized) {
  const size_t dash = normalized.rfind('-');
  if (dash == std::string_view::npos || dash == 0) return {};
  std::string_view suffix = normalized.substr(dash + 1);
  if (suffix.starts_with("cuda"))
    suffix.remove_prefix(4);
  else if (suffix.starts_with("cu"))
    suffix.remove_prefix(2);
  else
    return {};
  if (suffix.ends_with('x')) suffix.remove_suffix(1);
  const bool digits = suffix.size() >= 2 && suffix.size() <= 4 &&
                      suffix.find_first_not_of("0123456789") == std::string_view::npos;
  return digits ? normalized.substr(0, dash) : std::string_view();
}

}  // namespace npuport
