// Any bytes, read as CUDA: no crash, no hang, and every span lies in the text.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "syntax/cuda/cuda.h"

namespace {

bool is_inside(npuport::Span span, size_t size) {
  return span.begin <= span.end && span.end <= size;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  npuport::CudaFacts facts = npuport::lower_cuda_text(text, 0);
  uint32_t last = 0;
  for (const npuport::CppSite& site : facts.sites) {
    if (!is_inside(site.span, size) || !is_inside(site.extent, size)) std::abort();
    if (site.span.begin < last) std::abort();
    last = site.span.begin;
    if (site.condition >= static_cast<int32_t>(facts.conditions.size())) std::abort();
  }
  for (const npuport::CppCondition& condition : facts.conditions) {
    if (!is_inside(condition.span, size)) std::abort();
  }
  return 0;
}
