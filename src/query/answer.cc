#include "query/answer.h"

#include <algorithm>
#include <array>

namespace npuport {
namespace {

// In the order of the enumerators.
constexpr std::array<std::string_view, 6> kKinds = {"api",    "npu_operator", "triton",
                                                    "mindie", "environment",  "package"};
constexpr std::array<std::string_view, 18> kStatuses = {
    "supported",         "limited",      "equivalent", "renamed",    "related",
    "no_effect",         "npu_own",      "deprecated", "rewrite",    "no_counterpart",
    "unsupported",       "see_rules",    "unverified", "compatible", "compatible_with_plugin",
    "needs_replacement", "not_involved", "unknown"};
constexpr std::array<std::string_view, 21> kTopics = {
    "meaning",    "counterpart", "note",   "transfer",  "support_list", "versions",    "kernels",
    "collective", "limits",      "dtypes", "precision", "products",     "deprecation", "default",
    "install",    "since",       "effort", "cuda",      "imports",      "brings",      "name_trap"};

}  // namespace

bool Answer::known() const {
  const auto exact = [](const TouchingRule& rule) { return rule.exact; };
  return !entries.empty() || std::any_of(rules.begin(), rules.end(), exact);
}

std::string_view name_of(AnswerKind kind) { return kKinds[static_cast<size_t>(kind)]; }
std::string_view name_of(AnswerStatus status) { return kStatuses[static_cast<size_t>(status)]; }
std::string_view name_of(Topic topic) { return kTopics[static_cast<size_t>(topic)]; }

}  // namespace npuport
