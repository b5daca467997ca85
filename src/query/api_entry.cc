#include <algorithm>
#include <optional>

#include "query/entries.h"
#include "query/query_name.h"
#include "query/release_coverage.h"
#include "query/support_list.h"

namespace npuport {
namespace {

constexpr size_t kMostKernels = 6;

AnswerStatus map_status(std::string_view status) {
  if (status == "equivalent") return AnswerStatus::kEquivalent;
  if (status == "equivalent-other-name") return AnswerStatus::kRenamed;
  if (status == "limited") return AnswerStatus::kLimited;
  if (status == "native") return AnswerStatus::kSupported;
  if (status == "no-effect") return AnswerStatus::kNoEffect;
  return AnswerStatus::kNoCounterpart;
}

bool is_out_form(const KernelOp* op) {
  return op->schema.ends_with(".out") || op->schema.find("_out") != std::string_view::npos;
}

class ApiEntry {
 public:
  ApiEntry(const QueryTables& tables, const std::string& name) : tables_(tables), name_(name) {}

  std::optional<AnswerEntry> take() {
    entry_.kind = AnswerKind::kApi;
    entry_.name = name_;
    const std::optional<AnswerStatus> mapped = counterpart();
    const std::optional<AnswerStatus> moved = transfer();
    const std::optional<AnswerStatus> collective = collectives();
    const std::optional<AnswerStatus> listed =
        add_support_list(*tables_.native, name_, tables_.target, entry_);
    const std::optional<AnswerStatus> dtype = precision();
    const bool by_tables = mapped || moved || collective || listed || dtype;
    const bool by_kernels = kernels(by_tables);
    if (!by_tables && !by_kernels) return std::nullopt;
    entry_.status = decide(mapped, moved, collective, listed);
    if (!mapped && !moved && !collective && !listed && dtype) entry_.status = *dtype;
    if (entry_.status == AnswerStatus::kUnverified &&
        tables_.native->find(name_, tables_.target.torch).empty()) {
      say_unverified(tables_, name_, entry_);
    }
    decide_mode(mapped.has_value(), moved);
    return std::move(entry_);
  }

 private:
  // The row of cuda_api_map.tsv for the name, or for the CUDA name of which it is the NPU form.
  std::optional<AnswerStatus> counterpart() {
    const CudaApiMap& map = tables_.knowledge.cuda_apis();
    const CudaApiRow* row = map.find(name_);
    for (const CudaApiRow& candidate : map.rows()) {
      if (row == nullptr && candidate.api == name_) row = &candidate;
    }
    if (row != nullptr) {
      entry_.name = std::string(row->api);
      entry_.replacement = std::string(row->npu_equivalent);
      if (entry_.replacement.empty()) {
        say(Topic::kCounterpart, "nothing takes its place on NPU", "NPU 上没有对应接口",
            row->source);
      } else {
        say(Topic::kCounterpart, entry_.replacement, entry_.replacement, row->source);
      }
      if (!row->note.empty()) {
        entry_.statements.push_back(from_table(Topic::kNote, row->note, row->source));
      }
      return map_status(row->status);
    }
    for (const CudaApiRow& candidate : map.rows()) {
      if (name_.starts_with("torch.npu.") && holds_word(candidate.npu_equivalent, name_)) {
        say(Topic::kCounterpart, "the NPU form of " + std::string(candidate.api),
            "是 " + std::string(candidate.api) + " 的 NPU 形式", candidate.source);
        return AnswerStatus::kNpuOwn;
      }
    }
    return std::nullopt;
  }

