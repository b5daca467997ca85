#include "detect/soc_support.h"

#include <string>
#include <unordered_map>

namespace npuport {
namespace {

// The source of the line that leaves 950 out; "" when the list validates it or does not know the
// API.
std::string unvalidated_source(const NativeApiTable& table, const std::string& api,
                               const std::string& torch) {
  std::string source;
  for (const NativeApiEntry& entry : table.find(api, torch)) {
    if (entry.ascend950 == "yes") return {};
    const bool elsewhere = entry.a2 == "yes" || entry.a3 == "yes";
    if (entry.ascend950 == "no" && elsewhere) source = entry.source;
  }
  return source;
}

}  // namespace

void note_unvalidated(const DetectContext& context, std::vector<Finding>& findings) {
  if (context.target.soc != "950" || findings.empty()) return;
  const Result<NativeApiTable> table = context.knowledge.native_api();
  if (!table) return;
  std::unordered_map<std::string, std::string> known;
  for (Finding& finding : findings) {
    const auto [slot, is_new] = known.try_emplace(finding.name);
    if (is_new)
      slot->second = unvalidated_source(table.value(), finding.name, context.target.torch);
    if (slot->second.empty()) continue;
    finding.notes_en.push_back("The API list of torch " + context.target.torch +
                               " does not validate " + finding.name + " on 950DT.");
    finding.notes_zh.push_back("torch " + context.target.torch +
                               " 的 API 支持列表未在 950DT 上验证 " + finding.name + "。");
    finding.sources.push_back(slot->second);
  }
}

}  // namespace npuport
