#include "query/support_list.h"

#include <algorithm>
#include <vector>

#include "knowledge/text_table.h"
#include "query/entries.h"

namespace npuport {
namespace {

// Kinds that say how an API differs; the others are about dtypes and the 950.
bool is_strong(std::string_view kind) { return kind != "dtype" && kind != "hw950"; }

bool only_dtypes(const NativeApiEntry& entry) {
  const std::vector<std::string_view> kinds = split(entry.restriction_kinds, '|');
  return std::none_of(kinds.begin(), kinds.end(), is_strong);
}

bool has_kind(const NativeApiEntry& entry, std::string_view kind) {
  const std::vector<std::string_view> kinds = split(entry.restriction_kinds, '|');
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

std::string_view column_of(const NativeApiEntry& entry, std::string_view soc) {
  if (soc == "A2") return entry.a2;
  if (soc == "A3") return entry.a3;
  if (soc == "950") return entry.ascend950;
  return {};
}

// The reading that asks for the most care.
AnswerStatus worst(const std::vector<NativeApiEntry>& entries, std::string_view soc) {
  AnswerStatus status = AnswerStatus::kSupported;
  for (const NativeApiEntry& entry : entries) status = std::max(status, reading_of(entry, soc));
  return status;
}

LocalizedText words(AnswerStatus status) {
  switch (status) {
    case AnswerStatus::kSupported:
      return {"supported", "支持"};
    case AnswerStatus::kLimited:
      return {"supported with limits", "有限制地支持"};
    case AnswerStatus::kUnsupported:
      return {"not supported", "不支持"};
    default:
      return {"unverified", "未验证"};
  }
}

void add_target_entry(const NativeApiEntry& row, const Target& target, AnswerEntry& entry) {
  const LocalizedText reading = words(reading_of(row, target.soc));
  const std::string where = "torch " + target.torch + ", " + target.soc;
  std::string en = where + ": " + reading.en;
  std::string zh = where + "：" + reading.zh;
  if (!row.npu_form.empty()) {
    en += "; NPU form " + std::string(row.npu_form);
    zh += "；NPU 形式为 " + std::string(row.npu_form);
  }
  if (column_of(row, target.soc).empty()) {
    en += "; the lists do not cover this chip";
    zh += "；列表未覆盖该芯片";
  } else if (target.soc == "950" && row.ascend950 == "no") {
    en += "; the list does not tell \"not validated\" from \"impossible\" on the 950";
    zh += "；列表未区分 950 上的“未验证”与“不支持”";
  }
  entry.statements.push_back(in_both(Topic::kSupportList, en, zh, row.source));
  if (row.restriction.empty()) return;
  const std::string restriction(row.restriction);
  if (only_dtypes(row)) {
    entry.statements.push_back(
        in_both(Topic::kDtypes,
                restriction +
                    " (the list says what the vendor tests; other dtypes may work, verify float64, "
                    "complex and quantised ones)",
                restriction +
                    "（该列表反映厂商的测试覆盖范围，其他类型未必不可用；float64、复数与量化类型请"
                    "自行验证）",
                row.source));
  } else if (has_kind(row, "dtype")) {
    entry.statements.push_back(
        in_both(Topic::kLimits,
                restriction + " (of this, the dtypes are what the vendor tests, not a limit)",
                restriction + "（其中的数据类型只反映厂商的测试覆盖范围，不是限制）", row.source));
  } else {
    entry.statements.push_back(from_table(Topic::kLimits, restriction, row.source));
  }
}

// "2.6.0: not supported; 2.7.1 to 2.13.0: supported"
void add_versions(const NativeApiTable& table, const std::string& name, std::string_view soc,
                  AnswerEntry& entry) {
  struct Run {
    std::string_view first, last;
    AnswerStatus status;
    bool listed;
    bool operator==(const Run& o) const { return status == o.status && listed == o.listed; }
  };
  std::vector<Run> runs;
  std::vector<std::string> sources;
  for (const std::string_view version : table.versions()) {
    const std::vector<NativeApiEntry> entries = table.find(name, version);
    const Run run = {version, version, worst(entries, soc), !entries.empty()};
    if (!runs.empty() && runs.back() == run) {
      runs.back().last = version;
      continue;
    }
    runs.push_back(run);
    if (!entries.empty()) sources.push_back(entries.front().source);
  }
  if (sources.empty()) return;
  Statement statement{Topic::kVersions, {}, std::move(sources)};
  for (const Run& run : runs) {
    const LocalizedText what =
        run.listed ? words(run.status) : LocalizedText{"not listed, unverified", "未列出，未验证"};
    const std::string span = run.first == run.last
                                 ? std::string(run.first)
                                 : std::string(run.first) + " - " + std::string(run.last);
    statement.text.en += (statement.text.en.empty() ? "torch " : "; ") + span + ": " + what.en;
    statement.text.zh += (statement.text.zh.empty() ? "torch " : "；") + span + "：" + what.zh;
  }
  entry.statements.push_back(std::move(statement));
}

}  // namespace

AnswerStatus reading_of(const NativeApiEntry& entry, std::string_view soc) {
  const std::string_view column = column_of(entry, soc);
  if (soc == "950" && column == "no") return AnswerStatus::kUnverified;
  if (column.empty() && soc == "310P") return AnswerStatus::kUnverified;
  if (entry.supported == "unknown") return AnswerStatus::kUnverified;
  if (entry.supported == "no" || column == "no") return AnswerStatus::kUnsupported;
  if (entry.supported == "limited" && !only_dtypes(entry)) return AnswerStatus::kLimited;
  return AnswerStatus::kSupported;
}

std::optional<AnswerStatus> add_support_list(const NativeApiTable& table, const std::string& name,
                                             const Target& target, AnswerEntry& entry) {
  const std::vector<NativeApiEntry> entries = table.find(name, target.torch);
  for (const NativeApiEntry& row : entries) add_target_entry(row, target, entry);
  const size_t before = entry.statements.size();
  add_versions(table, name, target.soc, entry);
  if (!entries.empty()) return worst(entries, target.soc);
  if (entry.statements.size() == before) return std::nullopt;
  return AnswerStatus::kUnverified;
}

}  // namespace npuport
