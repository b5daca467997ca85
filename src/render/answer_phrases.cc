#include "render/answer_phrases.h"

namespace npuport {
namespace {

// In the order of the enumerators.
constexpr Phrase kKinds[] = {
    {"API", "API"},           {"torch_npu operator", "torch_npu 算子"},
    {"Triton", "Triton"},     {"MindIE-SD", "MindIE-SD"},
    {"Variable", "环境变量"}, {"Package", "软件包"},
};
constexpr Phrase kStatuses[] = {
    {"supported", "支持"},
    {"supported with limits", "有限制地支持"},
    {"has an equivalent on NPU", "NPU 上有等价项"},
    {"has an equivalent under another name", "NPU 上有等价项，名称不同"},
    {"something related exists on NPU", "NPU 上有相近的替代"},
    {"accepted, without effect on NPU", "可调用，但在 NPU 上不起作用"},
    {"a name of the NPU's own", "NPU 自有名称"},
    {"deprecated", "已弃用"},
    {"has to be rewritten", "需要改写"},
    {"nothing takes its place on NPU", "NPU 上没有对应项"},
    {"not supported", "不支持"},
    {"see the rules", "见相关规则"},
    {"unverified", "未验证"},
    {"compatible", "兼容"},
    {"compatible with a plug-in", "兼容（需配套插件）"},
    {"needs replacement", "需替换"},
    {"not involved", "不涉及"},
    {"unknown", "未知"},
};
constexpr Phrase kTopics[] = {
    {"Purpose", "用途"},
    {"On NPU", "NPU 侧"},
    {"Note", "说明"},
    {"transfer_to_npu", "transfer_to_npu"},
    {"Support list", "支持列表"},
    {"Versions", "版本"},
    {"Kernels", "算子"},
    {"Collective", "集合通信"},
    {"Limits", "限制"},
    {"Data types", "数据类型"},
    {"Precision", "精度"},
    {"Products", "适用产品"},
    {"Deprecation", "弃用信息"},
    {"Default", "默认值"},
    {"How", "做法"},
    {"Since", "起始版本"},
    {"Effort", "工作量"},
    {"Kind", "类别"},
    {"Imports", "导入"},
    {"Dependencies", "依赖"},
    {"Name", "名称提示"},
};

}  // namespace

Phrase phrase_of(AnswerKind kind) { return kKinds[static_cast<size_t>(kind)]; }
Phrase phrase_of(AnswerStatus status) { return kStatuses[static_cast<size_t>(status)]; }
Phrase phrase_of(Topic topic) { return kTopics[static_cast<size_t>(topic)]; }

std::string status_text(const AnswerEntry& entry, Language language) {
  std::string out(phrase_of(entry.status).in(language));
  if (entry.mode && *entry.mode != Mode::kNone) {
    out += Phrase{"; ", "；"}.in(language);
    out += phrase_of(*entry.mode).in(language);
  }
  return out;
}

std::string about_text(const QueryResult& result, Language language) {
  std::string out = result.target.text();
  if (result.knowledge_date.empty()) return out;
  out += Phrase{"; knowledge of ", "；知识库日期 "}.in(language);
  return out + result.knowledge_date;
}

bool shows_replacement(const AnswerEntry& entry) {
  for (const Statement& statement : entry.statements) {
    if (statement.text.en == entry.replacement) return false;
  }
  return !entry.replacement.empty();
}

}  // namespace npuport
