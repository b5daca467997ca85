#include "assess/target.h"

#include <utility>

#include "assess/sites.h"
#include "assess/target_asks.h"

namespace npuport {
namespace {

using Reason = InferredTarget::Reason;

ReportTarget describe(const Target& target, const VersionRow* row, bool inferred) {
  ReportTarget out;
  out.soc = target.soc;
  out.cann = target.cann;
  out.torch = target.torch;
  out.torch_npu = target.torch_npu;
  out.release = target.release;
  out.python = target.python;
  out.inferred = inferred;
  if (row != nullptr) {
    out.lifecycle = std::string(row->lifecycle);
    out.next_step = std::string(row->next_step);
    out.source = std::string(row->source);
  }
  return out;
}

std::string place_text(const ReportPlace& place) {
  return place.path + ":" + std::to_string(place.line);
}

// Why the release that the project asks for is not the target.
LocalizedText passed_over_text(const VersionRow& row) {
  const std::string package = row.target.torch_npu;
  if (!row.released()) {
    return {", whose torch_npu is not released yet", "，但对应的 torch_npu 尚未发布"};
  }
  const std::string date = row.ended().empty() ? "" : " (" + row.ended() + ")";
  return {", whose torch_npu " + package + " has reached its end of life" + date,
          "，但对应的 torch_npu " + package + " 已停止维护" +
              (row.ended().empty() ? "" : "（" + row.ended() + "）")};
}

LocalizedText torch_text(const InferredTarget& inferred, const TargetBasis& ask) {
  const std::string torch = inferred.target.torch;
  const std::string asked_en = place_text(ask.place) + " asks for torch" + ask.asked;
  const std::string asked_zh = place_text(ask.place) + " 要求 torch" + ask.asked;
  LocalizedText why = {", for which no torch_npu exists", "，但没有对应的 torch_npu"};
  if (inferred.passed_over != nullptr) why = passed_over_text(*inferred.passed_over);
  switch (inferred.reason) {
    case Reason::kNothingAsked:
      return {asked_en + ", which cannot be read as a version; the newest release in maintenance",
              asked_zh + "，无法解析为版本；取最新的在维护版本"};
    case Reason::kSatisfies:
      return {asked_en + "; the newest maintained release within that bound",
              asked_zh + "；取满足该约束的最新在维护版本"};
    case Reason::kSameLine:
      return {asked_en + "; the maintained torch_npu of that torch line is for " + torch,
              asked_zh + "；该 torch 系列在维护的 torch_npu 对应 " + torch};
    case Reason::kMovedUp:
      return {asked_en + why.en + "; moved to torch " + torch +
                  ", the nearest newer line in maintenance",
              asked_zh + why.zh + "；上移到最近的在维护版本 torch " + torch};
    case Reason::kMovedDown:
      if (inferred.passed_over == nullptr) {
        why = {", newer than every torch_npu", "，新于所有 torch_npu"};
      }
      return {asked_en + why.en + "; moved down to torch " + torch + ", the newest release",
              asked_zh + why.zh + "；下移到最新的已发布版本 torch " + torch};
  }
  return {};
}

LocalizedText python_text(const InferredTarget& inferred, const TargetBasis& ask) {
  const std::string asked_en = place_text(ask.place) + " asks for Python " + ask.asked;
  const std::string asked_zh = place_text(ask.place) + " 要求 Python " + ask.asked;
  if (!inferred.python_moved) return {asked_en, asked_zh};
  const std::string package = "torch_npu " + inferred.target.torch_npu;
  const std::string wheels = inferred.row == nullptr ? "" : std::string(inferred.row->pythons);
  return {asked_en + ", for which " + package + " has no wheel (" + wheels + "); Python " +
              inferred.target.python,
          asked_zh + "，" + package + " 没有对应的 wheel（仅 " + wheels + "）；改用 Python " +
              inferred.target.python};
}

LocalizedText cann_text(const InferredTarget& inferred, const TargetBasis& ask) {
  const std::string en = place_text(ask.place) + " uses an image with CANN " + ask.asked;
  const std::string zh = place_text(ask.place) + " 的镜像为 CANN " + ask.asked;
  if (!inferred.cann_moved) return {en, zh};
  return {en + "; the release chosen needs CANN " + inferred.target.cann,
          zh + "；所选版本需要 CANN " + inferred.target.cann};
}

class Describer {
 public:
  Describer(const Project& project, const InferredTarget& inferred)
      : project_(project), inferred_(inferred) {}

  std::vector<TargetBasis> basis(const ProjectAsks& asks) {
    const Target& target = inferred_.target;
    const bool torch_moved = inferred_.reason == Reason::kMovedUp ||
                             inferred_.reason == Reason::kMovedDown ||
                             inferred_.reason == Reason::kSameLine;
    add("torch", asks.torch, target.torch, torch_moved, torch_text);
    add("python", asks.python, target.python, inferred_.python_moved, python_text);
    add("cann", asks.cann, target.cann, inferred_.cann_moved, cann_text);
    add("soc", asks.soc, target.soc, false, [](const InferredTarget&, const TargetBasis& ask) {
      return LocalizedText{place_text(ask.place) + " uses an image for " + ask.asked,
                           place_text(ask.place) + " 的镜像对应 " + ask.asked};
    });
    return std::move(rows_);
  }

 private:
  template <typename Say>
  void add(const char* what, const std::optional<PlacedAsk>& ask, const std::string& chosen,
           bool moved, Say say) {
    if (!ask) return;
    TargetBasis& row = rows_.emplace_back();
    row.what = what;
    row.asked = ask->text;
    row.place = PlaceFinder(project_.file(ask->file)).place(ask->span.begin);
    row.chosen = chosen;
    row.moved = moved;
    row.text = say(inferred_, row);
  }

  const Project& project_;
  const InferredTarget& inferred_;
  std::vector<TargetBasis> rows_;
};

LocalizedText reason_of(const std::vector<TargetBasis>& basis) {
  LocalizedText reason;
  const auto join = [&](const LocalizedText& text) {
    reason.en += (reason.en.empty() ? "" : "; ") + text.en;
    reason.zh += (reason.zh.empty() ? "" : "；") + text.zh;
  };
  bool torch = false;
  for (const TargetBasis& row : basis) torch = torch || row.what == "torch";
  if (!torch) {
    join({"the project names no torch version; the newest maintained release",
          "项目未指定 torch 版本；取最新的在维护版本"});
  }
  // What was simply granted is in the basis; the sentence has what decided or moved.
  for (const TargetBasis& row : basis) {
    if (row.what == "torch" || row.moved) join(row.text);
  }
  return reason;
}

}  // namespace

Result<ChosenTarget> choose_target(const std::string& wanted, const Project& project,
                                   const Knowledge& knowledge) {
  const VersionMatrix& versions = knowledge.versions();
  ProjectAsks asks = collect_asks(project);
  if (!wanted.empty()) {
    Result<Target> named = versions.parse_target(wanted);
    if (!named) return named.error();
    ReportTarget report = describe(named.value(), versions.row_of(named.value()), false);
    report.reason = {"as given", "由命令行指定"};
    return ChosenTarget{std::move(named.value()), std::move(report), std::move(asks)};
  }
  const InferredTarget inferred = versions.infer(asks.values());
  ReportTarget report = describe(inferred.target, inferred.row, true);
  report.basis = Describer(project, inferred).basis(asks);
  report.reason = reason_of(report.basis);
  return ChosenTarget{inferred.target, std::move(report), std::move(asks)};
}

}  // namespace npuport
