#include "syntax/cuda/function_index.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace npuport::cuda {

FunctionIndex::FunctionIndex(std::vector<Function> functions) : functions_(std::move(functions)) {
  std::stable_sort(functions_.begin(), functions_.end(), [](const Function& a, const Function& b) {
    return a.extent.begin < b.extent.begin;
  });
  outer_.resize(functions_.size());
  std::vector<uint32_t> open;
  for (uint32_t i = 0; i < functions_.size(); ++i) {
    while (!open.empty() && functions_[open.back()].extent.end <= functions_[i].extent.begin) {
      open.pop_back();
    }
    outer_[i] = open.empty() ? 0 : open.back() + 1;
    open.push_back(i);
  }
  by_name_.resize(functions_.size());
  std::iota(by_name_.begin(), by_name_.end(), 0u);
  std::sort(by_name_.begin(), by_name_.end(), [this](uint32_t a, uint32_t b) {
    return functions_[a].name_span.begin < functions_[b].name_span.begin;
  });
}

uint32_t FunctionIndex::last_begun(uint32_t offset) const {
  auto after = std::upper_bound(functions_.begin(), functions_.end(), offset,
                                [](uint32_t at, const Function& f) { return at < f.extent.begin; });
  return static_cast<uint32_t>(after - functions_.begin());
}

const Function* FunctionIndex::named_at(uint32_t offset) const {
  auto at = std::lower_bound(
      by_name_.begin(), by_name_.end(), offset,
      [this](uint32_t i, uint32_t o) { return functions_[i].name_span.begin < o; });
  if (at == by_name_.end() || functions_[*at].name_span.begin != offset) return nullptr;
  return &functions_[*at];
}

const Function* FunctionIndex::holding(uint32_t offset) const {
  for (uint32_t i = last_begun(offset); i > 0; i = outer_[i - 1]) {
    const Function& function = functions_[i - 1];
    if (function.is_definition && function.extent.contains(offset) &&
        offset >= function.name_span.end) {
      return &function;
    }
  }
  return nullptr;
}

const Function* FunctionIndex::headed_at(uint32_t offset) const {
  for (uint32_t i = last_begun(offset); i > 0; i = outer_[i - 1]) {
    const Function& function = functions_[i - 1];
    if (function.extent.begin <= offset && offset < function.name_span.begin) return &function;
  }
  return nullptr;
}

}  // namespace npuport::cuda
