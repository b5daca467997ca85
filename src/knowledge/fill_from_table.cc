// What the tables offer to the texts of rules.
#include <initializer_list>

#include "knowledge/knowledge.h"

namespace npuport {
namespace {

using Values = std::map<std::string, std::string>;

void set(Values& values, std::initializer_list<std::pair<const char*, std::string_view>> fields) {
  for (const auto& [key, text] : fields) values[key] = std::string(text);
}

std::string_view status_text(AscendStatus status) {
  switch (status) {
    case AscendStatus::kCompatible:
      return "compatible";
    case AscendStatus::kCompatibleWithPlugin:
      return "compatible-with-plugin";
    case AscendStatus::kNeedsReplacement:
      return "needs-replacement";
    case AscendStatus::kUnsupported:
      return "unsupported";
    case AscendStatus::kUnknown:
      return "unknown";
  }
  return "";
}

bool fill_cuda_api(const Knowledge& knowledge, std::string_view name, Values& values) {
  const CudaApiRow* row = knowledge.cuda_apis().find(name);
  const CudaApiRow found = row == nullptr ? CudaApiRow{} : *row;
  set(values, {{"npu_equivalent", found.npu_equivalent},
               {"status", found.status},
               {"note", found.note},
               {"source", found.source}});
  return row != nullptr;
}

bool fill_env(const Knowledge& knowledge, std::string_view name, Values& values) {
  const std::vector<const EnvRow*> rows = knowledge.env().find_cuda(name);
  const EnvRow found = rows.empty() ? EnvRow{} : *rows.front();
  set(values, {{"npu_equivalent", found.has_counterpart ? found.npu_name : ""},
               {"status", !found.has_counterpart ? "none"
                          : found.rough          ? "related"
                                                 : "equivalent"},
               {"note", found.purpose},
               {"default", found.default_value},
               {"source", found.source}});
  return !rows.empty();
}

bool fill_distributed(const Knowledge& knowledge, std::string_view name, Values& values) {
  const std::vector<const DistributedRow*> rows = knowledge.distributed().find(name);
  const DistributedRow first = rows.empty() ? DistributedRow{} : *rows.front();
  const bool both = rows.size() > 1 && rows.back()->documented;
  set(values, {{"status", first.status},
               {"limits", first.limits},
               {"note", first.limits},
               {"documented_limits", both ? rows.back()->limits : ""},
               {"source", first.source}});
  return !rows.empty();
}

bool fill_package(const Knowledge& knowledge, std::string_view name, Values& values) {
  const PackageRow* row = knowledge.packages().find(name);
  const PackageRow found = row == nullptr ? PackageRow{} : *row;
  set(values, {{"status", status_text(found.status)},
               {"replacement", found.replacement},
               {"npu_equivalent", found.replacement},
               {"note", found.how},
               {"min_version", found.min_version},
               {"source", found.source}});
  return row != nullptr;
}

bool fill_npu_op(const Knowledge& knowledge, std::string_view name, Values& values) {
  const NpuOpRow* row = knowledge.npu_ops().find(name);
  const NpuOpRow found = row == nullptr ? NpuOpRow{} : *row;
  set(values, {{"purpose", found.purpose},
               {"cuda_pattern", found.cuda_pattern},
               {"products", found.products},
               {"status", found.status},
               {"note", found.deprecation},
               {"source", found.source}});
  return row != nullptr;
}

bool fill_triton(const Knowledge& knowledge, std::string_view name, Values& values) {
  // The table uses the customary alias.
  constexpr std::string_view kLanguage = "triton.language.";
  std::string key(name);
  if (name.starts_with(kLanguage)) key = "tl." + std::string(name.substr(kLanguage.size()));
  const TritonRow* row = knowledge.triton().find(key);
  const TritonRow found = row == nullptr ? TritonRow{} : *row;
  set(values, {{"status", found.support},
               {"dtypes_ok", found.dtypes_ok},
               {"dtypes_missing", found.dtypes_missing},
               {"limits", found.limits},
               {"note", found.limits},
               {"source", found.source}});
  return row != nullptr;
}

bool fill_mindie(const Knowledge& knowledge, std::string_view name, Values& values) {
  const MindieRow* row = knowledge.mindie().find(name);
  const MindieRow found = row == nullptr ? MindieRow{} : *row;
  set(values, {{"kind", found.kind},
               {"limits", found.limits},
               {"note", found.limits},
               {"source", found.source}});
  return row != nullptr;
}

}  // namespace

bool Knowledge::fill_from_table(std::string_view table, std::string_view name,
                                std::map<std::string, std::string>& values) const {
  if (table == "cuda_api_map") return fill_cuda_api(*this, name, values);
  if (table == "env_vars") return fill_env(*this, name, values);
  if (table == "distributed") return fill_distributed(*this, name, values);
  if (table == "packages") return fill_package(*this, name, values);
  if (table == "npu_ops") return fill_npu_op(*this, name, values);
  if (table == "triton") return fill_triton(*this, name, values);
  if (table == "mindiesd") return fill_mindie(*this, name, values);
  return false;
}

}  // namespace npuport
