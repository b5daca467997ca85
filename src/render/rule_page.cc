#include "render/rule_page.h"

#include <algorithm>
#include <map>

#include "render/markdown_text.h"
#include "render/rule_text.h"

namespace npuport {
namespace {

using markdown::code;
using markdown::plain;
using markdown::prose;

struct Folder {
  std::string_view name;
  Phrase title;
};

// In reading order; a folder that is not named here comes last under its own name.
constexpr Folder kFolders[] = {
    {"packages", {"Packages", "依赖包"}},
    {"device", {"Device layer", "设备层"}},
    {"compile", {"Compilation, graphs, profiling", "编译、图与性能分析"}},
    {"environment", {"Environment variables", "环境变量"}},
    {"launch", {"Launching, containers, commands", "启动、容器与命令"}},
    {"attention", {"Attention", "注意力"}},
    {"operators", {"Custom operators, kernels, Triton", "自定义算子、内核与 Triton"}},
    {"distributed", {"Distributed", "分布式"}},
    {"precision", {"Precision", "精度"}},
};

std::string_view folder_of(const Rule& rule) {
  const std::string_view path = rule.origin;
  const size_t end = path.rfind('/');
  if (end == std::string_view::npos) return {};
  const size_t begin = path.rfind('/', end - 1);
  return path.substr(begin == std::string_view::npos ? 0 : begin + 1,
                     end - (begin == std::string_view::npos ? 0 : begin + 1));
}

std::string say(Phrase phrase, Language language) { return std::string(phrase.in(language)); }

std::string fence(std::string_view text) {
  std::string ticks = "```";
  while (text.find(ticks) != std::string_view::npos) ticks += '`';
  return ticks;
}

// The language word of a code block, and the mark that samples carry, by file name.
std::string_view language_of(std::string_view file) {
  const auto ends = [&](std::string_view tail) { return file.ends_with(tail); };
  if (ends(".py")) return "python";
  if (ends(".sh")) return "bash";
  if (ends(".yaml") || ends(".yml")) return "yaml";
  if (ends(".toml")) return "toml";
  if (ends(".json") || ends(".ipynb")) return "json";
  if (ends(".cu") || ends(".cuh") || ends(".cpp") || ends(".h") || ends(".cc")) return "cpp";
  if (ends("Dockerfile")) return "dockerfile";
  if (ends("CMakeLists.txt") || ends(".cmake")) return "cmake";
  if (ends("Makefile") || ends(".mk")) return "makefile";
  return "text";
}

std::string mark_of(std::string_view language, const std::string& id) {
  if (language == "cpp") return "  //! " + id;
  if (language == "json" || language == "text") return {};
  return "  #! " + id;
}

std::string marked(const Sample& sample, const std::string& id) {
  const std::string mark = mark_of(language_of(sample.file), id);
  std::string out;
  uint32_t number = 0;
  for (size_t from = 0; from < sample.text.size();) {
    const size_t end = std::min(sample.text.find('\n', from), sample.text.size());
    out += sample.text.substr(from, end - from);
    ++number;
    const bool fires =
        std::find(sample.lines.begin(), sample.lines.end(), number) != sample.lines.end();
    if (fires) out += mark;
    out += '\n';
    from = end + 1;
  }
  return out;
}

std::string sample_block(const Sample& sample, const std::string& id, Language language) {
  const std::string text = marked(sample, id);
  const std::string ticks = fence(text);
  std::string head;
  if (sample.file != "sample.py") head = code(sample.file);
  if (mark_of(language_of(sample.file), id).empty() && !sample.lines.empty()) {
    std::string numbers;
    for (const uint32_t line : sample.lines)
      numbers += (numbers.empty() ? "" : ", ") + std::to_string(line);
    head += say({", fires on line ", "，触发行："}, language) + numbers;
  }
  return (head.empty() ? "" : head + "\n\n") + ticks + std::string(language_of(sample.file)) +
         "\n" + text + ticks + "\n\n";
}

std::string samples(const Rule& rule, Language language) {
  std::string out;
  const auto add = [&](Phrase label, const std::vector<Sample>& list) {
    if (list.empty()) return;
    out += "**" + say(label, language) + "**\n\n";
    for (const Sample& sample : list) out += sample_block(sample, rule.id, language);
  };
  add({"Fires", "触发示例"}, rule.fires);
  add({"Stays silent", "不触发示例"}, rule.silent);
  return out;
}

std::string bullets(const std::vector<std::string>& lines, bool as_code) {
  std::string out;
  for (const std::string& line : lines) out += "- " + (as_code ? code(line) : plain(line)) + "\n";
  return out;
}

std::string facts_line(const Rule& rule, Language language) {
  std::string out = say({"Domain ", "迁移域 "}, language) + std::to_string(rule.domain) + " " +
                    say(domain_name(rule.domain), language);
  out += say({" · risk ", " · 风险："}, language) + say(phrase_of(rule.risk), language);
  out +=
      say({" · confidence ", " · 置信度："}, language) + say(phrase_of(rule.confidence), language);
  if (!rule.effort.empty())
    out += say({" · effort class ", " · 工作量等级："}, language) + rule.effort;
  return out + "\n\n";
}

std::string page(std::string_view folder, Phrase title, const std::vector<const Rule*>& rules,
                 const Knowledge& knowledge, Language language) {
  std::string out = "# " + say(title, language) + "\n\n";
  out += say({"Made by the build target `rule_docs` from ", "由构建目标 `rule_docs` 根据 "},
             language) +
         "`knowledge/rules/" + std::string(folder) + "`" +
         say({"; do not edit. ", " 生成，请勿手工修改。"}, language);
  const std::string file = std::string(folder) + ".md";
  out += language == Language::kEnglish ? "[中文](zh/" + file + ")" : "[English](../" + file + ")";
  out += " · [" + say({"All rules", "全部规则"}, language) + "](README.md)\n\n";
  for (const Rule* rule : rules) {
    out += "- [" + rule->id + "](#" + rule->id + "): " + prose(in_language(rule->title, language)) +
           "\n";
  }
  out += "\n";
  for (const Rule* rule : rules) out += render_rule(*rule, knowledge, language);
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

std::string index(const std::map<int, std::vector<const Rule*>>& by_domain, size_t count,
                  Language language) {
  std::string out = "# " + say({"Rules", "规则"}, language) + "\n\n";
  out += std::to_string(count) + say({" rules. Made by the build target `rule_docs`; do not edit. ",
                                      " 条规则。由构建目标 `rule_docs` 生成，请勿手工修改。"},
                                     language);
  out += language == Language::kEnglish ? "[中文](zh/README.md)" : "[English](../README.md)";
  out +=
      "\n\n" +
      say({"`npuport explain RULE` prints the same on a terminal; `npuport rules` lists them. How "
           "to write one: ",
           "`npuport explain RULE` 在终端输出相同内容；`npuport rules` 列出全部规则。编写方法："},
          language);
  out += language == Language::kEnglish ? "[writing-rules.md](../writing-rules.md)"
                                        : "[writing-rules.md](../../writing-rules.md)";
  out +=
      "\n\n" +
      say({"`{name}` and other words in braces stand for what the tables say about the name that "
           "a rule matched.",
           "`{name}` 等花括号中的词由表中与匹配名称对应的内容填充。"},
          language);
  out += "\n";
  for (const auto& [domain, rules] : by_domain) {
    out += "\n## " + std::to_string(domain) + " " + say(domain_name(domain), language) + "\n\n";
    markdown::Table table({say({"Rule", "规则"}, language), say({"Title", "标题"}, language),
                           say({"Risk", "风险"}, language)});
    for (const Rule* rule : rules) {
      table.add({"[" + rule->id + "](" + std::string(folder_of(*rule)) + ".md#" + rule->id + ")",
                 prose(in_language(rule->title, language)), say(phrase_of(rule->risk), language)});
    }
    out += table.str();
  }
  return out;
}

Phrase title_of(std::string_view folder) {
  for (const Folder& known : kFolders) {
    if (known.name == folder) return known.title;
  }
  return {folder, folder};
}

}  // namespace

std::string render_rule(const Rule& rule, const Knowledge& knowledge, Language language,
                        int level) {
  std::string out = std::string(static_cast<size_t>(level), '#') + " " + rule.id + "\n\n";
  out += "**" + prose(in_language(rule.title, language)) + "**\n\n";
  out += prose(in_language(rule.message, language)) + "\n\n";
  const std::string& replacement = in_language(rule.replacement, language);
  if (!replacement.empty()) {
    out += say({"**What to do:** ", "**如何修改**："}, language) + prose(replacement) + "\n\n";
  }
  const std::vector<std::string> modes = mode_lines(rule, knowledge, language);
  out += say({"**Mode:** ", "**方式**："}, language) + plain(modes.front()) + "\n\n";
  if (modes.size() > 1) out += bullets({modes.begin() + 1, modes.end()}, false) + "\n";
  const std::vector<std::string> targets = target_lines(rule, language);
  if (!targets.empty()) {
    out += say({"**On some targets**", "**特定目标环境**"}, language) + "\n\n" +
           bullets(targets, false) + "\n";
  }
  out += facts_line(rule, language);
  const std::vector<std::string> matchers = matcher_lines(rule);
  if (!matchers.empty()) {
    out +=
        say({"**Looks for**", "**匹配对象**"}, language) + "\n\n" + bullets(matchers, true) + "\n";
  }
  out += samples(rule, language);
  const std::vector<const Pitfall*> pitfalls = pitfalls_of(rule, knowledge);
  if (!pitfalls.empty()) {
    out += say({"**Known pitfalls**", "**已知问题**"}, language) + "\n\n";
    for (const Pitfall* pitfall : pitfalls) {
      out += "- " + std::string(pitfall->id) + " (" + plain(pitfall->severity) +
             "): " + prose(pitfall->symptom) + " → " + prose(pitfall->remedy) + " (" +
             plain(pitfall->source) + ")\n";
    }
    out += "\n";
  }
  out += say({"**Sources**", "**依据**"}, language) + "\n\n" + bullets(rule.sources, false) + "\n";
  return out;
}

std::vector<RulePage> rule_pages(const std::vector<Rule>& rules, const Knowledge& knowledge) {
  std::map<std::string_view, std::vector<const Rule*>> by_folder;
  std::map<int, std::vector<const Rule*>> by_domain;
  for (const Rule& rule : rules) {
    by_folder[folder_of(rule)].push_back(&rule);
    by_domain[rule.domain].push_back(&rule);
  }
  std::vector<RulePage> pages;
  for (const Language language : {Language::kEnglish, Language::kChinese}) {
    const std::string place = language == Language::kChinese ? "zh/" : "";
    pages.push_back({place + "README.md", index(by_domain, rules.size(), language)});
    for (const auto& [folder, list] : by_folder) {
      pages.push_back({place + std::string(folder) + ".md",
                       page(folder, title_of(folder), list, knowledge, language)});
    }
  }
  return pages;
}

}  // namespace npuport
