#include "detect/import_resolver.h"

#include <algorithm>
#include <utility>

namespace npuport {
namespace {

bool has_part(std::string_view module, std::string_view part) {
  const size_t dot = module.find('.');
  if (dot == std::string_view::npos) return false;
  module.remove_prefix(dot + 1);
  return module.substr(0, module.find('.')) == part;
}

// The row's own key without remarks and alternatives: "faiss-gpu" for "faiss-gpu|faiss-gpu-cu11".
std::string canonical_name(const PackageRow& row) {
  std::string_view key = row.key.substr(0, row.key.find_first_of("|*( "));
  while (key.ends_with('-')) key.remove_suffix(1);
  return normalize_distribution(key);
}

}  // namespace

ImportResolver::ImportResolver(std::set<std::string> declared, const Knowledge& knowledge,
                               const InstalledPackages* installed)
    : declared_(std::move(declared)), knowledge_(knowledge), installed_(installed) {
  for (const std::string& name : declared_) {
    const PackageRow* row = knowledge.packages().find(name);
    if (row != nullptr) declared_rows_.emplace(row, name);
  }
}

std::string ImportResolver::distribution(const ImportedModule& import, bool& doubtful) const {
  const std::string_view top = top_level(import.module);
  const std::vector<const PackageRow*> rows = knowledge_.packages().find_import(import.module);
  for (const PackageRow* row : rows) {
    if (const auto found = declared_rows_.find(row); found != declared_rows_.end()) {
      return found->second;
    }
  }
  // The metadata of what is installed knows best.
  const InstalledDistribution* provider = installed_ ? installed_->provider(top) : nullptr;
  if (provider != nullptr) return provider->name;
  const std::string plain = normalize_distribution(top);
  if (rows.empty()) {
    if (declared_.contains(plain)) return plain;
    const std::string_view other = knowledge_.distribution_of_import(top);
    return other.empty() ? plain : std::string(other);
  }
  return homonym(import, *rows.front(), doubtful);
}

std::string ImportResolver::homonym(const ImportedModule& import, const PackageRow& upstream,
                                    bool& doubtful) const {
  const std::vector<const Knowledge::Homonym*> candidates =
      knowledge_.homonyms(top_level(import.module));
  for (const Knowledge::Homonym* candidate : candidates) {
    for (const std::string_view name : candidate->names) {
      const bool seen =
          has_part(import.module, name) ||
          std::find(import.names.begin(), import.names.end(), name) != import.names.end();
      if (seen) return std::string(candidate->distribution);
    }
  }
  doubtful = !candidates.empty();
  return canonical_name(upstream);
}

}  // namespace npuport
