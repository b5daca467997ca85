#include <algorithm>
#include <string>
#include <vector>

#include "render/markdown_sections.h"
#include "render/markdown_text.h"

namespace npuport::markdown {
namespace {

constexpr size_t kShownModules = 4;
constexpr size_t kNamedPackages = 20;

std::string say(Phrase phrase, Language language) { return std::string(phrase.in(language)); }

std::string listed(const std::vector<std::string>& names, Language language) {
  std::string out;
  for (const std::string& name : names) {
    out += (out.empty() ? "" : say({", ", "、"}, language)) + code(name);
  }
  return out;
}

std::string megabytes(uint64_t bytes) {
  const uint64_t tenths = (bytes + 50'000) / 100'000;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " MB";
}

std::string module_cell(const ModuleEvidence& module, Language language) {
  std::string what;
  const auto add = [&](const std::string& text) {
    what += (what.empty() ? "" : say({"; ", "；"}, language)) + text;
  };
  if (!module.provides.empty()) add(say({"a CUDA library", "CUDA 库"}, language));
  if (!module.links.empty()) {
    add(say({"links ", "链接 "}, language) + listed(module.links, language));
  }
  if (!module.sections.empty()) {
    add(megabytes(module.device_code_bytes) + say({" of GPU code", " GPU 代码"}, language));
  }
  if (!module.loads.empty()) {
    add(say({"may open ", "运行时可能加载 "}, language) + listed(module.loads, language));
  }
  return code(module.path) + say({": ", "："}, language) + what;
}

std::string evidence_cell(const InstalledEvidence& installed, Language language) {
  std::string out;
  const size_t shown = std::min(installed.evidence.size(), kShownModules);
  for (size_t i = 0; i < shown; ++i) {
    out += (out.empty() ? "" : "<br>") + module_cell(installed.evidence[i], language);
  }
  if (installed.evidence.size() > shown) {
    out += "<br>+" + std::to_string(installed.evidence.size() - shown);
  }
  if (installed.cuda_sources > 0) {
    out += (out.empty() ? "" : "<br>") + counted(installed.cuda_sources,
                                                 {"CUDA source", "CUDA sources", " 个 CUDA 源文件"},
                                                 language);
  }
  return out;
}

std::string modules_cell(const InstalledEvidence& installed) {
  if (installed.modules == 0) return "0";
  std::string machines;
  for (const std::string& machine : installed.machines) {
    machines += (machines.empty() ? "" : ", ") + plain(machine);
  }
  return std::to_string(installed.modules) + " (" + machines + ")";
}

std::string python_cell(const InstalledEvidence& installed, Language language) {
  if (!installed.python) return "";
  const SiteTally sites = installed.python->total();
  return std::to_string(sites.automatic) + " / " + std::to_string(sites.manual) + " / " +
         std::to_string(sites.guarded) + " (" +
         counted(installed.python->files, {"file", "files", " 个文件"}, language) + ")";
}

// Wheels are built per machine, and most Ascend hosts are aarch64.
std::string machine_note(const Report& report, Language language) {
  std::vector<std::string> names;
  for (const DependencyRow& row : report.dependencies) {
    if (!row.installed || row.installed->machines != std::vector<std::string>{"x86-64"}) continue;
    if (row.status == DependencyStatus::kNeedsReplacement ||
        row.status == DependencyStatus::kUnsupported) {
      continue;  // it does not move to the new host
    }
    names.push_back(row.name);
  }
  if (names.empty()) return {};
  const size_t all = names.size();
  if (all > kNamedPackages) names.resize(kNamedPackages);
  std::string out =
      say({"Compiled for x86-64 only; on an aarch64 host each needs a build of its own: ",
           "仅有 x86-64 编译产物，在 aarch64 主机上需各自另有对应构建："},
          language) +
      listed(names, language);
  if (all > names.size()) out += " +" + std::to_string(all - names.size());
  return out + say({".", "。"}, language) + "\n\n";
}

}  // namespace

std::string installed_packages(const Report& report, Language language) {
  Table table({say({"Package", "依赖包"}, language), say({"Installed", "已安装版本"}, language),
               say({"Compiled modules", "编译模块"}, language),
               say({"CUDA in them", "其中的 CUDA"}, language),
               say({"Python sites: auto / manual / guarded", "Python 代码：自动 / 人工 / 有保护"},
                   language)});
  for (const DependencyRow& row : report.dependencies) {
    if (!row.installed) continue;
    table.add({code(row.name), code(row.installed->version), modules_cell(*row.installed),
               evidence_cell(*row.installed, language), python_cell(*row.installed, language)});
  }
  if (table.empty()) return {};
  return "**" + say({"Installed packages", "已安装的依赖包"}, language) + "**\n\n" + table.str() +
         "\n" +
         say({"Sites are counted in the package's own Python; where the package table has a "
              "verdict, that verdict stands.",
              "计数针对依赖包自身的 Python 代码；软件包表已有结论的，以表中结论为准。"},
             language) +
         "\n\n" + machine_note(report, language);
}

}  // namespace npuport::markdown
