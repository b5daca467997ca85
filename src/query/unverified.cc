// A name that no API list has: what can be said instead.
#include <algorithm>

#include "query/entries.h"

namespace npuport {

void say_unverified(const QueryTables& tables, const std::string& name, AnswerEntry& entry) {
  const std::string torch = tables.target.torch;
  const std::string list = tables.native->folder_of(torch);
  const std::vector<std::string_view>& versions = tables.native->versions();
  if (!list.empty()) {
    entry.statements.push_back(
        in_both(Topic::kSupportList,
                "not in the API list for torch " + torch +
                    ": unverified, which is not the same as unsupported",
                "torch " + torch + " 的 API 支持列表未列出：属于未验证，不等于不支持", list));
  } else if (!versions.empty()) {
    entry.statements.push_back(
        in_both(Topic::kSupportList,
                "there is no API list for torch " + torch +
                    ", and none that exists has the name: unverified",
                "没有 torch " + torch + " 的 API 支持列表，其他版本的列表也未列出：未验证",
                tables.native->folder_of(versions.back())));
  }
  const bool has_kernels =
      std::any_of(entry.statements.begin(), entry.statements.end(), [](const Statement& s) {
        return s.topic == Topic::kKernels || s.topic == Topic::kPrecision;
      });
  if (has_kernels || name.starts_with("torch.cuda") || tables.kernels->rows().empty()) return;
  const std::string_view source = tables.kernels->rows().front().source;
  entry.statements.push_back(
      in_both(Topic::kKernels,
              "no operator of that name is registered for NPU; a tensor operation without one is "
              "composed of others or falls back to the CPU",
              "没有为 NPU 注册同名算子；若属张量运算，则由其他算子组合实现，或回退到 CPU 执行",
              source.substr(0, source.rfind(':'))));
}

void add_unverified_api(const QueryTables& tables, const std::string& name, Answer& answer) {
  for (AnswerEntry& entry : answer.entries) {
    if (entry.status != AnswerStatus::kSeeRules) continue;
    entry.status = AnswerStatus::kUnverified;
    say_unverified(tables, name, entry);
  }
}

}  // namespace npuport
