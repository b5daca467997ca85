// The dependency compatibility matrix: what a project declares and imports, judged by the package
// table. Knows nothing of files beyond their index; the caller collects declarations and imports.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "detect/brought_packages.h"
#include "detect/dependency.h"
#include "detect/examine_installed.h"
#include "facts/text_facts.h"
#include "knowledge/knowledge.h"

namespace npuport {

struct DeclaredPackage {
  uint32_t file = 0;
  Requirement requirement;
  bool development = false;  // in a test, example or documentation file
  bool own = false;          // the project holds a module or folder of that name
};

// An import of a module that is not of the project itself. Modules of the standard library may be
// given; they are left out.
struct ImportedModule {
  uint32_t file = 0;
  Span span;
  std::string module;              // dotted, as imported: "flash_attn.bert_padding"
  std::vector<std::string> names;  // names taken from it ("amp" of "from apex import amp")
  bool guarded = false;            // the program goes on when the import fails
  bool development = false;        // in a test, example or documentation file
  bool own = false;                // the project holds a module, folder or extension of that name
};

// What is installed beside the project, as far as the caller knows.
struct InstalledAudit {
  const InstalledPackages* packages = nullptr;
  EvidenceByName evidence;
  std::string python;  // of the target, "3.11"

  const InstalledEvidence* find(const std::string& name) const;
  // Adds the evidence for the row and what it means.
  void attach(Dependency& dependency, const PackageRow* row) const;
};

// One row per distribution, by name. Declared and imported packages all have a row; packages that
// only a lock file names, or that another package brings, have one when they are bound to CUDA, by
// the table or by the evidence of what is installed.
// Torch's own nvidia-* wheels and triton have no effort of their own. Places are in input order.
// The torch row agrees with `target`; without one, with the target that its own pin leads to.
std::vector<Dependency> audit_dependencies(const std::vector<DeclaredPackage>& declared,
                                           const std::vector<ImportedModule>& imported,
                                           const Knowledge& knowledge,
                                           const Target* target = nullptr,
                                           const InstalledAudit& installed = {});

// The distributions behind the declarations and imports, with the extras that are asked for.
NeededPackages needed_packages(const std::vector<DeclaredPackage>& declared,
                               const std::vector<ImportedModule>& imported,
                               const Knowledge& knowledge, const InstalledPackages* installed);

// The distribution that a requirement installs, normalised; read from the URL or path when it names
// none ("git+https://host/NVlabs/nvdiffrast"). "" when it cannot be told, as for "-e .".
std::string distribution_name(const Requirement& requirement);

// A folder or file beside the project, such as "./third_party/x"; the project itself is none.
bool is_local_path(const Requirement& requirement);

// How much a declaration binds, 0 the most: what is required, extras and build requirements,
// constraints and development groups, lock files, install commands.
int binding_rank(RequirementSource source);

// The rule that describes a row at its declarations: package-needs-replacement,
// package-unsupported, package-needs-plugin, package-compatible, package-unknown, or
// torch-version-without-adapter.
std::string_view rule_for(const Dependency& dependency);

// Whether the requirement demands a CUDA build by its version or file name: "==2.4.0+cu121", a
// wheel
// ".../flash_attn-2.7.1+cu12torch2.5-...whl", conda's "=1.7.1=py3.8_cuda10.2_0".
bool demands_cuda_build(const Requirement& requirement);

}  // namespace npuport