  std::optional<AnswerStatus> transfer() {
    const TransferTable& table = tables_.knowledge.transfer();
    answer_ = table.ask(name_, tables_.target);
    if (answer_.coverage == Coverage::kUnknown) return std::nullopt;
    std::string en;
    std::string zh;
    switch (answer_.coverage) {
      case Coverage::kYes:
        en += "covered on this target";
        zh += "目标版本已覆盖";
        break;
      case Coverage::kPartial:
        en += "covered in part on this target";
        zh += "目标版本部分覆盖";
        break;
      default:
        en += answer_.too_early ? "not yet covered in the target's release"
                                : "not covered on this target";
        zh += answer_.too_early ? "目标版本尚未覆盖" : "目标版本未覆盖";
    }
    if (answer_.inherited) {
      en += " (by the row of " + std::string(answer_.api) + ")";
      zh += "（依据 " + std::string(answer_.api) + " 一行）";
    }
    if (!answer_.how.empty()) {
      en += "; " + std::string(answer_.how);
      zh += "；" + std::string(answer_.how);
    }
    say(Topic::kTransfer, en, zh, answer_.source);
    if (!answer_.since.empty()) {
      say(Topic::kTransfer, "covered since " + std::string(answer_.since),
          "覆盖起始版本：" + std::string(answer_.since), answer_.source);
    }
    by_release();
    if (answer_.inherited) return std::nullopt;
    if (answer_.coverage == Coverage::kYes) return AnswerStatus::kEquivalent;
    const bool never = answer_.coverage == Coverage::kNo && !answer_.too_early;
    return never ? AnswerStatus::kUnverified : AnswerStatus::kLimited;
  }

  void by_release() {
    entry_.releases = release_coverage(tables_.knowledge, name_);
    const auto covered = [](const ReleaseCoverage& one) { return one.covered; };
    const bool yes = std::any_of(entry_.releases.begin(), entry_.releases.end(), covered);
    const bool no = !std::all_of(entry_.releases.begin(), entry_.releases.end(), covered);
    if (yes && no) {
      const LocalizedText text = coverage_text(entry_.releases);
      say(Topic::kTransfer, text.en, text.zh, answer_.source);
    } else {
      entry_.releases.clear();
    }
  }

  // Rows read from the implementation decide; documented rows are about one torch version.
  std::optional<AnswerStatus> collectives() {
    std::optional<AnswerStatus> status;
    const bool in_lists = !tables_.native->find(name_, tables_.target.torch).empty();
    for (const DistributedRow* row : tables_.knowledge.distributed().find(name_)) {
      // Documented rows repeat the support list of one torch version.
      if (row->documented && in_lists) continue;
      const AnswerStatus reading = row->status == "supported" ? AnswerStatus::kSupported
                                   : row->status == "missing" ? AnswerStatus::kUnsupported
                                                              : AnswerStatus::kLimited;
      const LocalizedText words = row->status == "supported" ? LocalizedText{"supported", "支持"}
                                  : row->status == "missing" ? LocalizedText{"missing", "缺失"}
                                                             : LocalizedText{"limited", "受限"};
      const std::string layer(row->layer);
      const std::string limits(row->limits);
      say(Topic::kCollective, layer + ": " + words.en + (limits.empty() ? "" : "; " + limits),
          layer + "：" + words.zh + (limits.empty() ? "" : "；" + limits), row->source);
      if (!status) status = reading;
    }
    return status;
  }

  // True when an operator of the API's own name is registered. Without a table row, operators of
  // its module are named as weaker evidence.
  bool kernels(bool known) {
    if (name_.starts_with("torch.cuda") || name_.starts_with("torch.npu") ||
        name_.starts_with("torch.distributed") || name_.starts_with("torch.backends")) {
      return false;
    }
    std::vector<const KernelOp*> ops = tables_.kernels->find(name_);
    const bool all_out = std::all_of(ops.begin(), ops.end(), is_out_form);
    if (!all_out) ops.erase(std::remove_if(ops.begin(), ops.end(), is_out_form), ops.end());
    const bool own = !ops.empty();
    if (!own && !known) ops = tables_.kernels->family(name_, kMostKernels);
    if (ops.empty()) return false;
    Statement statement{Topic::kKernels, {}, {}};
    for (size_t i = 0; i < std::min(ops.size(), kMostKernels); ++i) {
      const std::string_view versions =
          ops[i]->op_api_versions.empty() ? ops[i]->acl_op_versions : ops[i]->op_api_versions;
      statement.text.en +=
          (i == 0 ? "" : ", ") + std::string(ops[i]->schema) + " (" + std::string(versions) + ")";
      statement.sources.push_back(std::string(ops[i]->source));
    }
    const std::string list = statement.text.en;
    const std::string more = ops.size() > kMostKernels ? ", ..." : "";
    statement.text.en = (own ? "registered for NPU (torch versions): "
                             : "none of its own; registered of the same module: ") +
                        list + more;
    statement.text.zh = (own ? "已注册的 NPU 算子（适用 torch 版本）："
                             : "没有同名算子；同一模块下已注册的算子：") +
                        list + more;
    entry_.statements.push_back(std::move(statement));
    return true;
  }

