// Everything the program knows: rules, tables, targets. Loaded once, then only read; any number of
// threads may read.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "knowledge/api_tables.h"
#include "knowledge/companions.h"
#include "knowledge/cuda_libraries.h"
#include "knowledge/effort.h"
#include "knowledge/kernel_ops.h"
#include "knowledge/native_api.h"
#include "knowledge/package_table.h"
#include "knowledge/rule.h"
#include "knowledge/target.h"
#include "knowledge/transfer_table.h"
#include "knowledge/wheel_table.h"

namespace npuport {

// What the rules are loaded for. Compiling their regular expressions takes half of the time of
// loading everything, and only matching needs them.
enum class RuleUse : uint8_t {
  kMatch,
  kRead,  // texts, names, modes; the patterns of the shipped rules stay empty
};

struct KnowledgeOptions {
  // A folder that replaces the embedded knowledge (--knowledge); laid out like knowledge/.
  std::optional<std::string> directory;
  // Folders with more rules (--rules).
  std::vector<std::string> rule_directories;
  RuleUse rules = RuleUse::kMatch;
};

// A name that does not mean what it seems to mean.
struct NameTrap {
  enum class Kind : uint8_t {
    kReused,       // an Ascend build takes the same import name: `other` is that build
    kHomonym,      // another project on the package index has the same name
    kPlaceholder,  // the package on the index is an empty stand-in
    kSourceOnly,   // not on the index: installed from source
  };
  std::string_view name;
  Kind kind = Kind::kHomonym;
  std::string_view other;
  std::string_view source;
};

class Knowledge {
 public:
  // The error holds every problem, one a line: "file:line:column: what was expected".
  static Result<Knowledge> load(const KnowledgeOptions& options);

  Knowledge(Knowledge&&) noexcept = default;
  Knowledge& operator=(Knowledge&&) noexcept = default;
  Knowledge(const Knowledge&) = delete;
  Knowledge& operator=(const Knowledge&) = delete;

  // By id. Their addresses stay as long as the rules are not moved out; moving the Knowledge keeps
  // them. Shipped rules carry no samples.
  const std::vector<Rule>& rules() const { return rules_; }
  const Rule* rule(std::string_view id) const;

  const TransferTable& transfer() const { return transfer_; }
  const CudaApiMap& cuda_apis() const { return cuda_apis_; }
  const EnvTable& env() const { return env_; }
  const DistributedTable& distributed() const { return distributed_; }
  const PackageTable& packages() const { return packages_; }
  const CudaLibraryTable& cuda_libraries() const { return cuda_libraries_; }
  const WheelTable& wheels() const { return wheels_; }
  const CondaTable& conda() const { return conda_; }
  const VersionMatrix& versions() const { return versions_; }
  const Companions& companions() const { return companions_; }
  const KeyedTable<NpuOpRow>& npu_ops() const { return npu_ops_; }
  const KeyedTable<TritonRow>& triton() const { return triton_; }
  const KeyedTable<MindieRow>& mindie() const { return mindie_; }
  const KeyedTable<Pitfall>& pitfalls() const { return pitfalls_; }

  // Read on demand: the table is large and most runs do not ask.
  Result<NativeApiTable> native_api() const;
  Result<KernelOpTable> kernel_ops() const;

  // Facts about dtypes and numerics, likewise on demand.
  Result<KeyedTable<PrecisionRow>> precision() const;

  // By import name or normalised distribution name.
  std::vector<const NameTrap*> name_traps(std::string_view name) const;

  // The days of an effort class; zero for an unknown one.
  Effort effort(std::string_view effort_class) const;

  // The day the facts were read, "2026-12-01".
  std::string_view date() const { return date_; }

  // A distribution name for an import name that differs from it ("yaml" -> "pyyaml") and has no row
  // in the package table; "" when none is known.
  std::string_view distribution_of_import(std::string_view top_level) const;

  // The distribution that a source repository builds, by the repository's normalised name; "" when
  // the two have the same name or nothing is known.
  std::string_view distribution_of_repository(std::string_view name) const;

  // Whether a top-level module belongs to Python itself (2.7 and 3.8 to 3.14).
  bool is_standard_library(std::string_view top_level) const;

  // Projects that share an import name, told apart by what is imported from it.
  struct Homonym {
    std::vector<std::string_view> names;
    std::string_view distribution;
    std::string_view source;
  };
  std::vector<const Homonym*> homonyms(std::string_view top_level) const;

  // Sets the placeholders that a rule's `table` offers for a matched name: npu_equivalent, status,
  // note, limits, replacement ... (docs/writing-rules.md). They are set to "" when there is no row;
  // then the result is false. "source" is the row's source.
  bool fill_from_table(std::string_view table, std::string_view name,
                       std::map<std::string, std::string>& values) const;

 private:
  class Files;

  Knowledge();
  std::optional<Error> load_tables();
  std::optional<Error> load_names();
  std::optional<Error> load_rules(const KnowledgeOptions& options);

  std::shared_ptr<Files> files_;  // owns the text that tables point into
  std::vector<Rule> rules_;
  TransferTable transfer_;
  CudaApiMap cuda_apis_;
  EnvTable env_;
  DistributedTable distributed_;
  PackageTable packages_;
  CudaLibraryTable cuda_libraries_;
  WheelTable wheels_;
  CondaTable conda_;
  VersionMatrix versions_;
  Companions companions_;
  KeyedTable<NpuOpRow> npu_ops_;
  KeyedTable<TritonRow> triton_;
  KeyedTable<MindieRow> mindie_;
  KeyedTable<Pitfall> pitfalls_;
  EffortClasses effort_;
  std::unordered_map<std::string_view, std::string_view> import_names_;
  std::unordered_map<std::string_view, std::string_view> repositories_;
  std::unordered_multimap<std::string_view, Homonym> homonyms_;
  std::unordered_set<std::string_view> standard_library_;
  std::vector<NameTrap> name_traps_;
  std::string date_;
};

}  // namespace npuport
