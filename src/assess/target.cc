#include "assess/target.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace npuport {
namespace {

ReportTarget describe(const Target& target, bool inferred, LocalizedText reason) {
  ReportTarget out;
  out.soc = target.soc;
  out.cann = target.cann;
  out.torch = target.torch;
  out.torch_npu = target.torch_npu;
  out.release = target.release;
  out.python = target.python;
  out.inferred = inferred;
  out.reason = std::move(reason);
  return out;
}

LocalizedText reason_of(InferredTarget::Reason reason, const std::string& specifier,
                        const std::string& path) {
  const std::string asked_en = path + " asks for torch" + specifier;
  const std::string asked_zh = path + " 要求 torch" + specifier;
  switch (reason) {
    case InferredTarget::Reason::kNothingAsked:
      break;
    case InferredTarget::Reason::kSatisfies:
      return {asked_en + "; the newest release within that bound",
              asked_zh + "；取满足该约束的最新版本"};
    case InferredTarget::Reason::kSameLine:
      return {asked_en + "; the release of the same torch line",
              asked_zh + "；取同一 torch 系列的版本"};
    case InferredTarget::Reason::kMovedUp:
      return {asked_en + ", for which no torch_npu exists; the next newer torch",
              asked_zh + "，但没有对应的 torch_npu；取更新的一个 torch 版本"};
    case InferredTarget::Reason::kMovedDown:
      return {asked_en + ", newer than every torch_npu; the newest one",
              asked_zh + "，新于所有 torch_npu；取最新版本"};
  }
  return {"the project names no torch version; the newest active release",
          "项目未指定 torch 版本；取最新的在维护版本"};
}

int source_rank(RequirementSource source) {
  switch (source) {
    case RequirementSource::kRequirement:
      return 0;
    case RequirementSource::kExtra:
    case RequirementSource::kBuild:
      return 1;
    case RequirementSource::kConstraint:
    case RequirementSource::kDevelopment:
      return 2;
    case RequirementSource::kLocked:
      return 3;
    case RequirementSource::kCommand:
      return 4;
  }
  return 5;
}

}  // namespace

std::pair<std::string, std::string> declared_torch(const Project& project) {
  using Key = std::tuple<bool, int, int64_t, std::string_view, std::string_view>;
  std::optional<Key> best;
  for (FileId id = 0; id < project.file_count(); ++id) {
    const SourceFile& file = project.file(id);
    const int64_t depth = std::count(file.path.begin(), file.path.end(), '/');
    for (const Requirement& r : project.facts(id).text.requirements) {
      const bool is_torch = r.normalized == "torch" || (r.conda && r.normalized == "pytorch");
      if (!is_torch || r.specifier.empty()) continue;
      const Key key = {is_aside(file.tags), source_rank(r.source), depth, file.path, r.specifier};
      if (!best || key < *best) best = key;
    }
  }
  if (!best) return {};
  return {std::string(std::get<4>(*best)), std::string(std::get<3>(*best))};
}

Result<ChosenTarget> choose_target(const std::string& wanted, const Project& project,
                                   const Knowledge& knowledge) {
  if (!wanted.empty()) {
    Result<Target> named = knowledge.versions().parse_target(wanted);
    if (!named) return named.error();
    const ReportTarget report = describe(named.value(), false, {"as given", "由命令行指定"});
    return ChosenTarget{std::move(named.value()), report};
  }
  const auto [specifier, path] = declared_torch(project);
  const InferredTarget inferred = knowledge.versions().infer(specifier);
  return ChosenTarget{inferred.target,
                      describe(inferred.target, true, reason_of(inferred.reason, specifier, path))};
}

}  // namespace npuport
