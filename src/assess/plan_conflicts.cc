#include "assess/plan_conflicts.h"

#include <algorithm>
#include <string>
#include <tuple>

#include "assess/sites.h"
#include "detect/dependencies.h"

namespace npuport {
namespace {

struct Judgement {
  std::string use;
  LocalizedText why;
  std::vector<std::string> sources;
};

bool excludes(const std::string& specifier, const std::string& version) {
  const std::optional<VersionBound> bound = VersionBound::parse(specifier);
  const std::optional<Version> wanted = Version::parse(version);
  return bound && wanted && !bound->holds(*wanted);
}

class Judge {
 public:
  Judge(const Target& target, const Knowledge& knowledge)
      : target_(target), knowledge_(knowledge) {}

  // Nothing when the declaration can stay.
  std::optional<Judgement> operator()(const std::string& package,
                                      const std::string& specifier) const {
    if (package == "torch") return torch(specifier);
    if (package == "torch-npu") return torch_npu(specifier);
    if (package == "torchvision" || package == "torchaudio") return companion(package, specifier);
    if (package == "triton") return triton();
    if (package == "numpy") return numpy(specifier);
    return std::nullopt;
  }

  std::optional<Judgement> python(const std::string& specifier) const {
    if (target_.python.empty() || allows_python(specifier, target_.python)) return std::nullopt;
    const VersionRow* row = knowledge_.versions().row_of(target_);
    const std::string pythons = row == nullptr ? target_.python : std::string(row->pythons);
    return Judgement{"Python " + target_.python,
                     {"torch_npu " + target_.torch_npu + " has wheels for Python " + pythons,
                      "torch_npu " + target_.torch_npu + " 的 wheel 支持 Python " + pythons},
                     {row_source()}};
  }

 private:
  std::string row_source() const {
    const VersionRow* row = knowledge_.versions().row_of(target_);
    return row == nullptr ? "" : std::string(row->source);
  }

  static bool cuda_build(const std::string& specifier) {
    Requirement requirement;
    requirement.specifier = specifier;
    return demands_cuda_build(requirement);
  }

  std::optional<Judgement> torch(const std::string& specifier) const {
    const std::string use = "torch==" + target_.torch;
    if (excludes(specifier, target_.torch)) {
      return Judgement{use,
                       {"torch_npu " + target_.torch_npu + " works with torch " + target_.torch +
                            " only" + (cuda_build(specifier) ? ", and as a CPU build" : ""),
                        "torch_npu " + target_.torch_npu + " 只能与 torch " + target_.torch +
                            " 配套" + (cuda_build(specifier) ? "，且须为 CPU 版" : "")},
                       {row_source()}};
    }
    if (cuda_build(specifier)) {
      return Judgement{use,
                       {"a CUDA build of torch has no use on an Ascend host; take the CPU build",
                        "昇腾主机上用不到 CUDA 版 torch，改用 CPU 版"},
                       {"packages.tsv: torch"}};
    }
    return std::nullopt;
  }

  std::optional<Judgement> torch_npu(const std::string& specifier) const {
    if (!excludes(specifier, target_.torch_npu)) return std::nullopt;
    return Judgement{"torch-npu==" + target_.torch_npu,
                     {"the target is torch_npu " + target_.torch_npu,
                      "目标环境为 torch_npu " + target_.torch_npu},
                     {row_source()}};
  }

  std::optional<Judgement> companion(const std::string& package,
                                     const std::string& specifier) const {
    const CompanionRow* row = knowledge_.companions().find(package, target_);
    if (row == nullptr) return std::nullopt;
    const std::string version(row->version);
    const std::string use = package + "==" + version;
    if (excludes(specifier, version)) {
      return Judgement{use,
                       {package + " " + version + " is the one for torch " + target_.torch,
                        "与 torch " + target_.torch + " 配套的是 " + package + " " + version},
                       {std::string(row->source)}};
    }
    if (cuda_build(specifier)) {
      return Judgement{
          use,
          {"the CUDA build does not go with a CPU build of torch", "CUDA 版与 CPU 版 torch 不配套"},
          {"packages.tsv: " + package}};
    }
    return std::nullopt;
  }

  std::optional<Judgement> triton() const {
    const CompanionRow* row = knowledge_.companions().find("triton-ascend", target_);
    return Judgement{
        row == nullptr ? "triton-ascend" : "triton-ascend==" + std::string(row->version),
        {"triton and triton-ascend install the same module and cannot coexist; "
         "installing triton later overwrites triton-ascend",
         "triton 与 triton-ascend 安装同名模块，不能共存；后装的 triton 会覆盖 triton-ascend"},
        {"triton-lang/triton-ascend docs/en/FAQ.md"}};
  }

  // The facts ask for numpy<2 with older torch_npu and CANN without naming the release where that
  // ends, so that only a pin that forbids it is a conflict, and one to verify.
  std::optional<Judgement> numpy(const std::string& specifier) const {
    const std::optional<VersionBound> bound = VersionBound::parse(specifier);
    const Version* anchor = bound ? bound->anchor() : nullptr;
    if (anchor == nullptr || *anchor < *Version::parse("2") ||
        bound->holds(*Version::parse("1.26.4")))
      return std::nullopt;
    return Judgement{
        "numpy<2",
        {"older torch_npu and CANN fail with numpy 2 at the first device call; verify "
         "on the target before keeping it",
         "较旧的 torch_npu 与 CANN 搭配 numpy 2 会在首次使用设备时报错；保留前先在目标环境验证"},
        {"packages.tsv: numpy; pitfalls.tsv P010"}};
  }

  const Target& target_;
  const Knowledge& knowledge_;
};

}  // namespace

std::vector<PlanConflict> plan_conflicts(const SourceTree& tree, const Detection& detection,
                                         const Target& target, const ProjectAsks& asks,
                                         const Knowledge& knowledge) {
  const Judge judge(target, knowledge);
  std::vector<PlanConflict> conflicts;
  for (const Dependency& row : detection.dependencies) {
    for (const DependencyPlace& place : row.declared) {
      if (place.file >= tree.files.size()) continue;
      const SourceFile& file = tree.files[place.file];
      if (file.kind == FileKind::kLockFile) continue;
      const std::optional<Judgement> found = judge(row.name, place.specifier);
      if (!found) continue;
      conflicts.push_back({row.name, place.specifier, PlaceFinder(file).place(place.span.begin),
                           found->use, found->why, found->sources, is_aside(file.tags)});
    }
  }
  if (asks.python && asks.python->file < tree.files.size()) {
    if (std::optional<Judgement> found = judge.python(asks.python->text)) {
      const SourceFile& file = tree.files[asks.python->file];
      PlaceFinder finder(file);
      conflicts.push_back({"python", asks.python->text, finder.place(asks.python->span.begin),
                           found->use, found->why, found->sources, is_aside(file.tags)});
    }
  }
  const auto key = [](const PlanConflict& c) {
    return std::tie(c.aside, c.place.path, c.place.line, c.place.column, c.package, c.asked);
  };
  std::sort(conflicts.begin(), conflicts.end(),
            [&](const PlanConflict& a, const PlanConflict& b) { return key(a) < key(b); });
  const auto same = [&](const PlanConflict& a, const PlanConflict& b) { return key(a) == key(b); };
  conflicts.erase(std::unique(conflicts.begin(), conflicts.end(), same), conflicts.end());
  return conflicts;
}

}  // namespace npuport
