// Which function a place in the text belongs to.
#pragma once

#include <cstdint>
#include <vector>

#include "syntax/cuda/functions.h"

namespace npuport::cuda {

class FunctionIndex {
 public:
  explicit FunctionIndex(std::vector<Function> functions);

  const std::vector<Function>& functions() const { return functions_; }

  // The function whose name starts at `offset`, or null.
  const Function* named_at(uint32_t offset) const;

  // The innermost definition that holds `offset` between its name and its end, or null.
  const Function* holding(uint32_t offset) const;

  // The function between whose first specifier and name `offset` lies, or null.
  const Function* headed_at(uint32_t offset) const;

 private:
  uint32_t last_begun(uint32_t offset) const;  // index + 1, 0 when none

  std::vector<Function> functions_;  // by extent.begin
  std::vector<uint32_t> outer_;      // index + 1 of the definition around each, 0 when none
  std::vector<uint32_t> by_name_;    // indices by name_span.begin
};

}  // namespace npuport::cuda