  // Facts about a dtype (torch.float64) or a function of torch. The status is that of the dtype.
  std::optional<AnswerStatus> precision() {
    std::optional<AnswerStatus> status;
    if (std::count(name_.begin(), name_.end(), '.') != 1) return status;
    const std::string_view word = last_part(name_);
    for (const PrecisionRow& row : tables_.precision->rows()) {
      if (!holds_word(row.topic, word)) continue;
      entry_.statements.push_back(from_table(
          Topic::kPrecision,
          std::string(row.topic) + " (" + std::string(row.status) + "): " + std::string(row.fact),
          row.source));
      if (status) continue;
      status = row.status == "yes"  ? AnswerStatus::kSupported
               : row.status == "no" ? AnswerStatus::kUnsupported
                                    : AnswerStatus::kLimited;
    }
    return status;
  }

  bool is_about_cuda() const {
    return name_.find("cuda") != std::string::npos || name_.find("CUDA") != std::string::npos ||
           name_.find("nccl") != std::string::npos;
  }

  AnswerStatus decide(std::optional<AnswerStatus> mapped, std::optional<AnswerStatus> moved,
                      std::optional<AnswerStatus> collective,
                      std::optional<AnswerStatus> listed) const {
    // A support list of the very torch version that says no, or names limits, outweighs the rest.
    if (listed == AnswerStatus::kUnsupported) return *listed;
    if (mapped == AnswerStatus::kEquivalent && listed == AnswerStatus::kLimited)
      return AnswerStatus::kLimited;
    if (mapped) return *mapped;
    // The list has a CUDA name that the patch leaves alone: it works for part of what it is for.
    const bool left_alone = moved == AnswerStatus::kUnverified && is_about_cuda();
    if (left_alone && listed == AnswerStatus::kSupported) return AnswerStatus::kLimited;
    if (collective && listed != AnswerStatus::kLimited) return *collective;
    if (listed && *listed != AnswerStatus::kUnverified) return *listed;
    if (collective) return *collective;
    if (listed) return *listed;
    return moved.value_or(AnswerStatus::kUnverified);
  }

  void decide_mode(bool mapped, std::optional<AnswerStatus> moved) {
    const bool about_cuda = mapped || is_about_cuda();
    if (entry_.status == AnswerStatus::kNpuOwn || entry_.status == AnswerStatus::kNoEffect) {
      entry_.mode = Mode::kNone;
    } else if (about_cuda) {
      const bool native = mapped && entry_.status == AnswerStatus::kSupported;
      entry_.mode = native                               ? Mode::kNone
                    : answer_.coverage == Coverage::kYes ? Mode::kAuto
                                                         : Mode::kManual;
    } else if ((moved && moved != AnswerStatus::kEquivalent) ||
               entry_.status == AnswerStatus::kUnsupported) {
      entry_.mode = Mode::kManual;
    } else if (entry_.status != AnswerStatus::kUnverified) {
      entry_.mode = Mode::kNone;
    }
  }

  void say(Topic topic, std::string en, std::string zh, std::string_view source) {
    entry_.statements.push_back(in_both(topic, std::move(en), std::move(zh), source));
  }

  const QueryTables& tables_;
  const std::string& name_;
  AnswerEntry entry_;
  TransferAnswer answer_;
};

}  // namespace

void add_api(const QueryTables& tables, const std::string& name, Answer& answer) {
  if (name.starts_with("torch_npu.")) return;
  if (std::optional<AnswerEntry> entry = ApiEntry(tables, name).take()) {
    answer.entries.push_back(std::move(*entry));
  }
}

}  // namespace npuport
