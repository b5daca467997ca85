// What is known about a name, for one target: one plain value from which every output is rendered.
//
// A name may be several things at once ("triton" is a package and an import name that an Ascend
// build takes over): an answer has one entry per thing. Everything said about it is a statement,
// and every statement carries its sources. schema/query.schema.json describes the JSON form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/rule.h"
#include "knowledge/target.h"

namespace npuport {

inline constexpr const char* kQuerySchemaVersion = "1";

enum class AnswerKind : uint8_t {
  kApi,          // torch.*, the collectives included
  kNpuOperator,  // torch_npu.*
  kTriton,       // tl.*, triton.*
  kMindie,       // mindiesd.*
  kEnvironment,
  kPackage,
};

enum class AnswerStatus : uint8_t {
  // APIs, operators, variables
  kSupported,      // works under its own name
  kLimited,        // works with limits
  kEquivalent,     // the NPU has it under the same name below torch.npu, or the variable's twin
  kRenamed,        // the NPU has it under another name
  kRelated,        // something similar exists
  kNoEffect,       // accepted, does nothing on NPU
  kNpuOwn,         // a name of the NPU's own
  kDeprecated,     // works, to be removed
  kRewrite,        // has to be written another way
  kNoCounterpart,  // the NPU has nothing for it
  // listed as not supported; a package: CUDA only, and nothing was found to take its place
  kUnsupported,
  kSeeRules,    // in no table; a rule names it
  kUnverified,  // in no list: not known to work, not known to fail
  // packages
  kCompatible,
  kCompatibleWithPlugin,
  kNeedsReplacement,
  kNotInvolved,
  kUnknown,
};

enum class Topic : uint8_t {
  kMeaning,      // what it does
  kCounterpart,  // what takes its place
  kNote,
  kTransfer,     // what transfer_to_npu makes of it
  kSupportList,  // the vendor's API lists
  kVersions,     // for which versions what holds
  kKernels,      // operators registered in op-plugin
  kCollective,
  kLimits,
  kDtypes,
  kPrecision,
  kProducts,
  kDeprecation,
  kDefault,
  kInstall,  // how to get it on NPU
  kSince,
  kEffort,
  kCuda,  // how it is bound to CUDA
  kImports,
  kBrings,    // packages that come along
  kNameTrap,  // the name means something else too
};

struct Statement {
  Topic topic = Topic::kNote;
  LocalizedText text;
  std::vector<std::string> sources;  // at least one
};

// Whether transfer_to_npu covers the name in one release.
struct ReleaseCoverage {
  std::string torch;
  std::string torch_npu;  // package version
  std::string release;
  bool covered = false;
};

struct AnswerEntry {
  AnswerKind kind = AnswerKind::kApi;
  std::string name;  // as the table writes it
  AnswerStatus status = AnswerStatus::kUnverified;
  std::optional<Mode> mode;  // what a report says about a use of it; absent for packages
  std::string replacement;   // "" when there is none, or none is needed
  std::vector<Statement> statements;
  std::vector<ReleaseCoverage> releases;  // newest first; empty when all releases agree
};

// A rule that fires on the name.
struct TouchingRule {
  std::string id;
  int domain = 2;
  LocalizedText title;
  LocalizedText message;
  LocalizedText replacement;
  Mode mode = Mode::kManual;  // on the target
  Risk risk = Risk::kMedium;
  bool exact = false;  // the rule names it; otherwise a pattern of the rule covers it
  std::vector<std::string> sources;
};

struct KnownPitfall {
  std::string id;  // "P090"
  std::string severity;
  std::string pattern;
  std::string symptom;
  std::string remedy;
  std::vector<std::string> sources;
};

struct Answer {
  std::string asked;  // as given
  std::string name;   // as understood: "F.relu" is torch.nn.functional.relu
  std::vector<AnswerEntry> entries;
  std::vector<TouchingRule> rules;  // exact ones first
  std::vector<KnownPitfall> pitfalls;
  std::vector<std::string> near;  // on a miss: names that may have been meant

  // Whether anything is known about this very name. A miss does not mean that it does not work.
  bool known() const;
};

struct QueryResult {
  std::string program;
  std::string version;
  std::string knowledge_date;
  Target target;
  std::vector<Answer> answers;  // in the order of the questions
};

std::string_view name_of(AnswerKind kind);      // api, npu_operator, triton, ...
std::string_view name_of(AnswerStatus status);  // supported, limited, ...
std::string_view name_of(Topic topic);          // meaning, counterpart, ...

}  // namespace npuport
