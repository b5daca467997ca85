// A row of the dependency compatibility matrix: one distribution, everything known about it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/span.h"
#include "detect/installed_evidence.h"
#include "knowledge/rule.h"

namespace npuport {

enum class DependencyStatus : uint8_t {
  kCompatible,
  kCompatibleWithPlugin,  // keep the package, add its Ascend companion
  kNeedsReplacement,
  kUnsupported,
  kNotInvolved,  // no accelerator code of its own
  kUnknown,
};

enum class DependencyNeed : uint8_t {
  kRequired,
  kOptional,  // every import is guarded, or an extra
  kDevelopment,
  kUnused,      // declared, never imported by the project
  kUndeclared,  // imported, never declared
  kTransitive,  // brought by `parent`
};

struct DependencyPlace {
  uint32_t file = 0;
  Span span;
  std::string specifier = {};  // of this declaration; "" for an import
};

// What may go wrong although the package itself is no obstacle.
struct DependencyRisk {
  std::string kind;  // "aarch64"
  LocalizedText text;
  std::string source;
};

struct Dependency {
  std::string name;  // distribution name, normalised
  std::vector<std::string> import_names;
  std::string specifier;  // the declared version bound; several declarations joined with "; "
  DependencyStatus status = DependencyStatus::kUnknown;
  DependencyNeed need = DependencyNeed::kRequired;
  std::string replacement;
  LocalizedText advice;  // how to replace
  std::string parent;    // kTransitive: the package that brings it
  std::vector<DependencyPlace> declared;
  std::vector<DependencyPlace> imported;
  Effort effort;
  Confidence confidence = Confidence::kMedium;
  std::vector<std::string> sources;
  std::optional<InstalledEvidence> installed;  // with --site-packages or a wheel
  std::vector<DependencyRisk> risks = {};
};

}  // namespace npuport
