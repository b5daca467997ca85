#include "knowledge/companions.h"

#include <algorithm>

#include "knowledge/text_table.h"

namespace npuport {
namespace {

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> out = split(text, ',');
  for (std::string_view& word : out) {
    while (word.starts_with(' ')) word.remove_prefix(1);
  }
  return out;
}

Error bad_bound(const std::string& file, size_t row, std::string_view text) {
  return Error{file + ":" + std::to_string(row + 2) + ": expected a version bound; found \"" +
               std::string(text.substr(0, 64)) + "\""};
}

// Tables whose last three columns are en, zh and source, with a torch bound before them or not.
std::optional<Error> read_limits(std::string_view text, const std::string& file, bool with_torch,
                                 std::vector<LimitRow>& rows) {
  Result<TextTable> table =
      TextTable::parse(text, file, with_torch ? "soc torch en zh source" : "package en zh source");
  if (!table) return table.error();
  for (size_t i = 0; i < table.value().rows(); ++i) {
    const auto cell = [&](size_t column) { return table.value().cell(i, column); };
    LimitRow row;
    row.subject = cell(0);
    const size_t at = with_torch ? 2 : 1;
    if (with_torch && !cell(1).empty()) {
      row.torch = VersionBound::parse(cell(1));
      if (!row.torch) return bad_bound(file, i, cell(1));
    }
    row.text = {std::string(cell(at)), std::string(cell(at + 1))};
    row.source = cell(at + 2);
    rows.push_back(std::move(row));
  }
  return std::nullopt;
}

bool holds(const VersionBound& bound, const Target& target) {
  const std::optional<Version> torch = Version::parse(target.torch);
  return torch && bound.holds(*torch);
}

}  // namespace

Result<Companions> Companions::parse(std::string_view companions, std::string_view install,
                                     std::string_view soc_limits, std::string_view aarch64) {
  Companions out;
  Result<TextTable> versions = TextTable::parse(companions, "torch_npu/companions.tsv",
                                                "package with version python soc source");
  if (!versions) return versions.error();
  for (size_t i = 0; i < versions.value().rows(); ++i) {
    const auto cell = [&](size_t column) { return versions.value().cell(i, column); };
    out.companions_.push_back({cell(0), cell(1), cell(2), words(cell(3)), words(cell(4)), cell(5)});
  }
  Result<TextTable> commands =
      TextTable::parse(install, "torch_npu/install.tsv", "arch package torch command source");
  if (!commands) return commands.error();
  for (size_t i = 0; i < commands.value().rows(); ++i) {
    const auto cell = [&](size_t column) { return commands.value().cell(i, column); };
    const std::optional<VersionBound> torch = VersionBound::parse(cell(2));
    if (!torch) return bad_bound("torch_npu/install.tsv", i, cell(2));
    out.install_.push_back({cell(0), cell(1), *torch, cell(3), cell(4)});
  }
  if (std::optional<Error> error =
          read_limits(soc_limits, "torch_npu/soc_limits.tsv", true, out.soc_limits_)) {
    return *error;
  }
  if (std::optional<Error> error = read_limits(aarch64, "aarch64.tsv", false, out.aarch64_)) {
    return *error;
  }
  return out;
}

const CompanionRow* Companions::find(std::string_view package, const Target& target) const {
  const auto found =
      std::find_if(companions_.begin(), companions_.end(), [&](const CompanionRow& row) {
        return row.package == package &&
               (row.with == "torch=" + target.torch || row.with == "cann=" + target.cann);
      });
  return found == companions_.end() ? nullptr : &*found;
}

const CompanionRow* Companions::newest(std::string_view package) const {
  const auto found = std::find_if(companions_.begin(), companions_.end(),
                                  [&](const CompanionRow& row) { return row.package == package; });
  return found == companions_.end() ? nullptr : &*found;
}

std::vector<const InstallRow*> Companions::install(std::string_view arch,
                                                   const Target& target) const {
  std::vector<const InstallRow*> rows;
  for (const InstallRow& row : install_) {
    if ((row.arch == arch || row.arch == "any") && holds(row.torch, target)) rows.push_back(&row);
  }
  return rows;
}

std::vector<const LimitRow*> Companions::soc_limits(const Target& target) const {
  std::vector<const LimitRow*> rows;
  for (const LimitRow& row : soc_limits_) {
    if (row.subject == target.soc && (!row.torch || holds(*row.torch, target))) {
      rows.push_back(&row);
    }
  }
  return rows;
}

std::vector<const LimitRow*> Companions::aarch64(std::string_view normalized) const {
  std::vector<const LimitRow*> rows;
  for (const LimitRow& row : aarch64_) {
    if (row.subject == normalized) rows.push_back(&row);
  }
  return rows;
}

}  // namespace npuport
