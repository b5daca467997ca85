#include "assess/names.h"

#include <array>
#include <span>

#include "source/source_file.h"

namespace npuport {
namespace {

static_assert(kTagVendored == 1 << 0 && kTagGenerated == 1 << 1 && kTagTest == 1 << 2 &&
              kTagExample == 1 << 3 && kTagDocs == 1 << 4);

using Spellings = std::span<const std::string_view>;

// Spellings in the order of the enumerators.
constexpr std::array<std::string_view, 3> kModes = {"none", "auto", "manual"};
constexpr std::array<std::string_view, 5> kRisks = {"none", "low", "medium", "high", "blocker"};
constexpr std::array<std::string_view, 3> kConfidences = {"low", "medium", "high"};
constexpr std::array<std::string_view, 6> kGuards = {
    "none", "optional_import", "npu_handled", "cuda_only_branch", "build_switch", "type_checking"};
constexpr std::array<std::string_view, 6> kStatuses = {
    "compatible",  "compatible_with_plugin", "needs_replacement",
    "unsupported", "not_involved",           "unknown"};
constexpr std::array<std::string_view, 6> kNeeds = {"required", "optional",   "development",
                                                    "unused",   "undeclared", "transitive"};
constexpr std::array<std::string_view, 5> kFeasibilities = {
    "not_assessed", "feasible", "needs_adaptation", "hard", "infeasible"};

constexpr std::array<std::string_view, 4> kFates = {"unknown", "fails", "skips", "stub"};

Spellings spellings(Mode) { return kModes; }
Spellings spellings(Risk) { return kRisks; }
Spellings spellings(Confidence) { return kConfidences; }
Spellings spellings(GuardState) { return kGuards; }
Spellings spellings(DependencyStatus) { return kStatuses; }
Spellings spellings(DependencyNeed) { return kNeeds; }
Spellings spellings(Feasibility) { return kFeasibilities; }
Spellings spellings(WithoutCuda) { return kFates; }

template <typename Enum>
std::string_view spelling(Enum value) {
  return spellings(value)[static_cast<size_t>(value)];
}

}  // namespace

std::string_view name_of(Mode mode) { return spelling(mode); }
std::string_view name_of(Risk risk) { return spelling(risk); }
std::string_view name_of(Confidence confidence) { return spelling(confidence); }
std::string_view name_of(GuardState guard) { return spelling(guard); }
std::string_view name_of(DependencyStatus status) { return spelling(status); }
std::string_view name_of(DependencyNeed need) { return spelling(need); }
std::string_view name_of(Feasibility feasibility) { return spelling(feasibility); }
std::string_view name_of(WithoutCuda fate) { return spelling(fate); }

template <typename Enum>
std::optional<Enum> value_named(std::string_view name) {
  const Spellings all = spellings(Enum{});
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i] == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

template std::optional<Mode> value_named<Mode>(std::string_view);
template std::optional<Risk> value_named<Risk>(std::string_view);
template std::optional<Confidence> value_named<Confidence>(std::string_view);
template std::optional<GuardState> value_named<GuardState>(std::string_view);
template std::optional<DependencyStatus> value_named<DependencyStatus>(std::string_view);
template std::optional<DependencyNeed> value_named<DependencyNeed>(std::string_view);
template std::optional<Feasibility> value_named<Feasibility>(std::string_view);
template std::optional<WithoutCuda> value_named<WithoutCuda>(std::string_view);

bool is_aside(uint8_t file_tags) { return (file_tags & (kTagTest | kTagExample | kTagDocs)) != 0; }

}  // namespace npuport
