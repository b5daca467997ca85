// Rules against the C++/CUDA inventory.
#include <re2/re2.h>

#include <array>

#include "detect/match.h"

namespace npuport {
namespace {

std::string_view kind_name(CppSiteKind kind) {
  static constexpr std::array<std::string_view, 16> kNames = {
      "include", "kernel",         "device_function", "launch",        "call", "method_call",
      "type",    "macro",          "define",          "shared_memory", "asm",  "condition",
      "binding", "module_binding", "declaration",     "constant"};
  const auto index = static_cast<size_t>(kind);
  return index < kNames.size() ? kNames[index] : std::string_view();
}

bool names_cuda_switch(std::string_view condition) {
  if (condition.starts_with('!')) return false;
  for (const char* word : {"CUDA", "cuda", "GPU", "NVCC", "NCCL"}) {
    if (condition.find(word) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

void match_cpp(const DetectContext& context, const CudaFacts& facts, FileFindings& findings) {
  for (const CppSite& site : facts.sites) {
    const std::string_view kind = kind_name(site.kind);
    const MatcherRef* best = nullptr;
    for (const MatcherRef& ref : context.rules.all(Subject::kCpp)) {
      if (ref.matcher->cpp_kind != kind) continue;
      if (ref.matcher->text && !RE2::FullMatch(re2::StringPiece(site.name), *ref.matcher->text)) {
        continue;
      }
      // A rule with a name pattern is more particular than one for the whole kind.
      const auto weight = [](const MatcherRef& r) {
        return r.matcher->text ? r.matcher->text->pattern().size() : 0;
      };
      if (best == nullptr || weight(ref) > weight(*best)) best = &ref;
    }
    if (best == nullptr) continue;
    Finding& finding = findings.add(*best->rule, site.span, site.name);
    if (!site.enclosing.empty()) finding.cause = best->rule->id + ":" + site.enclosing;
    if (site.condition >= 0 &&
        names_cuda_switch(facts.conditions[static_cast<size_t>(site.condition)].text)) {
      apply_guard(finding, GuardState::kBuildSwitch);
    }
  }
}

}  // namespace npuport
