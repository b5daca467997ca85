#include "knowledge/target.h"

#include <algorithm>

#include "knowledge/text_table.h"

namespace npuport {
namespace {

constexpr std::string_view kColumns =
    "torch torch_npu_package branch cann python table lifecycle_status first_release next_step "
    "eol_date "
    "source";
constexpr std::string_view kUnreleased = "master";

// "v2.12.0-26.1.0" -> "26.1.0"; older branches ("2.0.4.tr5") have no such part.
std::string release_of(std::string_view branch, bool released) {
  if (!released) return std::string(kUnreleased);
  const size_t dash = branch.find('-');
  return dash == std::string_view::npos ? "" : std::string(branch.substr(dash + 1));
}

Version release_version(const std::string& release) {
  if (release == kUnreleased) return *Version::parse("999");
  return Version::parse(release).value_or(Version{});
}

// "2.12.0 (planned)" and "1.11.0.rc2（beta）" -> the version alone.
std::string package_version(std::string_view package) {
  return std::string(
      package.substr(0, package.find_first_not_of("0123456789.abcdefghijklmnopqrstuvwxyz")));
}

std::string usual_python(const VersionRow& row) {
  if (row.has_python("3.11")) return "3.11";
  const std::vector<std::string_view> list = row.python_list();
  return list.empty() ? "" : std::string(list.back());
}

VersionRow read_row(const TextTable& table, size_t i) {
  VersionRow row;
  row.package = table.cell(i, 1);
  row.branch = table.cell(i, 2);
  row.pythons = table.cell(i, 4);
  row.table = table.cell(i, 5);
  row.lifecycle = table.cell(i, 6);
  row.first_release = table.cell(i, 7);
  row.next_step = table.cell(i, 8);
  row.eol_date = table.cell(i, 9);
  row.source = table.cell(i, 10);
  row.target.torch = std::string(table.cell(i, 0));
  row.target.torch_npu = package_version(row.package);
  row.target.cann = std::string(table.cell(i, 3));
  row.target.release = release_of(row.branch, row.released());
  row.target.python = usual_python(row);
  row.torch = Version::parse(row.target.torch).value_or(Version{});
  row.release = release_version(row.target.release);
  return row;
}

}  // namespace

bool Target::satisfies(std::string_view torch_npu_bound) const {
  const std::optional<VersionBound> bound = VersionBound::parse(torch_npu_bound);
  const std::optional<Version> version = Version::parse(torch_npu);
  return bound && version && bound->holds(*version);
}

std::string Target::text() const {
  return "torch " + torch + ", torch_npu " + torch_npu +
         (release.empty() ? "" : " (" + release + ")") + (cann.empty() ? "" : ", CANN " + cann) +
         ", " + soc;
}

std::string VersionRow::ended() const {
  std::string date(eol_date);
  std::erase(date, ' ');
  return date;
}

// "3.7(>=3.7.5), 3.8" -> 3.7, 3.8
std::vector<std::string_view> VersionRow::python_list() const {
  std::vector<std::string_view> list;
  for (std::string_view part : split(pythons, ',')) {
    while (part.starts_with(' ')) part.remove_prefix(1);
    part = part.substr(0, part.find_first_not_of("0123456789."));
    if (!part.empty()) list.push_back(part);
  }
  return list;
}

bool VersionRow::has_python(std::string_view version) const {
  const std::vector<std::string_view> list = python_list();
  return std::find(list.begin(), list.end(), version) != list.end();
}

Result<VersionMatrix> VersionMatrix::parse(std::string_view text) {
  Result<TextTable> table = TextTable::parse(text, "torch_npu/version_matrix.tsv", kColumns);
  if (!table) return table.error();
  VersionMatrix matrix;
  for (size_t i = 0; i < table.value().rows(); ++i) {
    matrix.rows_.push_back(read_row(table.value(), i));
  }
  const bool any = std::any_of(matrix.rows_.begin(), matrix.rows_.end(),
                               [](const VersionRow& row) { return row.active(); });
  if (!any) return Error{"torch_npu/version_matrix.tsv: no active release"};
  return matrix;
}

const VersionRow* VersionMatrix::newest(const VersionBound& torch, bool active_only) const {
  const VersionRow* best = nullptr;
  for (const VersionRow& row : rows_) {
    if (!row.released() || (active_only && !row.active()) || !torch.holds(row.torch)) continue;
    const bool newer = best == nullptr || row.torch > best->torch ||
                       (row.torch == best->torch && row.release > best->release);
    if (newer) best = &row;
  }
  return best;
}

Target VersionMatrix::default_target() const { return newest(VersionBound{}, true)->target; }

const VersionRow* VersionMatrix::row_of(const Target& target) const {
  for (const VersionRow& row : rows_) {
    if (row.target.torch == target.torch && row.target.torch_npu == target.torch_npu &&
        row.target.release == target.release && row.target.cann == target.cann) {
      return &row;
    }
  }
  return nullptr;
}

}  // namespace npuport
