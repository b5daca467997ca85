#include <array>
#include <utility>

#include "render/markdown_sections.h"
#include "render/markdown_text.h"

namespace npuport::markdown {
namespace {

constexpr size_t kRows = 60;

Phrase phrase_of_signal(std::string_view signal) {
  static constexpr std::array<std::pair<std::string_view, Phrase>, 5> kPhrases = {{
      {"unsupported", {"marked as not supported", "标为不支持"}},
      {"cpu_only", {"CPU only", "仅支持 CPU"}},
      {"cpu_fallback", {"may fall back to the CPU", "可能回退到 CPU"}},
      {"inference_only", {"inference only", "仅支持推理"}},
      {"limited", {"limited", "有限制"}},
  }};
  for (const auto& [name, phrase] : kPhrases) {
    if (name == signal) return phrase;
  }
  return {"", ""};
}

}  // namespace

std::string native_apis(const Report& report, Language language) {
  if (report.native_apis.empty()) return {};
  const auto in = [&](Phrase phrase) { return std::string(phrase.in(language)); };
  std::string out = "#### " +
                    in({"Calls that the support list restricts", "支持列表有限制的调用"}) +
                    " (torch " + plain(report.target.torch) + ")\n\n";
  out += in({"For information. A dtype list alone is test coverage and is left out; an API that no "
             "list names is "
             "unverified, not unsupported.",
             "仅供参考。单纯的数据类型清单只反映测试覆盖范围，未列入；列表中没有的 API "
             "属于未验证，并非不支持。"}) +
         "\n\n";
  Table table({"API", in({"The list says", "列表说明"}), in({"Limits", "限制（英文转述）"}),
               in({"Calls", "调用数"}), in({"First places", "首批位置"}), in({"Source", "来源"})});
  for (size_t i = 0; i < report.native_apis.size() && i < kRows; ++i) {
    const NativeApiRow& row = report.native_apis[i];
    std::string says = in(phrase_of_signal(row.signal));
    if (row.signal == "unsupported" && !row.kernel.empty()) {
      says += in({"; op-plugin registers ", "；op-plugin 已注册 "}) + code(row.kernel);
    }
    table.add({code(row.api), says, plain(row.limits), std::to_string(row.calls),
               places(row.places, row.places.size()), plain(row.source)});
  }
  out += table.str() + "\n";
  if (report.native_apis.size() > kRows) {
    out += "… +" + std::to_string(report.native_apis.size() - kRows) +
           in({" rows, see the JSON report.", " 行，见 JSON 报告。"}) + "\n\n";
  }
  return out;
}

}  // namespace npuport::markdown
