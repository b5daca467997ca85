// How a compiled module shows that it is made for CUDA: the libraries that it links or opens, and
// the sections that hold code for the GPU.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"

namespace npuport {

class CudaLibraryTable {
 public:
  static Result<CudaLibraryTable> parse(std::string_view text);

  // Whether a file name is one of a CUDA library: "libcudart.so.12", "libcudart-8774224f.so.12.4"
  // (a copy inside a wheel). Folders in front do not matter.
  bool is_library(std::string_view file_name) const;

  // Whether an ELF section of that name holds GPU code.
  bool is_device_section(std::string_view section) const;

 private:
  std::vector<std::string_view> stems_;  // sorted: "libcudart"
  std::vector<std::string_view> sections_;
};

}  // namespace npuport
