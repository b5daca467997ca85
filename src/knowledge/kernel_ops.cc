#include "knowledge/kernel_ops.h"

#include <algorithm>

#include "knowledge/text_table.h"

namespace npuport {
namespace {

// "torch.nn.functional.layer_norm" -> {torch, nn, functional, layer_norm}
std::vector<std::string_view> parts_of(std::string_view api) { return split(api, '.'); }

// "LayerNorm" -> "layer_norm", "GELU" -> "gelu", "Conv2d" -> "conv2d"
std::string snake_case(std::string_view name) {
  const auto upper = [&](size_t i) { return i < name.size() && name[i] >= 'A' && name[i] <= 'Z'; };
  std::string out;
  for (size_t i = 0; i < name.size(); ++i) {
    const bool starts_word =
        i > 0 && upper(i) && (!upper(i - 1) || (i + 1 < name.size() && !upper(i + 1)));
    if (starts_word && out.back() != '_') out += '_';
    out += upper(i) ? static_cast<char>(name[i] - 'A' + 'a') : name[i];
  }
  return out;
}

// Modules of torch whose operators carry the module's name.
std::string_view prefix_module(const std::vector<std::string_view>& parts) {
  if (parts.size() < 3) return {};
  const std::string_view module = parts[parts.size() - 2];
  for (const char* known : {"fft", "linalg", "special", "sparse", "nested"}) {
    if (module == known) return module;
  }
  return {};
}

}  // namespace

Result<KernelOpTable> KernelOpTable::parse(std::string_view text) {
  const Result<TextTable> table =
      TextTable::parse(text, "torch_npu/npu_kernel_ops.tsv",
                       "schema section acl_op_versions op_api_versions source");
  if (!table) return table.error();
  KernelOpTable out;
  out.rows_.reserve(table.value().rows());
  for (size_t i = 0; i < table.value().rows(); ++i) {
    const auto cell = [&](size_t column) { return table.value().cell(i, column); };
    out.by_name_.emplace(cell(0).substr(0, cell(0).find('.')), static_cast<uint32_t>(i));
    out.rows_.push_back({cell(0), cell(1), cell(2), cell(3), cell(4)});
  }
  return out;
}

std::vector<const KernelOp*> KernelOpTable::find(std::string_view api) const {
  const std::vector<std::string_view> parts = parts_of(api);
  if (parts.empty()) return {};
  const std::string last = snake_case(parts.back());
  std::vector<std::string> names = {std::string(parts.back())};
  if (last != names.front()) {
    names.push_back(last);
    std::string lower(parts.back());
    for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (lower != last) names.push_back(lower);
  }
  const std::string_view module = prefix_module(parts);
  if (!module.empty()) names.push_back(std::string(module) + "_" + last);
  for (size_t i = 0, plain = names.size(); i < plain; ++i) {
    names.push_back("_" + names[i]);
    names.push_back("native_" + names[i]);
  }
  std::vector<uint32_t> ids;
  for (const std::string& name : names) {
    const auto [begin, end] = by_name_.equal_range(name);
    for (auto entry = begin; entry != end; ++entry) ids.push_back(entry->second);
  }
  std::sort(ids.begin(), ids.end());
  std::vector<const KernelOp*> found;
  for (const uint32_t id : ids) found.push_back(&rows_[id]);
  return found;
}

std::vector<const KernelOp*> KernelOpTable::family(std::string_view api, size_t limit) const {
  const std::string_view module = prefix_module(parts_of(api));
  std::vector<const KernelOp*> found;
  if (module.empty()) return found;
  const std::string prefix = std::string(module) + "_";
  for (const KernelOp& row : rows_) {
    if (found.size() == limit) break;
    if (row.schema.starts_with(prefix) || row.schema.substr(1).starts_with(prefix)) {
      found.push_back(&row);
    }
  }
  return found;
}

}  // namespace npuport
