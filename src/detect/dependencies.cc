#include "detect/dependencies.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "detect/dependency_entry.h"
#include "detect/dependency_row.h"
#include "detect/judge_installed.h"

namespace npuport {
namespace {

// The wheels that the metadata of CUDA torch requires, with "-cu12" or, since CUDA 13, without.
bool comes_with_torch(std::string_view name) {
  constexpr std::array<std::string_view, 15> kRuntime = {
      "cublas",     "cuda-cupti", "cuda-nvrtc", "cuda-runtime", "cudnn",
      "cufft",      "cufile",     "curand",     "cusolver",     "cusparse",
      "cusparselt", "nccl",       "nvjitlink",  "nvshmem",      "nvtx"};
  if (name == "triton") return true;
  if (const std::string_view plain = without_cuda_suffix(name); !plain.empty()) name = plain;
  if (!name.starts_with("nvidia-")) return false;
  name.remove_prefix(7);
  return std::find(kRuntime.begin(), kRuntime.end(), name) != kRuntime.end();
}

// Packages that only a lock file names matter when they are bound to CUDA.
bool is_worth_a_row(const std::string& name, const Entry& entry, const Knowledge& knowledge,
                    const InstalledAudit& installed) {
  if (!is_only_locked(entry)) return true;
  if (is_only(entry, RequirementSource::kConstraint)) return false;
  return is_shown_when_brought(knowledge.packages().find(name), installed.find(name));
}

// The wheels that CUDA torch pulls in vanish with it, also when a frozen list pins them.
void attach_to_torch(Dependency& dependency, const Entries& entries) {
  if (!entries.contains("torch") || !dependency.imported.empty()) return;
  if (!comes_with_torch(dependency.name)) return;
  dependency.parent = "torch";
  dependency.effort = {};
}

}  // namespace

NeededPackages needed_packages(const std::vector<DeclaredPackage>& declared,
                               const std::vector<ImportedModule>& imported,
                               const Knowledge& knowledge, const InstalledPackages* installed) {
  NeededPackages needed;
  for (const auto& [name, entry] : collect_entries(declared, imported, knowledge, installed)) {
    needed[name] = {extras_of(entry), is_only_locked(entry)};
  }
  return needed;
}

const InstalledEvidence* InstalledAudit::find(const std::string& name) const {
  const auto found = evidence.find(name);
  return found == evidence.end() ? nullptr : &found->second;
}

void InstalledAudit::attach(Dependency& dependency, const PackageRow* row) const {
  const InstalledEvidence* own = find(dependency.name);
  if (own == nullptr) return;
  dependency.installed = *own;
  judge_installed(dependency, row);
}

std::vector<Dependency> audit_dependencies(const std::vector<DeclaredPackage>& declared,
                                           const std::vector<ImportedModule>& imported,
                                           const Knowledge& knowledge, const Target* target,
                                           const InstalledAudit& installed) {
  const Entries entries = collect_entries(declared, imported, knowledge, installed.packages);
  std::vector<Dependency> rows;
  NeededPackages needed;
  for (const auto& [name, entry] : entries) {
    needed[name] = {extras_of(entry), is_only_locked(entry)};
    if (!is_worth_a_row(name, entry, knowledge, installed)) continue;
    Dependency& row =
        rows.emplace_back(make_row(name, entry, !imported.empty(), knowledge, installed, target));
    attach_to_torch(row, entries);
  }
  for (const BroughtPackage& brought :
       brought_packages(needed, installed.packages, knowledge, installed.python)) {
    const auto locked = std::find_if(
        rows.begin(), rows.end(), [&](const Dependency& row) { return row.name == brought.name; });
    if (locked != rows.end()) {
      if (locked->parent.empty()) locked->parent = brought.parent;
      continue;
    }
    std::optional<Dependency> row = brought_row(brought, knowledge, installed);
    if (row) rows.push_back(std::move(*row));
  }
  std::sort(rows.begin(), rows.end(),
            [](const Dependency& a, const Dependency& b) { return a.name < b.name; });
  return rows;
}

std::string_view rule_for(const Dependency& dependency) {
  switch (dependency.status) {
    case DependencyStatus::kCompatible:
    case DependencyStatus::kNotInvolved:
      return "package-compatible";
    case DependencyStatus::kCompatibleWithPlugin:
      return "package-needs-plugin";
    case DependencyStatus::kNeedsReplacement:
      return dependency.name == "torch" ? "torch-version-without-adapter"
                                        : "package-needs-replacement";
    case DependencyStatus::kUnsupported:
      return "package-unsupported";
    case DependencyStatus::kUnknown:
      return "package-unknown";
  }
  return "package-unknown";
}

}  // namespace npuport
