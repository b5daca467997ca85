// Operators that op-plugin registers for NPU. Second evidence for an API that the support lists do
// not name: a schema here says that a kernel is registered, not that every argument works.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"

namespace npuport {

struct KernelOp {
  std::string_view schema;   // "add.Tensor"
  std::string_view section;  // official, custom, symint, quant: the part of the list it stands in
  std::string_view acl_op_versions;  // torch versions: "all_version", "v2.1, newest", "" = none
  std::string_view op_api_versions;
  std::string_view source;
};

class KernelOpTable {
 public:
  static Result<KernelOpTable> parse(std::string_view text);

  // Operators whose name is the API's own in one of its aten spellings: "torch.linalg.svd" asks for
  // svd, _svd, linalg_svd and _linalg_svd; "torch.nn.LayerNorm" also for layer_norm.
  std::vector<const KernelOp*> find(std::string_view api) const;

  // Operators of the module that holds the API ("torch.fft.fft": everything that begins with fft_
  // or _fft_), for an API that has none of its own. At most `limit`.
  std::vector<const KernelOp*> family(std::string_view api, size_t limit) const;

  const std::vector<KernelOp>& rows() const { return rows_; }

 private:
  std::vector<KernelOp> rows_;
  std::unordered_multimap<std::string_view, uint32_t> by_name_;  // schema without its overload
};

}  // namespace npuport
