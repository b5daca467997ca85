#include "detect/dependency_row.h"

#include <algorithm>
#include <array>

#include "detect/census.h"
#include "detect/import_resolver.h"
#include "detect/judge_installed.h"

namespace npuport {
namespace {

DependencyStatus status_of(const PackageRow* row) {
  if (row == nullptr) return DependencyStatus::kUnknown;
  switch (row->status) {
    case AscendStatus::kCompatible:
      return is_not_involved(*row) ? DependencyStatus::kNotInvolved : DependencyStatus::kCompatible;
    case AscendStatus::kCompatibleWithPlugin:
      return DependencyStatus::kCompatibleWithPlugin;
    case AscendStatus::kNeedsReplacement:
      return DependencyStatus::kNeedsReplacement;
    case AscendStatus::kUnsupported:
      return DependencyStatus::kUnsupported;
    case AscendStatus::kUnknown:
      return DependencyStatus::kUnknown;
  }
  return DependencyStatus::kUnknown;
}

// A declaration that makes the package part of every installation.
bool is_firm(const DeclaredPackage& declared) {
  const RequirementSource source = declared.requirement.source;
  return !declared.development &&
         (source == RequirementSource::kRequirement || source == RequirementSource::kCommand);
}

DependencyNeed need_of(const Entry& entry, const PackageRow* row, bool project_imports_anything) {
  const auto all = [](const auto& items, auto test) {
    return std::all_of(items.begin(), items.end(), [&](const auto* item) { return test(*item); });
  };
  // A wheel that is analysed stands in its own matrix.
  const bool is_project = std::any_of(entry.declared.begin(), entry.declared.end(),
                                      [](const auto* d) { return d->requirement.url == "."; });
  if (is_project) return DependencyNeed::kRequired;
  const bool used = !entry.imported.empty();
  const bool used_in_tests =
      used && all(entry.imported, [](const auto& i) { return i.development; });
  const bool guarded =
      used && all(entry.imported, [](const auto& i) { return i.guarded || i.development; });
  if (entry.declared.empty()) {
    if (used_in_tests) return DependencyNeed::kDevelopment;
    return guarded ? DependencyNeed::kOptional : DependencyNeed::kUndeclared;
  }
  const bool firm = std::any_of(entry.declared.begin(), entry.declared.end(),
                                [](const DeclaredPackage* d) { return is_firm(*d); });
  if (!firm && !used) {
    const bool extra = std::any_of(entry.declared.begin(), entry.declared.end(), [](const auto* d) {
      return d->requirement.source == RequirementSource::kExtra;
    });
    if (is_only(entry, RequirementSource::kLocked)) return DependencyNeed::kTransitive;
    return extra ? DependencyNeed::kOptional : DependencyNeed::kDevelopment;
  }
  if (used) {
    if (used_in_tests && !firm) return DependencyNeed::kDevelopment;
    return guarded && !used_in_tests ? DependencyNeed::kOptional : DependencyNeed::kRequired;
  }
  // Never imported. Packages that are no modules, or that others load, are still needed.
  const bool importable = row == nullptr || !row->imports.empty();
  const bool runtime = row != nullptr && row->category == "nvidia runtime";
  return importable && !runtime && project_imports_anything ? DependencyNeed::kUnused
                                                            : DependencyNeed::kRequired;
}

std::string joined_specifiers(const Entry& entry) {
  std::string joined;
  std::set<std::string_view> seen;
  for (const DeclaredPackage* declared : entry.declared) {
    const std::string& specifier = declared->requirement.specifier;
    if (specifier.empty() || !seen.insert(specifier).second) continue;
    joined += (joined.empty() ? "" : "; ") + specifier;
  }
  return joined;
}

LocalizedText advice_for(DependencyStatus status, const PackageRow* row) {
  LocalizedText text;
  if (row == nullptr) {
    text.en =
        "Not in the package table; check whether it contains CUDA code or a compiled extension.";
    text.zh = "软件包表中没有收录；请确认它是否包含 CUDA 代码或编译扩展。";
    return text;
  }
  text.en = std::string(row->how);
  const std::string replacement(row->replacement);
  switch (status) {
    case DependencyStatus::kNotInvolved:
      text.zh = "不涉及加速器代码，可直接使用。";
      break;
    case DependencyStatus::kCompatible:
      text.zh = "可在 NPU 上使用";
      if (!row->min_version.empty()) text.zh += "（版本：" + std::string(row->min_version) + "）";
      text.zh += "。";
      break;
    case DependencyStatus::kCompatibleWithPlugin:
      text.zh = "保留该包并配套安装：" + replacement + "。";
      break;
    case DependencyStatus::kNeedsReplacement:
      text.zh = replacement.starts_with("(d") ? "删除该依赖，运行库由 CANN 提供。"
                                              : "替换为：" + replacement + "。";
      break;
    case DependencyStatus::kUnsupported:
      text.zh = "未找到昇腾对应实现";
      if (!replacement.empty()) text.zh += "；可考虑：" + replacement;
      text.zh += "。";
      break;
    case DependencyStatus::kUnknown:
      text.zh = "尚未确认，需在 NPU 上验证";
      if (!replacement.empty()) text.zh += "；可考虑：" + replacement;
      text.zh += "。";
      break;
  }
  return text;
}

// The specifier of the declaration that binds most.
std::string binding_specifier(const Entry& entry) {
  const DeclaredPackage* best = nullptr;
  const auto rank = [](const DeclaredPackage& d) {
    return std::pair(d.development, binding_rank(d.requirement.source));
  };
  for (const DeclaredPackage* declared : entry.declared) {
    if (declared->requirement.specifier.empty()) continue;
    if (best == nullptr || rank(*declared) < rank(*best)) best = declared;
  }
  return best == nullptr ? "" : best->requirement.specifier;
}

// A torch pin that the target does not satisfy has to move; one that never had a usable adapter
// blocks everything. The target follows from the same rule, so the row and the target agree.
void judge_torch(Dependency& torch, const std::string& first, const Knowledge& knowledge,
                 const Target* target) {
  using Reason = InferredTarget::Reason;
  const std::optional<VersionBound> bound = VersionBound::parse(first);
  if (!bound || bound->anchor() == nullptr) return;
  const InferredTarget inferred = knowledge.versions().infer(first);
  const Target& chosen = target != nullptr ? *target : inferred.target;
  const std::optional<Version> version = Version::parse(chosen.torch);
  if (version && bound->holds(*version)) return;
  if (inferred.reason == Reason::kSatisfies || inferred.reason == Reason::kSameLine) {
    if (target == nullptr) return;
  }
  const bool ended = inferred.passed_over != nullptr && inferred.passed_over->released() &&
                     inferred.passed_over->torch >= *Version::parse("2.1");
  const bool alive = inferred.reason == Reason::kSatisfies || inferred.reason == Reason::kSameLine;
  const std::string wanted = "torch==" + chosen.torch + " + torch-npu==" + chosen.torch_npu;
  torch.replacement = wanted;
  if (alive) {
    torch.advice.en = "The target runs torch " + chosen.torch + ", which torch" + first +
                      " does not allow; use " + wanted + ".";
    torch.advice.zh = "目标环境为 torch " + chosen.torch + "，与声明的 torch" + first +
                      " 不符；改用 " + wanted + "。";
    return;
  }
  if (ended) {
    const VersionRow& row = *inferred.passed_over;
    torch.advice.en = "torch-npu " + row.target.torch_npu + " for torch" + first +
                      " reached its end of life (" + row.ended() + "); move to " + wanted + ".";
    torch.advice.zh = "torch" + first + " 对应的 torch-npu " + row.target.torch_npu +
                      " 已停止维护（" + row.ended() + "）；改用 " + wanted + "。";
    return;
  }
  torch.status = DependencyStatus::kNeedsReplacement;
  torch.advice.en = "No usable torch-npu exists for torch" + first +
                    "; move the project to a torch version that has one first.";
  torch.advice.zh = "torch" + first + " 没有可用的 torch-npu；需先把项目迁移到有对应版本的 torch。";
}

// A pin below the first version that runs on NPU must be raised. The table's words begin with that
// version when there is one.
void judge_version(Dependency& dependency, const PackageRow& row) {
  if (dependency.status != DependencyStatus::kCompatible || row.min_version.empty()) return;
  const std::string_view text = row.min_version;
  const std::optional<Version> since =
      Version::parse(text.substr(0, text.find_first_not_of("0123456789.")));
  const std::optional<VersionBound> bound = VersionBound::parse(dependency.specifier);
  const Version* pin = bound ? bound->pinned() : nullptr;
  // Without a pin, what is installed is what runs.
  const std::optional<Version> present =
      dependency.installed ? Version::parse(dependency.installed->version) : std::nullopt;
  if (pin == nullptr && present) pin = &*present;
  if (!since || pin == nullptr || *pin >= *since) return;
  const std::string wanted(text.substr(0, text.find_first_not_of("0123456789.")));
  dependency.status = DependencyStatus::kNeedsReplacement;
  dependency.replacement = dependency.name + ">=" + wanted;
  const bool pinned = bound && bound->pinned() != nullptr;
  dependency.advice.en = std::string("The ") + (pinned ? "pinned" : "installed") +
                         " version predates NPU support; raise it to " + wanted + " or newer. " +
                         dependency.advice.en;
  dependency.advice.zh = std::string(pinned ? "锁定" : "已安装") + "的版本早于 NPU 支持；升级到 " +
                         wanted + " 或更新版本。";
}

void weigh(Dependency& dependency, const PackageRow* row) {
  if (row != nullptr) dependency.effort = row->effort;
  const bool spare =
      dependency.need == DependencyNeed::kUnused || dependency.need == DependencyNeed::kDevelopment;
  // Nobody waits for it; at worst the easy end of the work.
  if (spare) dependency.effort = {0, 0, dependency.effort.low};
  if (dependency.need == DependencyNeed::kTransitive) dependency.effort = {};
}

CensusQuestion census_question(const Entry& entry) {
  const bool declared = !entry.declared.empty();
  return {declared, declared && std::all_of(entry.declared.begin(), entry.declared.end(),
                                            [](const auto* d) { return d->requirement.conda; })};
}
}  // namespace

Dependency make_row(const std::string& name, const Entry& entry, bool project_imports_anything,
                    const Knowledge& knowledge, const InstalledAudit& installed,
                    const Target* target) {
  const PackageRow* row = knowledge.packages().find(name);
  Dependency dependency;
  dependency.name = name;
  const CensusQuestion question = census_question(entry);
  if (row == nullptr && is_conda_cuda(dependency, question, knowledge)) {
    row = knowledge.packages().find("cuda-toolkit");
  }
  dependency.specifier = joined_specifiers(entry);
  dependency.status = status_of(row);
  dependency.need = need_of(entry, row, project_imports_anything);
  dependency.confidence = row == nullptr || entry.doubtful ? Confidence::kLow : row->confidence;
  if (row != nullptr) {
    for (const std::string_view import : row->imports) dependency.import_names.emplace_back(import);
    dependency.replacement = std::string(row->replacement);
    dependency.sources.emplace_back(row->source);
  }
  if (dependency.import_names.empty() && !entry.imported.empty()) {
    dependency.import_names.emplace_back(top_level(entry.imported.front()->module));
  }
  dependency.advice = advice_for(dependency.status, row);
  if (row == nullptr) judge_by_census(dependency, question, knowledge);
  for (const DeclaredPackage* d : entry.declared) {
    dependency.declared.push_back({d->file, d->requirement.span, d->requirement.specifier});
  }
  for (const ImportedModule* i : entry.imported) dependency.imported.push_back({i->file, i->span});
  if (name == "torch") judge_torch(dependency, binding_specifier(entry), knowledge, target);
  installed.attach(dependency, row);
  if (row != nullptr) judge_version(dependency, *row);
  weigh(dependency, row);
  for (const LimitRow* risk : knowledge.companions().aarch64(name)) {
    dependency.risks.push_back({"aarch64", risk->text, std::string(risk->source)});
  }
  return dependency;
}

// Whether the evidence gives a package that nobody asked for a row of its own.
bool is_about_cuda(const InstalledEvidence& evidence) {
  if (evidence.cuda_modules > 0 || evidence.cuda_sources > 0) return true;
  if (!evidence.python) return false;
  const SiteTally sites = evidence.python->total();
  return sites.automatic + sites.manual > 0;
}

// Whether a package that nobody asked for is worth a row.
bool is_shown_when_brought(const PackageRow* row, const InstalledEvidence* evidence) {
  if (row != nullptr && is_about_cuda(*row)) return true;
  // Where the table says that a package has no accelerator code, its device options are no news.
  return evidence != nullptr && is_about_cuda(*evidence) &&
         (row == nullptr || evidence->cuda_modules > 0);
}

std::optional<Dependency> brought_row(const BroughtPackage& brought, const Knowledge& knowledge,
                                      const InstalledAudit& installed) {
  const PackageRow* row = knowledge.packages().find(brought.name);
  if (!is_shown_when_brought(row, installed.find(brought.name))) return std::nullopt;
  Dependency dependency;
  dependency.name = brought.name;
  dependency.need = DependencyNeed::kTransitive;
  dependency.parent = brought.parent;
  dependency.status = status_of(row);
  dependency.advice = advice_for(dependency.status, row);
  dependency.confidence = row == nullptr ? Confidence::kLow : row->confidence;
  if (row != nullptr) {
    dependency.replacement = std::string(row->replacement);
    dependency.sources.emplace_back(row->source);
  }
  dependency.sources.push_back(brought.source);
  installed.attach(dependency, row);
  return dependency;
}

}  // namespace npuport
