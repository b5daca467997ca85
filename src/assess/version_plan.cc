#include "assess/version_plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "assess/plan_conflicts.h"
#include "assess/text.h"

namespace npuport {
namespace {

const Dependency* find_dependency(const Detection& detection, std::string_view name) {
  for (const Dependency& row : detection.dependencies) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

bool is_used(const Dependency& row) {
  return row.need != DependencyNeed::kTransitive && row.need != DependencyNeed::kDevelopment;
}

class Planner {
 public:
  Planner(const SourceTree& tree, const Detection& detection, const Target& target,
          const ProjectAsks& asks, const Knowledge& knowledge)
      : tree_(tree), detection_(detection), target_(target), asks_(asks), knowledge_(knowledge) {}

  VersionPlan run() {
    core();
    companion("torchvision", uses("torchvision"));
    companion("torchaudio", uses("torchaudio"));
    triton();
    for (const char* arch : {"x86_64", "aarch64"}) install(arch);
    plan_.conflicts = plan_conflicts(tree_, detection_, target_, asks_, knowledge_);
    limits();
    return std::move(plan_);
  }

 private:
  void core() {
    const VersionRow* row = knowledge_.versions().row_of(target_);
    const std::vector<std::string> sources =
        row == nullptr ? std::vector<std::string>{}
                       : std::vector<std::string>{std::string(row->source)};
    const LocalizedText cpu = {"CPU build", "CPU 版"};
    plan_.packages.push_back({"torch", target_.torch, true, cpu, sources});
    plan_.packages.push_back({"torch-npu", target_.torch_npu, true, {}, sources});
    LocalizedText cann;
    if (target_.cann.empty()) {
      cann = {"the release is not published; its CANN is not stated",
              "该版本未发布，未说明配套的 CANN"};
    }
    plan_.packages.push_back({"CANN", target_.cann, true, cann, sources});
    LocalizedText python;
    if (row != nullptr && !row->pythons.empty()) {
      python = {"wheels for " + std::string(row->pythons),
                "wheel 支持 " + std::string(row->pythons)};
      if (!target_.python.empty() && !row->has_python(target_.python)) {
        python = {"no wheel for it; there are " + std::string(row->pythons),
                  "没有对应的 wheel；现有 " + std::string(row->pythons)};
      }
    }
    plan_.packages.push_back({"Python", target_.python, true, python, sources});
  }

  bool uses(std::string_view name) const {
    const Dependency* row = find_dependency(detection_, name);
    return row != nullptr && is_used(*row);
  }

  void companion(const char* name, bool needed) {
    PlanPackage& package = plan_.packages.emplace_back();
    package.name = name;
    package.needed = needed;
    const CompanionRow* row = knowledge_.companions().find(name, target_);
    if (row == nullptr) {
      package.note = {"no table pairs it with torch " + target_.torch,
                      "没有表格给出与 torch " + target_.torch + " 的配套关系"};
      return;
    }
    package.version = std::string(row->version);
    package.note = {"CPU build", "CPU 版"};
    package.sources.emplace_back(row->source);
  }

  // triton-ascend is for kernels of the project and for the inductor back end of torch.compile.
  bool needs_triton() const {
    if (uses("triton") || uses("triton-ascend")) return true;
    return std::any_of(
        detection_.findings.begin(), detection_.findings.end(), [](const Finding& finding) {
          const std::string& rule = finding.rule->id;
          return finding.mode != Mode::kNone &&
                 (rule == "triton-kernel" || rule == "triton-import" || rule == "torch-compile" ||
                  rule == "module-compile" || rule == "torch-compile-mode");
        });
  }

  void triton() {
    const Companions& companions = knowledge_.companions();
    PlanPackage& package = plan_.packages.emplace_back();
    package.name = "triton-ascend";
    package.needed = needs_triton();
    const CompanionRow* row = companions.find(package.name, target_);
    const CompanionRow* newest = companions.newest(package.name);
    if (newest == nullptr) return;
    const CompanionRow& known = row == nullptr ? *newest : *row;
    package.sources.emplace_back(known.source);
    const auto lacks = [](const std::vector<std::string_view>& list, const std::string& value) {
      return !value.empty() && !list.empty() &&
             std::find(list.begin(), list.end(), value) == list.end();
    };
    if (lacks(known.socs, target_.soc)) {
      package.note = {"not documented for " + target_.soc, "文档未说明支持 " + target_.soc};
    } else if (row == nullptr) {
      package.note = {
          "no table pairs it with CANN " + target_.cann + "; the newest pairing is " +
              std::string(known.version) + " with " + std::string(known.with) + ": verify",
          "没有表格给出与 CANN " + target_.cann + " 的配套关系；最新的配套为 " +
              std::string(known.version) + "（" + std::string(known.with) + "），需验证"};
    } else if (lacks(known.pythons, target_.python)) {
      package.note = {"no wheel for Python " + target_.python,
                      "没有 Python " + target_.python + " 的 wheel"};
    } else {
      package.version = std::string(known.version);
      package.note = {"replaces the triton package", "替换 triton 包"};
    }
  }

  void install(const char* arch) {
    std::map<std::string, std::string> versions = {{"torch", target_.torch},
                                                   {"torch_npu", target_.torch_npu}};
    std::set<std::string> wanted = {"torch", "torch-npu"};
    for (const PlanPackage& package : plan_.packages) {
      if (!package.needed || package.version.empty()) continue;
      std::string key = package.name;
      std::replace(key.begin(), key.end(), '-', '_');
      versions.emplace(key, package.version);
      wanted.insert(package.name);
    }
    PlanInstall lines;
    lines.arch = arch;
    const VersionRow* row = knowledge_.versions().row_of(target_);
    if (row != nullptr && row->released()) {
      for (const InstallRow* line : knowledge_.companions().install(arch, target_)) {
        if (!wanted.contains(std::string(line->package))) continue;
        lines.commands.push_back(fill_placeholders(line->command, versions));
        lines.sources.emplace_back(line->source);
      }
    }
    if (!lines.commands.empty()) plan_.install.push_back(std::move(lines));
  }

  void limits() {
    for (const LimitRow* row : knowledge_.companions().soc_limits(target_)) {
      plan_.limits.push_back({target_.soc, "soc", row->text, std::string(row->source)});
    }
    for (const Dependency& row : detection_.dependencies) {
      for (const DependencyRisk& risk : row.risks) {
        plan_.limits.push_back({row.name, risk.kind, risk.text, risk.source});
      }
    }
  }

  const SourceTree& tree_;
  const Detection& detection_;
  const Target& target_;
  const ProjectAsks& asks_;
  const Knowledge& knowledge_;
  VersionPlan plan_;
};

}  // namespace

VersionPlan plan_versions(const SourceTree& tree, const Detection& detection, const Target& target,
                          const ProjectAsks& asks, const Knowledge& knowledge) {
  return Planner(tree, detection, target, asks, knowledge).run();
}

}  // namespace npuport
