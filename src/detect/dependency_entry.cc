#include "detect/dependency_entry.h"

#include <algorithm>
#include <set>
#include <utility>

#include "detect/import_resolver.h"

namespace npuport {
namespace {

// Whether a table knows a distribution of that name.
bool is_published(const std::string& name, const Knowledge& knowledge) {
  return knowledge.packages().find(name) != nullptr || knowledge.wheels().find(name).has_value();
}

}  // namespace

bool is_only(const Entry& entry, RequirementSource source) {
  return !entry.declared.empty() &&
         std::all_of(entry.declared.begin(), entry.declared.end(),
                     [&](const DeclaredPackage* d) { return d->requirement.source == source; });
}

bool is_only_locked(const Entry& entry) {
  return entry.imported.empty() &&
         std::all_of(entry.declared.begin(), entry.declared.end(), [](const auto* d) {
           return d->requirement.source == RequirementSource::kLocked ||
                  d->requirement.source == RequirementSource::kConstraint;
         });
}

std::vector<std::string> extras_of(const Entry& entry) {
  std::vector<std::string> extras;
  for (const DeclaredPackage* declared : entry.declared) {
    const std::vector<std::string>& more = declared->requirement.extras;
    extras.insert(extras.end(), more.begin(), more.end());
  }
  return extras;
}

Entries collect_entries(const std::vector<DeclaredPackage>& declared,
                        const std::vector<ImportedModule>& imported, const Knowledge& knowledge,
                        const InstalledPackages* installed) {
  Entries entries;
  for (const DeclaredPackage& package : declared) {
    std::string name = distribution_name(package.requirement);
    if (package.requirement.name.empty()) {
      if (const std::string_view built = knowledge.distribution_of_repository(name); !built.empty())
        name = built;
    }
    // conda and older guides call torch by the project's name
    if (name == "pytorch" || name == "pytorch-gpu" || name == "pytorch-cpu") name = "torch";
    if (name.empty() || name == "python" || name == "pip") continue;
    // "flux[gradio]" among the extras of flux, a folder beside the project: no package of others.
    const bool bare = package.requirement.specifier.empty() && package.requirement.url.empty();
    const bool path = is_local_path(package.requirement);
    if ((path || (bare && package.own)) && !is_published(name, knowledge)) continue;
    entries[name].declared.push_back(&package);
  }
  std::set<std::string> names;
  for (const auto& [name, entry] : entries) names.insert(name);
  const ImportResolver resolver(std::move(names), knowledge, installed);
  for (const ImportedModule& import : imported) {
    const std::string_view top = top_level(import.module);
    if (top.empty() || knowledge.is_standard_library(top)) continue;
    bool doubtful = false;
    const std::string name = resolver.distribution(import, doubtful);
    if (import.own && !entries.contains(name) && !is_published(name, knowledge)) continue;
    Entry& entry = entries[name];
    entry.imported.push_back(&import);
    entry.doubtful = entry.doubtful || doubtful;
  }
  return entries;
}

}  // namespace npuport
