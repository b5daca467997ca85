#include "detect/census.h"

#include <optional>
#include <string>

namespace npuport {
namespace {

struct Judgement {
  DependencyStatus status = DependencyStatus::kUnknown;
  LocalizedText advice;
  Confidence confidence = Confidence::kMedium;
  Effort effort;
  std::string source;
};

// More places than one engineer changes in passing.
constexpr uint32_t kManyPlaces = 20;

// "torch, triton" or "torch、triton".
std::string joined(const std::vector<std::string_view>& names, std::string_view separator) {
  std::string all;
  for (const std::string_view name : names) {
    if (!all.empty()) all += separator;
    all += name;
  }
  return all;
}

std::string places_en(const WheelRow::Places& places) {
  const uint32_t all = places.automatic + places.manual;
  return std::to_string(all) + (all == 1 ? " CUDA-only place" : " CUDA-only places");
}

Effort effort_of(const WheelRow::Places& places, const Knowledge& knowledge) {
  if (places.manual == 0) return {};
  Effort effort = knowledge.effort(places.manual < kManyPlaces ? "small" : "medium");
  effort.low = 0;  // the project may never run into them
  return effort;
}

void add(LocalizedText& text, const std::string& en, const std::string& zh) {
  if (!text.en.empty()) text.en += ' ';
  text.en += en;
  text.zh += zh;
}

// What it requires and cannot have on NPU as it is; "" when there is nothing.
std::string obstacle(const WheelRow& row, const Knowledge& knowledge) {
  for (const std::string_view name : row.requires_) {
    const PackageRow* required = knowledge.packages().find(name);
    if (required != nullptr && (required->status == AscendStatus::kUnsupported ||
                                required->status == AscendStatus::kNeedsReplacement)) {
      return std::string(name);
    }
  }
  return "";
}

// Its own code was read.
void judge_code(const WheelRow& row, const Knowledge& knowledge, Judgement& out) {
  const WheelRow::Places& places = *row.places;
  const std::string blocked_by = obstacle(row, knowledge);
  const std::string all = std::to_string(places.automatic + places.manual);
  const std::string manual = std::to_string(places.manual);
  if (row.kind == WheelKind::kCuda) {
    add(out.advice, "Its repository holds CUDA C++ sources.", "仓库中包含 CUDA C++ 源码。");
  }
  if (!blocked_by.empty()) {
    add(out.advice, "It requires " + blocked_by + ", which does not run on NPU as it is.",
        "依赖 " + blocked_by + "，而后者无法直接在 NPU 上运行。");
  }
  const bool plain = row.kind != WheelKind::kCuda && blocked_by.empty();
  if (places.automatic + places.manual == 0) {
    add(out.advice, "Its own code has no CUDA-only place.", "自身代码中没有 CUDA 专用写法。");
    if (plain) {
      out.status =
          row.requires_.empty() ? DependencyStatus::kNotInvolved : DependencyStatus::kCompatible;
    }
    return;
  }
  out.effort = effort_of(places, knowledge);
  if (places.manual > 0) {
    add(out.advice,
        places_en(places) + " in its own code; " + manual + " not covered by transfer_to_npu.",
        "自身代码中有 " + all + " 处 CUDA 专用写法，其中 " + manual +
            " 处 transfer_to_npu 无法覆盖，需要确认。");
    // CUDA kernels with nothing beside them: an NPU host cannot build it.
    if (row.kind == WheelKind::kCuda) out.status = DependencyStatus::kNeedsReplacement;
    return;
  }
  add(out.advice, places_en(places) + " in its own code, all covered by transfer_to_npu.",
      "自身代码中有 " + all + " 处 CUDA 专用写法，均可由 transfer_to_npu 覆盖。");
  if (plain) out.status = DependencyStatus::kCompatibleWithPlugin;
}

// Only its metadata is known, and that asks for no closer look.
void judge_files(const WheelRow& row, Judgement& out) {
  switch (row.kind) {
    case WheelKind::kPure:
      add(out.advice, "Pure Python, and it requires nothing that is bound to an accelerator.",
          "纯 Python 包，其依赖也与加速器无关。");
      out.status = DependencyStatus::kNotInvolved;
      return;
    case WheelKind::kCompiled:
      break;
    case WheelKind::kCuda:
    case WheelKind::kSource:
      add(out.advice, "Published as source only; what it builds was not read.",
          "仅以源码形式发布，是否编译 CUDA 代码尚待确认。");
      return;
  }
  const bool on_linux = row.has_wheel_for("x86_64") || row.has_wheel_for("aarch64");
  if (row.has_wheel_for("macos")) {
    add(out.advice,
        "Compiled, but built for macOS as well, where there is no CUDA; it requires nothing that "
        "is bound to an accelerator.",
        "含编译模块，但同样提供 macOS 版本（macOS 上没有 CUDA），其依赖也与加速器无关。");
    out.status = DependencyStatus::kNotInvolved;
  } else if (!on_linux) {
    add(out.advice, "Its only wheels are for other systems than Linux.",
        "预编译包只面向 Linux 以外的系统。");
    out.status = DependencyStatus::kNotInvolved;
  } else {
    add(out.advice, "Compiled; whether it links CUDA libraries was not read.",
        "含编译模块，是否链接 CUDA 库尚待确认。");
  }
  // Also where a source archive exists, it has to be built first.
  if (on_linux && !row.has_wheel_for("aarch64") && !row.has_wheel_for("any")) {
    add(out.advice,
        "No wheel for aarch64 Linux is listed: a risk on Kunpeng hosts, where it has to be built.",
        "未见 Linux aarch64 版本的 wheel：在鲲鹏主机上需自行编译，存在风险。");
  }
}

Judgement judge(const WheelRow& row, const Knowledge& knowledge) {
  Judgement out;
  out.source = row.version.empty()
                   ? std::string(row.source)
                   : "Python package index: " + std::string(row.name) + " " +
                         std::string(row.version) + " (" + std::string(row.source) + ")";
  if (row.places) {
    judge_code(row, knowledge, out);
  } else if (!row.requires_.empty()) {
    add(out.advice, "Requires " + joined(row.requires_, ", ") + "; its own code was not read.",
        "依赖 " + joined(row.requires_, "、") + "，自身代码尚待确认。");
  } else if (!row.mentions.empty()) {
    const std::string word(row.mentions);
    add(out.advice, "Its name or summary mentions " + word + "; its own code was not read.",
        "名称或简介提到 " + word + "，自身代码尚待确认。");
  } else {
    judge_files(row, out);
  }
  if (out.status == DependencyStatus::kUnknown) out.confidence = Confidence::kLow;
  return out;
}

Judgement judge(const CondaRow& row) {
  Judgement out;
  out.source = "conda channel: " + std::string(row.name) + " " + std::string(row.version) + " (" +
               std::string(row.source) + ")";
  switch (row.kind) {
    case CondaKind::kNoarch:
      add(out.advice, "A conda package without compiled code that depends on nothing of CUDA.",
          "不含编译代码的 conda 包，不依赖 CUDA。");
      out.status = DependencyStatus::kNotInvolved;
      break;
    case CondaKind::kCompiled:
      add(out.advice, "A conda package that depends on nothing of CUDA.",
          "该 conda 包不依赖 CUDA。");
      out.status = DependencyStatus::kNotInvolved;
      break;
    case CondaKind::kNeedsCuda:
    case CondaKind::kCuda:
      add(out.advice, "Builds of this conda package depend on the CUDA toolkit.",
          "该 conda 包的构建版本依赖 CUDA 工具包。");
      out.confidence = Confidence::kLow;
      break;
  }
  return out;
}

void apply(Judgement&& judgement, Dependency& dependency) {
  dependency.status = judgement.status;
  dependency.advice = std::move(judgement.advice);
  dependency.confidence = judgement.confidence;
  dependency.effort = judgement.effort;
  dependency.sources = {std::move(judgement.source)};
}

}  // namespace

bool judge_by_census(Dependency& dependency, const CensusQuestion& question,
                     const Knowledge& knowledge) {
  std::string_view name = dependency.name;
  std::optional<WheelRow> wheel = knowledge.wheels().find(name);
  if (!wheel && name.ends_with("-nightly")) {
    name.remove_suffix(8);
    wheel = knowledge.wheels().find(name);
  }
  const std::optional<CondaRow> conda =
      question.declared ? knowledge.conda().find(name) : std::nullopt;
  // A repository that was read has its package under the very name; a rare wheel may be another's.
  const bool wheel_counts =
      wheel && (question.declared || !wheel->rank.empty() || wheel->places.has_value());
  if (wheel_counts && !(question.from_conda && conda)) {
    Judgement judgement = judge(*wheel, knowledge);
    // The same library as conda lists it may be plain where the wheel leaves it open.
    const bool settled = judgement.status != DependencyStatus::kUnknown || wheel->places || !conda;
    if (settled) {
      apply(std::move(judgement), dependency);
      return true;
    }
  }
  if (conda) {
    apply(judge(*conda), dependency);
    return true;
  }
  return false;
}

bool is_conda_cuda(const Dependency& dependency, const CensusQuestion& question,
                   const Knowledge& knowledge) {
  if (!question.declared) return false;
  const std::optional<CondaRow> row = knowledge.conda().find(dependency.name);
  return row && row->kind == CondaKind::kCuda;
}

}  // namespace npuport
