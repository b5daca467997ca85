// The distributions that lie in site-packages folders and wheels: names, versions, requirements and
// files, from their own metadata. Modules are not opened here; see module_evidence.h.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "facts/text_facts.h"
#include "installed/package_store.h"
#include "source/source_file.h"

namespace npuport {

// The files of a distribution that matter, by path.
struct InstalledFiles {
  std::vector<std::string> python;        // *.py outside of tests
  std::vector<std::string> modules;       // *.so, *.so.N
  std::vector<std::string> cuda_sources;  // *.cu, *.cuh, *.ptx, *.cubin, *.fatbin
  uint32_t foreign = 0;                   // *.pyd, *.dll, *.dylib: binaries of other systems
};

struct InstalledDistribution {
  std::string name;     // normalised
  std::string version;  // "" when it does not say
  std::string place;    // the wheel file or the metadata folder, as the caller reaches it
  bool wheel = false;
  std::vector<Requirement> requirements;
  std::vector<std::string> modules;  // top-level import names
  InstalledFiles files;
  std::shared_ptr<PackageStore> store;
};

struct InstalledOptions {
  std::vector<std::string> site_packages;
  std::vector<std::string> wheels;
  bool empty() const { return site_packages.empty() && wheels.empty(); }
};

class InstalledPackages {
 public:
  // Error: a folder or wheel that cannot be read, or holds no distribution. What is wrong with a
  // single distribution of a folder is in problems().
  static Result<InstalledPackages> read(const InstalledOptions& options);

  // By any spelling of the name; of several with the same name the first in the caller's order,
  // folders before wheels. nullptr when it is not there.
  const InstalledDistribution* find(std::string_view name) const;

  // The only distribution that provides the top-level module; nullptr with none or several.
  const InstalledDistribution* provider(std::string_view top_level) const;

  const std::map<std::string, InstalledDistribution, std::less<>>& all() const { return all_; }
  const std::vector<SkippedPath>& problems() const { return problems_; }

 private:
  Result<bool> add_folder(const std::string& folder);
  Result<bool> add_wheel(const std::string& file);
  void add_dist_info(const std::shared_ptr<FolderStore>& store, const std::string& folder,
                     const std::string& name);
  void add_egg_info(const std::shared_ptr<FolderStore>& store, const std::string& folder,
                    const std::string& name);
  void add(InstalledDistribution distribution);

  std::map<std::string, InstalledDistribution, std::less<>> all_;
  std::multimap<std::string, std::string, std::less<>> providers_;  // module -> name
  std::vector<SkippedPath> problems_;
};

// Sorts paths of a distribution by what they are; entries of its metadata folder are left out.
InstalledFiles sort_files(std::vector<std::string> paths);

// "foo-1.2.dist-info" of a wheel; "" when it has none or several.
std::string metadata_folder(const ZipArchive& archive);

}  // namespace npuport
