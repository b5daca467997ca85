#include "knowledge/wheel_table.h"

#include <algorithm>
#include <charconv>

#include "knowledge/text_table.h"

namespace npuport {
namespace {

constexpr std::string_view kWheelColumns =
    "name version month kind platforms rank requires automatic manual mentions source";
constexpr std::string_view kCondaColumns = "name version kind source";

std::optional<uint32_t> read_count(std::string_view text) {
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<WheelKind> read_wheel_kind(std::string_view text) {
  if (text == "pure") return WheelKind::kPure;
  if (text == "compiled") return WheelKind::kCompiled;
  if (text == "cuda") return WheelKind::kCuda;
  if (text == "source") return WheelKind::kSource;
  return std::nullopt;
}

std::optional<CondaKind> read_conda_kind(std::string_view text) {
  if (text == "noarch") return CondaKind::kNoarch;
  if (text == "compiled") return CondaKind::kCompiled;
  if (text == "needs-cuda") return CondaKind::kNeedsCuda;
  if (text == "cuda") return CondaKind::kCuda;
  return std::nullopt;
}

}  // namespace

bool WheelRow::has_wheel_for(std::string_view platform) const {
  const std::vector<std::string_view> all = split(platforms, ',');
  return std::find(all.begin(), all.end(), platform) != all.end();
}

Result<WheelTable> WheelTable::open(std::string_view text) {
  Result<SortedText> sorted = SortedText::open(text, "wheels.tsv", kWheelColumns);
  if (!sorted) return sorted.error();
  WheelTable out;
  out.text_ = sorted.value();
  return out;
}

std::optional<WheelRow> WheelTable::find(std::string_view distribution) const {
  const std::vector<std::string_view> cells = text_.find(distribution);
  if (cells.empty()) return std::nullopt;
  const std::optional<WheelKind> kind = read_wheel_kind(cells[3]);
  if (!kind) return std::nullopt;
  WheelRow row;
  row.name = cells[0];
  row.version = cells[1];
  row.month = cells[2];
  row.kind = *kind;
  row.platforms = cells[4];
  row.rank = cells[5];
  row.requires_ = split(cells[6], ',');
  const std::optional<uint32_t> automatic = read_count(cells[7]);
  const std::optional<uint32_t> manual = read_count(cells[8]);
  if (automatic && manual) row.places = WheelRow::Places{*automatic, *manual};
  row.mentions = cells[9];
  row.source = cells[10];
  return row;
}

Result<CondaTable> CondaTable::open(std::string_view text) {
  Result<SortedText> sorted = SortedText::open(text, "conda.tsv", kCondaColumns);
  if (!sorted) return sorted.error();
  CondaTable out;
  out.text_ = sorted.value();
  return out;
}

std::optional<CondaRow> CondaTable::find(std::string_view package) const {
  const std::vector<std::string_view> cells = text_.find(package);
  if (cells.empty()) return std::nullopt;
  const std::optional<CondaKind> kind = read_conda_kind(cells[2]);
  if (!kind) return std::nullopt;
  return CondaRow{cells[0], cells[1], *kind, cells[3]};
}

}  // namespace npuport
