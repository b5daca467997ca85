// torch_npu operators, Triton and MindIE-SD.
#include <algorithm>

#include "query/entries.h"
#include "query/query_name.h"

namespace npuport {
namespace {

void add_text(AnswerEntry& entry, Topic topic, std::string_view text, std::string_view source) {
  if (!text.empty()) entry.statements.push_back(from_table(topic, text, source));
}

AnswerStatus operator_status(std::string_view status) {
  if (status.starts_with("deprecated")) return AnswerStatus::kDeprecated;
  if (status.starts_with("undocumented")) return AnswerStatus::kUnverified;
  return status == "stable" ? AnswerStatus::kSupported : AnswerStatus::kLimited;
}

AnswerStatus triton_status(std::string_view support) {
  if (support == "yes" || support == "support") return AnswerStatus::kSupported;
  if (support == "limited") return AnswerStatus::kLimited;
  if (support == "no") return AnswerStatus::kUnsupported;
  if (support == "ignored") return AnswerStatus::kNoEffect;
  if (support == "rewrite") return AnswerStatus::kRewrite;
  return AnswerStatus::kUnverified;
}

// "mindiesd.attention_forward" and "attention_forward" of "mindiesd.attention_forward(query,...)".
std::string_view mindie_key(std::string_view api) { return api.substr(0, api.find('(')); }

bool mindie_names(std::string_view api, std::string_view name) {
  if (api == name) return true;
  std::string_view key = mindie_key(api);
  if (key == name) return true;
  // "mindiesd.CacheConfig / CacheAgent": the second stands for mindiesd.CacheAgent.
  const size_t slash = key.find(" / ");
  if (slash == std::string_view::npos) return false;
  const std::string_view first = key.substr(0, slash);
  const std::string_view second = key.substr(slash + 3);
  const size_t dot = first.rfind('.');
  const std::string parent(dot == std::string_view::npos ? "" : first.substr(0, dot + 1));
  return first == name || second == name || parent + std::string(second) == name;
}

Mode triton_mode(AnswerStatus status) {
  switch (status) {
    case AnswerStatus::kUnsupported:
    case AnswerStatus::kRewrite:
      return Mode::kManual;
    default:
      return Mode::kNone;
  }
}

}  // namespace

void add_npu_operator(const QueryTables& tables, const std::string& name, Answer& answer) {
  const NpuOpRow* row = tables.knowledge.npu_ops().find(name);
  if (row == nullptr) return;
  AnswerEntry entry;
  entry.kind = AnswerKind::kNpuOperator;
  entry.name = std::string(row->op);
  entry.status = operator_status(row->status);
  entry.mode = Mode::kNone;
  add_text(entry, Topic::kMeaning, row->purpose, row->source);
  if (!row->cuda_pattern.empty()) {
    entry.statements.push_back(in_both(Topic::kCounterpart,
                                       "takes the place of " + std::string(row->cuda_pattern),
                                       "可替代 " + std::string(row->cuda_pattern), row->source));
  }
  add_text(entry, Topic::kProducts, row->products, row->source);
  const std::string& soc = tables.target.soc;
  if (!row->products.empty() && !holds_word(row->products, soc)) {
    entry.status = AnswerStatus::kUnverified;
    entry.statements.push_back(in_both(Topic::kProducts, "its documents do not list " + soc,
                                       "其文档未列出 " + soc, row->source));
  }
  entry.statements.push_back(
      in_both(Topic::kNote, "status in the vendor's documents: " + std::string(row->status),
              "厂商文档中的状态：" + std::string(row->status), row->source));
  add_text(entry, Topic::kDeprecation, row->deprecation, row->source);
  if (tables.kernels != nullptr) {
    for (const KernelOp* op : tables.kernels->find(last_part(name))) {
      const std::string versions(op->op_api_versions.empty() ? op->acl_op_versions
                                                             : op->op_api_versions);
      entry.statements.push_back(in_both(
          Topic::kKernels, "registered as " + std::string(op->schema) + " for torch: " + versions,
          "已注册算子 " + std::string(op->schema) + "，适用 torch 版本：" + versions, op->source));
    }
  }
  answer.entries.push_back(std::move(entry));
}

void add_triton(const QueryTables& tables, const std::string& name, Answer& answer) {
  AnswerEntry entry;
  entry.kind = AnswerKind::kTriton;
  for (const TritonRow& row : tables.knowledge.triton().rows()) {
    const bool named = row.api == name ||
                       (name.find('.') != std::string::npos && key_holds(row.api, name)) ||
                       (name.starts_with("num_") && key_holds(row.api, name));
    if (!named) continue;
    const AnswerStatus status = triton_status(row.support);
    if (entry.statements.empty()) entry.name = std::string(row.api);
    // Several rows: the one that asks for the most work speaks.
    entry.status = entry.statements.empty() ? status : std::max(entry.status, status);
    if (row.limits.empty()) {
      entry.statements.push_back(in_both(Topic::kNote, "listed as " + std::string(row.support),
                                         "列表中的支持情况：" + std::string(row.support),
                                         row.source));
    } else {
      add_text(entry, Topic::kLimits, row.limits, row.source);
    }
    if (!row.dtypes_ok.empty()) {
      entry.statements.push_back(
          in_both(Topic::kDtypes, "documented for A2 and A3: " + std::string(row.dtypes_ok),
                  "文档列出的 A2 / A3 数据类型：" + std::string(row.dtypes_ok), row.source));
    }
    if (!row.dtypes_missing.empty()) {
      entry.statements.push_back(in_both(
          Topic::kDtypes, "not documented for A2 and A3: " + std::string(row.dtypes_missing),
          "A2 / A3 文档未列出的数据类型：" + std::string(row.dtypes_missing), row.source));
    }
  }
  if (entry.statements.empty()) return;
  entry.mode = triton_mode(entry.status);
  answer.entries.push_back(std::move(entry));
}

void add_mindie(const QueryTables& tables, const std::string& name, Answer& answer) {
  AnswerEntry entry;
  entry.kind = AnswerKind::kMindie;
  entry.status = AnswerStatus::kNpuOwn;
  entry.mode = Mode::kNone;
  const KeyedTable<MindieRow>& table = tables.knowledge.mindie();
  for (const MindieRow& row : table.rows()) {
    if (!mindie_names(row.api, name)) continue;
    if (entry.statements.empty()) entry.name = std::string(row.api);
    add_text(entry, Topic::kMeaning, row.kind, row.source);
    add_text(entry, Topic::kLimits, row.limits, row.source);
  }
  if (entry.statements.empty()) return;
  // "attention_forward opt_mode": rows about an argument of the function.
  const std::string own = std::string(last_part(mindie_key(entry.name))) + " ";
  for (const MindieRow& row : table.rows()) {
    if (row.api.starts_with(own)) {
      add_text(entry, Topic::kLimits, std::string(row.api) + ": " + std::string(row.limits),
               row.source);
    }
  }
  answer.entries.push_back(std::move(entry));
}

}  // namespace npuport
