// Which distribution an import belongs to.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "detect/dependencies.h"

namespace npuport {

// "flash_attn" of "flash_attn.bert_padding".
inline std::string_view top_level(std::string_view module) {
  return module.substr(0, module.find('.'));
}

class ImportResolver {
 public:
  // `declared`: the distributions that the project names itself; they are believed first.
  ImportResolver(std::set<std::string> declared, const Knowledge& knowledge,
                 const InstalledPackages* installed);

  // The normalised distribution; `doubtful` when another project has the same import name.
  std::string distribution(const ImportedModule& import, bool& doubtful) const;

 private:
  std::string homonym(const ImportedModule& import, const PackageRow& upstream,
                      bool& doubtful) const;

  const std::set<std::string> declared_;
  const Knowledge& knowledge_;
  const InstalledPackages* installed_;
  std::unordered_map<const PackageRow*, std::string> declared_rows_;
};

}  // namespace npuport
