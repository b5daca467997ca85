// Sites of one token stream: what is called, launched, declared and bound.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "facts/cuda_facts.h"
#include "syntax/cuda/function_index.h"
#include "syntax/cuda/token_view.h"

namespace npuport::cuda {

struct ScanOptions {
  bool device_types = false;                 // whether `half` means the type of cuda_fp16.h
  const FunctionIndex* functions = nullptr;  // never null
  const std::set<std::string, std::less<>>* macros = nullptr;  // the file's own CUDA macros
};

class SiteScanner {
 public:
  SiteScanner(const TokenView& tokens, const ScanOptions& options)
      : tokens_(tokens), options_(options) {}

  // In no particular order. AT_DISPATCH_* macros and inline assembly are included wherever they
  // stand; the caller knows whether the file has device code.
  std::vector<CppSite> run();

  // Whether a name that only device code has was met: blockIdx, __device__.
  bool has_device_builtin() const { return has_device_builtin_; }

 private:
  uint32_t identifier(uint32_t i);
  bool keyword(uint32_t i);
  uint32_t member(uint32_t i);
  void qualified(const QualifiedName& name, uint32_t first);
  void launch(uint32_t i);
  void qualified_function(uint32_t specifier);
  void shared_memory(uint32_t i);
  void assembly(uint32_t i);
  void module_binding(uint32_t i);
  void binding(uint32_t member);

  QualifiedName launched_name(uint32_t open) const;
  std::string bound_function(uint32_t open) const;
  bool looks_declared(uint32_t first) const;
  bool stands_as_type(const QualifiedName& name, uint32_t first, uint32_t after) const;
  void add(CppSiteKind kind, std::string name, Span span, Span extent, std::string target = "");

  const TokenView& tokens_;
  ScanOptions options_;
  std::vector<CppSite> sites_;
  bool has_device_builtin_ = false;
};

}  // namespace npuport::cuda
