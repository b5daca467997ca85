#include "detect/installed_evidence.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace npuport {
namespace {

std::string joined(const std::vector<std::string>& names, std::string_view separator) {
  std::string out;
  for (const std::string& name : names) {
    if (!out.empty()) out += separator;
    out += name;
  }
  return out;
}

std::string megabytes(uint64_t bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f MB", static_cast<double>(bytes) / 1e6);
  return text;
}

LocalizedText describe_module(const ModuleEvidence& module) {
  LocalizedText text{"`" + module.path + "`", "`" + module.path + "`"};
  if (!module.provides.empty()) {
    text.en += " is a copy of a CUDA library";
    text.zh += " 是 CUDA 库的副本";
    return text;
  }
  if (!module.links.empty()) {
    text.en += " links " + joined(module.links, ", ");
    text.zh += " 链接 " + joined(module.links, "、");
  }
  if (!module.sections.empty()) {
    const std::string size = megabytes(module.device_code_bytes);
    text.en += std::string(module.links.empty() ? "" : " and") + " holds " + size + " of GPU code";
    text.zh += std::string(module.links.empty() ? " " : "，") + "含 " + size + " GPU 代码";
  }
  return text;
}

}  // namespace

SiteTally PythonSummary::total() const {
  SiteTally all;
  for (const SiteTally& domain : domains) {
    all.automatic += domain.automatic;
    all.manual += domain.manual;
    all.guarded += domain.guarded;
    all.none += domain.none;
  }
  return all;
}

bool InstalledEvidence::needs_cuda() const {
  return std::any_of(evidence.begin(), evidence.end(),
                     [](const ModuleEvidence& m) { return m.needs_cuda(); });
}

LocalizedText describe_cuda_modules(const InstalledEvidence& evidence) {
  if (evidence.cuda_modules == 0 || evidence.evidence.empty()) return {};
  // The one that says most: links weigh more than code, code more than a copied library.
  const auto weight = [](const ModuleEvidence& m) {
    const size_t rank = !m.is_cuda() ? 0 : m.provides.empty() ? m.links.size() + 2 : 1;
    return std::pair(rank, m.device_code_bytes);
  };
  const auto strongest = std::max_element(
      evidence.evidence.begin(), evidence.evidence.end(),
      [&](const ModuleEvidence& a, const ModuleEvidence& b) { return weight(a) < weight(b); });
  LocalizedText text = describe_module(*strongest);
  if (evidence.modules > 1) {
    const std::string some = std::to_string(evidence.cuda_modules);
    const std::string all = std::to_string(evidence.modules);
    text.en += "; " + some + " of " + all + " compiled modules " +
               (evidence.cuda_modules == 1 ? "is" : "are") + " built for CUDA";
    text.zh += "；" + all + " 个编译模块中有 " + some + " 个面向 CUDA 构建";
  }
  return text;
}

}  // namespace npuport
