#include "knowledge/cuda_libraries.h"

#include <algorithm>
#include <string>

#include "knowledge/text_table.h"

namespace npuport {
namespace {

// "libcudart" for "libcudart-8774224f.so.12": wheels carry copies with a hash in the name.
std::string_view stem_of(std::string_view file_name) {
  file_name = file_name.substr(file_name.rfind('/') + 1);
  const size_t end = file_name.find(".so");
  if (end == std::string_view::npos) return {};
  const std::string_view tail = file_name.substr(end + 3);
  if (tail.find_first_not_of(".0123456789") != std::string_view::npos) return {};
  std::string_view stem = file_name.substr(0, end);
  const size_t dash = stem.rfind('-');
  if (dash == std::string_view::npos) return stem;
  const std::string_view hash = stem.substr(dash + 1);
  const bool is_hash =
      hash.size() >= 8 && hash.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  return is_hash ? stem.substr(0, dash) : stem;
}

}  // namespace

Result<CudaLibraryTable> CudaLibraryTable::parse(std::string_view text) {
  const Result<TextTable> table = TextTable::parse(text, "cuda_libraries.tsv", "kind name source");
  if (!table) return table.error();
  CudaLibraryTable out;
  for (size_t i = 0; i < table.value().rows(); ++i) {
    const std::string_view kind = table.value().cell(i, 0);
    const std::string_view name = table.value().cell(i, 1);
    if (kind == "section") {
      out.sections_.push_back(name);
    } else if (kind == "library") {
      out.stems_.push_back(name);
    } else {
      return Error{"cuda_libraries.tsv:" + std::to_string(i + 2) +
                   ": the kind is library or section; found " + std::string(kind)};
    }
  }
  std::sort(out.stems_.begin(), out.stems_.end());
  return out;
}

bool CudaLibraryTable::is_library(std::string_view file_name) const {
  const std::string_view stem = stem_of(file_name);
  return !stem.empty() && std::binary_search(stems_.begin(), stems_.end(), stem);
}

bool CudaLibraryTable::is_device_section(std::string_view section) const {
  return std::find(sections_.begin(), sections_.end(), section) != sections_.end();
}

}  // namespace npuport
