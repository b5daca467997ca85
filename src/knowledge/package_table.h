// Python packages and what becomes of them on NPU.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "knowledge/name_index.h"
#include "knowledge/rule.h"

namespace npuport {

enum class CudaBinding : uint8_t { kNone, kOptional, kRequired, kBuildsFromSource };
enum class AscendStatus : uint8_t {
  kCompatible,
  kCompatibleWithPlugin,
  kNeedsReplacement,
  kUnsupported,
  kUnknown,
};

struct PackageRow {
  std::string_view key;  // as the table writes it
  std::vector<std::string_view> imports;
  std::string_view category;
  CudaBinding cuda = CudaBinding::kNone;
  AscendStatus status = AscendStatus::kUnknown;
  std::string_view replacement;
  std::string_view how;
  std::string_view min_version;  // words: since when it runs on NPU
  // The table has low and high; likely is a third of the way from low to high, because most ports
  // of a package are near the easy end and a few are not.
  Effort effort;
  Confidence confidence = Confidence::kLow;
  std::string_view source;
};

// A package that comes along with another.
struct PackageChild {
  std::string_view extra;  // only with this extra; "" always
  std::string_view name;   // may hold a "*"
  std::string_view source;
};

// Whether the package has nothing to do with accelerators: what a report calls "not involved".
bool is_not_involved(const PackageRow& row);

class PackageTable {
 public:
  // `extra`: packages_extra.tsv, the same columns; "" for none.
  static Result<PackageTable> parse(std::string_view packages, std::string_view children,
                                    std::string_view extra = {});

  // By distribution name in any spelling. CUDA builds ("foo-cu118", "foo-cuda12x") and nightly ones
  // ("foo-nightly") without a row of their own are answered by the plain name's. nullptr when
  // unknown.
  const PackageRow* find(std::string_view distribution) const;

  // Rows whose distribution provides the module, by the longest import name that is `module` or a
  // package above it. Several rows are homonyms: the upstream package first, as in the table.
  std::vector<const PackageRow*> find_import(std::string_view module) const;

  // What the package brings along; extras are those that are asked for.
  std::vector<PackageChild> children(std::string_view distribution,
                                     const std::vector<std::string>& extras) const;

  const std::vector<PackageRow>& rows() const { return rows_; }

 private:
  std::optional<Error> add_rows(std::string_view text, const std::string& name);

  std::vector<PackageRow> rows_;
  NameIndex by_name_;
  std::unordered_multimap<std::string_view, uint32_t> by_import_;
  std::unordered_multimap<std::string_view, PackageChild> children_;
};

// PEP 503: lower case, runs of "-", "_", "." become one "-".
std::string normalize_distribution(std::string_view name);

// "spconv" for "spconv-cu118", "mxnet" for "mxnet-cuda12x"; "" when the name has no CUDA suffix.
std::string_view without_cuda_suffix(std::string_view normalized);

}  // namespace npuport
