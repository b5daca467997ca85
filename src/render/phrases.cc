#include "render/phrases.h"

#include <algorithm>
#include <iterator>

namespace npuport {
namespace {

// In the order of the enumerators.
constexpr Phrase kDomains[] = {
    {"Third-Party Dependencies", "第三方依赖"},  {"Device Layer", "设备层"},
    {"Attention Mechanism", "注意力机制"},       {"Custom Operators", "自定义算子"},
    {"Distributed Communication", "分布式通信"}, {"Precision Strategy", "精度策略"},
};
constexpr Phrase kModes[] = {{"Info", "无需修改"}, {"Auto", "自动"}, {"Manual", "人工"}};
constexpr Phrase kRisks[] = {
    {"none", "无"}, {"low", "低"}, {"medium", "中"}, {"high", "高"}, {"blocker", "阻塞"}};
constexpr Phrase kConfidences[] = {{"low", "低"}, {"medium", "中"}, {"high", "高"}};
constexpr Phrase kGuards[] = {
    {"", ""},
    {"optional import", "可选导入"},
    {"NPU already handled", "已处理 NPU"},
    {"CUDA-only branch", "仅 CUDA 分支"},
    {"build switch", "编译开关"},
    {"type checking only", "仅类型检查"},
};
constexpr Phrase kStatuses[] = {
    {"compatible", "兼容"},          {"compatible with a plug-in", "兼容（需配套插件）"},
    {"needs replacement", "需替换"}, {"unsupported", "不支持"},
    {"not involved", "不涉及"},      {"unknown", "未知"},
};
constexpr Phrase kNeeds[] = {
    {"required", "必需"},       {"optional", "可选"},           {"development", "开发用"},
    {"unused", "声明但未使用"}, {"undeclared", "使用但未声明"}, {"transitive", "间接依赖"},
};
constexpr Phrase kFeasibilities[] = {
    {"not assessed in this version", "本版本尚未评估"},
    {"feasible", "可行"},
    {"needs adaptation", "需适配"},
    {"hard", "困难"},
    {"infeasible", "不可行"},
};

constexpr Phrase kFates[] = {
    {"cannot be told", "无法判断"},
    {"the build fails", "构建失败"},
    {"the CUDA part is skipped", "跳过 CUDA 部分"},
    {"a placeholder is built", "生成占位实现"},
};

template <typename Enum, size_t kSize>
Phrase pick(const Phrase (&table)[kSize], Enum value) {
  return table[std::min(static_cast<size_t>(value), kSize - 1)];
}

}  // namespace

std::string counted(size_t n, const Unit& unit, Language language) {
  if (language == Language::kChinese) return std::to_string(n) + std::string(unit.zh);
  return std::to_string(n) + " " + std::string(n == 1 ? unit.one : unit.many);
}

const std::string& in_language(const LocalizedText& text, Language language) {
  const std::string& wanted = language == Language::kChinese ? text.zh : text.en;
  const std::string& other = language == Language::kChinese ? text.en : text.zh;
  return wanted.empty() ? other : wanted;
}

Phrase domain_name(int domain) { return kDomains[std::clamp(domain, 1, kDomainCount) - 1]; }
Phrase phrase_of(Mode mode) { return pick(kModes, mode); }
Phrase phrase_of(Risk risk) { return pick(kRisks, risk); }
Phrase phrase_of(Confidence confidence) { return pick(kConfidences, confidence); }
Phrase phrase_of(GuardState guard) { return pick(kGuards, guard); }
Phrase phrase_of(DependencyStatus status) { return pick(kStatuses, status); }
Phrase phrase_of(DependencyNeed need) { return pick(kNeeds, need); }
Phrase phrase_of(Feasibility feasibility) { return pick(kFeasibilities, feasibility); }
Phrase phrase_of(WithoutCuda fate) { return pick(kFates, fate); }

Phrase lifecycle_phrase(std::string_view lifecycle) {
  if (lifecycle == "development") return {"active development", "活跃开发"};
  if (lifecycle == "maintenance") return {"maintenance", "维护中"};
  if (lifecycle == "eol") return {"end of life", "已停止维护"};
  if (lifecycle == "planned") return {"planned", "规划中"};
  return {lifecycle, lifecycle};
}

std::string next_step_text(std::string_view next_step, Language language) {
  struct Step {
    std::string_view words;
    Phrase before;
    Phrase after;
  };
  constexpr Step kSteps[] = {
      {"Expected to enter maintenance from ",
       {"maintenance expected from ", "预计 "},
       {"", " 起进入维护期"}},
      {"Expected to enter EOL from ", {"end of life expected from ", "预计 "}, {"", " 起停止维护"}},
      {"Expected to enter EOL status from ",
       {"end of life expected from ", "预计 "},
       {"", " 起停止维护"}},
      {"Expected to be released in ", {"release expected in ", "预计 "}, {"", " 发布"}},
  };
  for (const Step& step : kSteps) {
    if (!next_step.starts_with(step.words)) continue;
    return std::string(step.before.in(language)) +
           std::string(next_step.substr(step.words.size())) + std::string(step.after.in(language));
  }
  return std::string(next_step);
}

std::string describe_target(const ReportTarget& target, Language language,
                            std::string_view separator) {
  std::string out;
  const auto add = [&](std::string_view name, const std::string& value) {
    if (value.empty()) return;
    if (!out.empty()) out += separator;
    out += std::string(name) + " " + value;
  };
  add("SoC", target.soc);
  add("CANN", target.cann);
  add("torch", target.torch);
  add("torch_npu", target.torch_npu);
  add("Python", target.python);
  if (out.empty()) out = Phrase{"not known", "未知"}.in(language);
  return out;
}

}  // namespace npuport
