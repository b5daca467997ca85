#include "knowledge/api_tables.h"

#include <algorithm>

#include "knowledge/text_table.h"

namespace npuport {
namespace {

// Calls add(cell) per row, where cell(i) is the text of column i.
template <typename Add>
Result<bool> for_each_row(std::string_view text, const char* name, std::string_view columns,
                          Add add) {
  Result<TextTable> table = TextTable::parse(text, name, columns);
  if (!table) return table.error();
  for (size_t row = 0; row < table.value().rows(); ++row) {
    add([&](size_t column) { return table.value().cell(row, column); });
  }
  return true;
}

}  // namespace

Result<CudaApiMap> CudaApiMap::parse(std::string_view text) {
  CudaApiMap map;
  const Result<bool> done =
      for_each_row(text, "torch_npu/cuda_api_map.tsv",
                   "cuda_api npu_equivalent status note names source", [&](auto cell) {
                     map.by_name_.add(cell(4), static_cast<uint32_t>(map.rows_.size()));
                     map.rows_.push_back({cell(0), cell(1), cell(2), cell(3), cell(5), cell(4)});
                   });
  if (!done) return done.error();
  return map;
}

const CudaApiRow* CudaApiMap::find(std::string_view qualified_name) const {
  const std::optional<uint32_t> row = by_name_.best(qualified_name);
  return row ? &rows_[*row] : nullptr;
}

Result<EnvTable> EnvTable::parse(std::string_view text) {
  EnvTable table;
  const Result<bool> done =
      for_each_row(text, "torch_npu/env_vars.tsv",
                   "env_var cuda_nccl_counterpart purpose default names source", [&](auto cell) {
                     const auto id = static_cast<uint32_t>(table.rows_.size());
                     EnvRow row{cell(0), cell(1), cell(2), cell(3), cell(5)};
                     row.has_counterpart = !row.npu_name.starts_with('(');
                     row.rough = row.cuda_names.find("rough") != std::string_view::npos;
                     table.rows_.push_back(row);
                     for (const std::string_view name : split(cell(4), ' '))
                       table.by_cuda_.emplace(name, id);
                     if (!row.has_counterpart) return;
                     for (const std::string_view name : split(row.npu_name, ' ')) {
                       if (name != "/") table.by_npu_.emplace(name, id);
                     }
                   });
  if (!done) return done.error();
  return table;
}

std::vector<const EnvRow*> EnvTable::find_cuda(std::string_view name) const {
  std::vector<uint32_t> ids;
  const auto [begin, end] = by_cuda_.equal_range(name);
  for (auto entry = begin; entry != end; ++entry) ids.push_back(entry->second);
  std::sort(ids.begin(), ids.end(), [&](uint32_t a, uint32_t b) {
    return rows_[a].rough != rows_[b].rough ? rows_[b].rough : a < b;
  });
  std::vector<const EnvRow*> found;
  for (const uint32_t id : ids) found.push_back(&rows_[id]);
  return found;
}

const EnvRow* EnvTable::find_npu(std::string_view name) const {
  const auto found = by_npu_.find(name);
  return found == by_npu_.end() ? nullptr : &rows_[found->second];
}

Result<DistributedTable> DistributedTable::parse(std::string_view text) {
  DistributedTable table;
  const Result<bool> done = for_each_row(
      text, "torch_npu/distributed.tsv", "op layer status limits names source", [&](auto cell) {
        const auto id = static_cast<uint32_t>(table.rows_.size());
        DistributedRow row{cell(0), cell(1), cell(2), cell(3), cell(5)};
        row.documented = row.layer.starts_with("documented API");
        table.rows_.push_back(row);
        table.by_name_.add(cell(4), id);
        table.by_op_.emplace(row.op, id);
      });
  if (!done) return done.error();
  return table;
}

std::vector<const DistributedRow*> DistributedTable::find(std::string_view qualified_name) const {
  std::vector<const DistributedRow*> found;
  for (const uint32_t id : by_name_.find(qualified_name)) found.push_back(&rows_[id]);
  std::stable_partition(found.begin(), found.end(),
                        [](const DistributedRow* row) { return !row->documented; });
  return found;
}

const DistributedRow* DistributedTable::find_op(std::string_view op) const {
  const auto found = by_op_.find(op);
  return found == by_op_.end() ? nullptr : &rows_[found->second];
}

Result<KeyedTable<NpuOpRow>> parse_npu_ops(std::string_view text) {
  KeyedTable<NpuOpRow> table;
  const Result<bool> done = for_each_row(
      text, "torch_npu/npu_ops.tsv",
      "op purpose cuda_world_pattern products status deprecation source", [&](auto cell) {
        table.add(cell(0), {cell(0), cell(1), cell(2), cell(3), cell(4), cell(5), cell(6)});
      });
  if (!done) return done.error();
  return table;
}

Result<KeyedTable<TritonRow>> parse_triton(std::string_view text) {
  KeyedTable<TritonRow> table;
  const Result<bool> done = for_each_row(
      text, "triton.tsv", "api support dtypes_ok_A2_A3 dtypes_missing_A2_A3 limits source",
      [&](auto cell) {
        table.add(cell(0), {cell(0), cell(1), cell(2), cell(3), cell(4), cell(5)});
      });
  if (!done) return done.error();
  return table;
}

Result<KeyedTable<MindieRow>> parse_mindie(std::string_view text) {
  KeyedTable<MindieRow> table;
  const Result<bool> done =
      for_each_row(text, "mindiesd.tsv", "api kind limits source", [&](auto cell) {
        table.add(cell(0), {cell(0), cell(1), cell(2), cell(3)});
      });
  if (!done) return done.error();
  return table;
}

Result<KeyedTable<PrecisionRow>> parse_precision(std::string_view text) {
  KeyedTable<PrecisionRow> table;
  const Result<bool> done =
      for_each_row(text, "torch_npu/precision.tsv", "topic status fact source", [&](auto cell) {
        table.add(cell(0), {cell(0), cell(1), cell(2), cell(3)});
      });
  if (!done) return done.error();
  return table;
}

Result<KeyedTable<Pitfall>> parse_pitfalls(std::string_view text) {
  KeyedTable<Pitfall> table;
  const Result<bool> done = for_each_row(
      text, "pitfalls.tsv",
      "id domain pattern symptom remedy severity auto_covered_by_transfer_to_npu frequency source",
      [&](auto cell) {
        table.add(cell(0), {cell(0), cell(1), cell(2), cell(3), cell(4), cell(5), cell(6), cell(7),
                            cell(8)});
      });
  if (!done) return done.error();
  return table;
}

}  // namespace npuport
