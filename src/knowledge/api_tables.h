// Tables that say what takes the place of an API, an environment variable or a collective on NPU.
// Texts are views into the knowledge that was loaded. A pointer is nullptr when there is no row.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "knowledge/name_index.h"

namespace npuport {

struct CudaApiRow {
  std::string_view api;
  std::string_view npu_equivalent;  // "" when there is none
  std::string_view status;  // equivalent, equivalent-other-name, limited, native, no-effect, none
  std::string_view note;
  std::string_view source;
  std::string_view names;  // the name patterns that the row answers for, separated by blanks
};

// torch.cuda, torch.backends.cuda and friends.
class CudaApiMap {
 public:
  static Result<CudaApiMap> parse(std::string_view text);
  const CudaApiRow* find(std::string_view qualified_name) const;
  const std::vector<CudaApiRow>& rows() const { return rows_; }

 private:
  std::vector<CudaApiRow> rows_;
  NameIndex by_name_;
};

struct EnvRow {
  std::string_view npu_name;    // "(no torch_npu counterpart)" when there is none
  std::string_view cuda_names;  // as the table writes them
  std::string_view purpose;
  std::string_view default_value;
  std::string_view source;
  bool has_counterpart = false;
  bool rough = false;  // related, not the same
};

class EnvTable {
 public:
  static Result<EnvTable> parse(std::string_view text);

  // Rows for a CUDA or NCCL variable; exact counterparts before rough ones.
  std::vector<const EnvRow*> find_cuda(std::string_view name) const;
  // The row of an NPU variable.
  const EnvRow* find_npu(std::string_view name) const;
  const std::vector<EnvRow>& rows() const { return rows_; }

 private:
  std::vector<EnvRow> rows_;
  std::unordered_multimap<std::string_view, uint32_t> by_cuda_;
  std::unordered_map<std::string_view, uint32_t> by_npu_;
};

struct DistributedRow {
  std::string_view op;      // "gather", "torch.distributed.gather"
  std::string_view layer;   // "ProcessGroupHCCL", "documented API (torch 2.12)"
  std::string_view status;  // supported, limited, missing
  std::string_view limits;
  std::string_view source;
  bool documented = false;  // from the list of documented APIs, whose dtype lists are test coverage
};

class DistributedTable {
 public:
  static Result<DistributedTable> parse(std::string_view text);

  // Rows for a qualified name; those read from the implementation before documented ones.
  std::vector<const DistributedRow*> find(std::string_view qualified_name) const;
  // A row by its own text ("fp64 all_reduce").
  const DistributedRow* find_op(std::string_view op) const;
  const std::vector<DistributedRow>& rows() const { return rows_; }

 private:
  std::vector<DistributedRow> rows_;
  NameIndex by_name_;
  std::unordered_map<std::string_view, uint32_t> by_op_;
};

struct NpuOpRow {
  std::string_view op;  // "torch_npu.npu_fusion_attention"
  std::string_view purpose;
  std::string_view cuda_pattern;  // what it replaces
  std::string_view products;
  std::string_view status;
  std::string_view deprecation;
  std::string_view source;
};

struct TritonRow {
  std::string_view api;  // "tl.dot"
  std::string_view support;
  std::string_view dtypes_ok;
  std::string_view dtypes_missing;
  std::string_view limits;
  std::string_view source;
};

struct MindieRow {
  std::string_view api;
  std::string_view kind;
  std::string_view limits;
  std::string_view source;
};

struct PrecisionRow {
  std::string_view topic;   // "float64 tensors"
  std::string_view status;  // yes, limited, no, changed, npu-only, deprecated
  std::string_view fact;
  std::string_view source;
};

struct Pitfall {
  std::string_view id;  // "P001"
  std::string_view domain;
  std::string_view pattern;
  std::string_view symptom;
  std::string_view remedy;
  std::string_view severity;
  std::string_view covered;  // by transfer_to_npu: yes, no, unknown
  std::string_view frequency;
  std::string_view source;
};

// Rows found by the text of their first column.
template <typename Row>
class KeyedTable {
 public:
  void add(std::string_view key, Row row) {
    by_key_.emplace(key, static_cast<uint32_t>(rows_.size()));
    rows_.push_back(row);
  }
  const Row* find(std::string_view key) const {
    const auto found = by_key_.find(key);
    return found == by_key_.end() ? nullptr : &rows_[found->second];
  }
  const std::vector<Row>& rows() const { return rows_; }

 private:
  std::vector<Row> rows_;
  std::unordered_map<std::string_view, uint32_t> by_key_;
};

Result<KeyedTable<NpuOpRow>> parse_npu_ops(std::string_view text);
Result<KeyedTable<TritonRow>> parse_triton(std::string_view text);
Result<KeyedTable<MindieRow>> parse_mindie(std::string_view text);
Result<KeyedTable<PrecisionRow>> parse_precision(std::string_view text);
Result<KeyedTable<Pitfall>> parse_pitfalls(std::string_view text);

}  // namespace npuport
