#include "knowledge/transfer_table.h"

#include <algorithm>

#include "knowledge/text_table.h"

namespace npuport {

Result<TransferTable::Row> TransferTable::read_row(std::string_view api, std::string_view covered,
                                                   std::string_view bounds) {
  Row row;
  row.api = api;
  row.coverage = covered == "yes"       ? Coverage::kYes
                 : covered == "partial" ? Coverage::kPartial
                 : covered == "no"      ? Coverage::kNo
                                        : Coverage::kUnknown;
  row.never = bounds == "never";
  if (row.never) return row;
  for (const std::string_view bound : split(bounds, ' ')) {
    const size_t colon = bound.find(':');
    const std::optional<Version> torch = Version::parse(bound.substr(0, colon));
    const std::optional<Version> release =
        colon == std::string_view::npos ? std::nullopt : Version::parse(bound.substr(colon + 1));
    if (!torch || !release) {
      return Error{"torch_npu/transfer_to_npu.tsv: " + std::string(api) + ": cannot read \"" +
                   std::string(bound) + "\""};
    }
    row.bounds.push_back({*torch, *release});
  }
  return row;
}

Result<TransferTable> TransferTable::parse(std::string_view text) {
  Result<TextTable> table = TextTable::parse(text, "torch_npu/transfer_to_npu.tsv",
                                             "api names covered how since_version since source");
  if (!table) return table.error();
  TransferTable transfer;
  for (size_t i = 0; i < table.value().rows(); ++i) {
    const auto cell = [&](size_t column) { return table.value().cell(i, column); };
    Result<Row> row = read_row(cell(0), cell(2), cell(5));
    if (!row) return row.error();
    row.value().how = cell(3);
    row.value().since = cell(4);
    row.value().source = cell(6);
    const auto id = static_cast<uint32_t>(transfer.rows_.size());
    transfer.by_text_.emplace(cell(0), id);
    transfer.by_name_.add(cell(1), id);
    transfer.rows_.push_back(std::move(row.value()));
  }
  return transfer;
}

// The bound of the newest torch line that is not newer than the target's decides: a feature reaches
// the lines that are maintained at the time, and all lines that begin later.
bool TransferTable::in_force(const Row& row, const Target& target) {
  if (row.never) return false;
  if (row.bounds.empty() || target.release == "master") return true;
  const Version torch = Version::parse(target.torch).value_or(Version{});
  const Version release = Version::parse(target.release).value_or(Version{});
  const Bound* nearest = nullptr;
  for (const Bound& bound : row.bounds) {
    if (bound.torch > torch) continue;
    if (nearest == nullptr || bound.torch > nearest->torch) nearest = &bound;
  }
  return nearest != nullptr && release >= nearest->release;
}

TransferAnswer TransferTable::answer(const Row& row, const Target& target, bool inherited) const {
  TransferAnswer answer;
  answer.coverage = row.coverage;
  answer.inherited = inherited;
  answer.api = row.api;
  answer.how = row.how;
  answer.since = row.since;
  answer.source = row.source;
  if (row.coverage == Coverage::kNo) return answer;
  if (inherited && row.coverage == Coverage::kPartial) answer.coverage = Coverage::kNo;
  // "never" on a partial row (torch.device) says that it was never more than partial.
  if (!row.never && !in_force(row, target)) {
    answer.coverage = Coverage::kNo;
    answer.too_early = true;
  }
  return answer;
}

TransferAnswer TransferTable::ask(std::string_view name, const Target& target) const {
  if (const auto found = by_text_.find(name); found != by_text_.end()) {
    // Some rows are split by name; the one that the name itself selects is more exact.
    const std::optional<uint32_t> named = by_name_.best(name);
    return answer(rows_[named.value_or(found->second)], target, false);
  }
  if (const std::optional<uint32_t> row = by_name_.best(name)) {
    return answer(rows_[*row], target, false);
  }
  // Not above the third part: "torch.cuda" or "torch.Tensor" say nothing about what is below them.
  while (std::count(name.begin(), name.end(), '.') > 2) {
    name = name.substr(0, name.rfind('.'));
    if (const std::optional<uint32_t> row = by_name_.best(name)) {
      return answer(rows_[*row], target, true);
    }
  }
  return {};
}

std::vector<std::string_view> TransferTable::apis() const {
  std::vector<std::string_view> apis;
  for (const Row& row : rows_) apis.push_back(row.api);
  return apis;
}

}  // namespace npuport
