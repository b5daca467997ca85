#include "query/entries.h"
#include "query/query_name.h"

namespace npuport {
namespace {

AnswerEntry entry_of(const EnvRow& row, bool asked_for_npu_name) {
  AnswerEntry entry;
  entry.kind = AnswerKind::kEnvironment;
  entry.name = std::string(asked_for_npu_name ? row.npu_name : row.cuda_names);
  const std::string cuda_names(row.cuda_names);
  if (asked_for_npu_name && holds_word(row.cuda_names, row.npu_name)) {
    // The same variable on both sides.
    entry.status = AnswerStatus::kSupported;
    entry.mode = Mode::kNone;
  } else if (asked_for_npu_name) {
    entry.status = AnswerStatus::kNpuOwn;
    entry.mode = Mode::kNone;
    const bool alone = cuda_names.empty() || cuda_names == "none";
    if (alone) {
      entry.statements.push_back(in_both(Topic::kCounterpart, "no CUDA or NCCL counterpart",
                                         "没有对应的 CUDA / NCCL 变量", row.source));
    } else {
      entry.statements.push_back(in_both(Topic::kCounterpart, "takes the place of " + cuda_names,
                                         "对应 CUDA / NCCL 侧的 " + cuda_names, row.source));
    }
  } else {
    entry.mode = Mode::kManual;
    entry.status = !row.has_counterpart ? AnswerStatus::kNoCounterpart
                   : row.rough          ? AnswerStatus::kRelated
                                        : AnswerStatus::kEquivalent;
    if (row.has_counterpart) {
      entry.replacement = std::string(row.npu_name);
      entry.statements.push_back(
          in_both(Topic::kCounterpart, entry.replacement, entry.replacement, row.source));
    }
  }
  if (!row.purpose.empty())
    entry.statements.push_back(from_table(Topic::kMeaning, row.purpose, row.source));
  if (!row.default_value.empty()) {
    entry.statements.push_back(from_table(Topic::kDefault, row.default_value, row.source));
  }
  if (entry.statements.empty()) {
    entry.statements.push_back(in_both(Topic::kCounterpart, "no torch_npu variable takes its place",
                                       "torch_npu 没有对应的环境变量", row.source));
  }
  return entry;
}

}  // namespace

void add_environment(const QueryTables& tables, const std::string& name, Answer& answer) {
  if (!is_environment_name(name)) return;
  const EnvTable& env = tables.knowledge.env();
  if (const EnvRow* own = env.find_npu(name)) answer.entries.push_back(entry_of(*own, true));
  for (const EnvRow* row : env.find_cuda(name)) {
    // A variable that keeps its name on NPU is its own counterpart.
    if (row->npu_name == name) continue;
    answer.entries.push_back(entry_of(*row, false));
  }
}

}  // namespace npuport
