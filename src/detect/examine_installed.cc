#include "detect/examine_installed.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "base/parallel.h"
#include "detect/detect.h"
#include "project/project.h"
#include "source/kind.h"
#include "source/load.h"
#include "syntax/lower.h"

namespace npuport {
namespace {

// Bounds for one distribution; what lies beyond is named among its problems.
constexpr uint64_t kMaxFileBytes = 4ull << 20;
constexpr uint64_t kMaxPythonBytes = 48ull << 20;
constexpr size_t kMaxModules = 4'000;
constexpr size_t kMaxProblems = 16;
constexpr size_t kBatch = 64;  // files in memory before they are counted

using Problems = std::vector<std::string>;

void add_problem(Problems& problems, const std::string& what) {
  if (problems.size() < kMaxProblems) problems.push_back(what);
}

struct OneModule {
  const InstalledDistribution* package = nullptr;
  const std::string* path = nullptr;
  bool look_for_names = false;
  ModuleEvidence evidence;
};

void examine(OneModule& module, const CudaLibraryTable& libraries) {
  Result<std::unique_ptr<ByteSource>> source = module.package->store->open(*module.path);
  if (source) {
    module.evidence =
        examine_module(*module.path, *source.value(), libraries, module.look_for_names);
  } else {
    module.evidence.path = *module.path;
    module.evidence.problem = source.error().message;
  }
}

void add_module(InstalledEvidence& out, ModuleEvidence module) {
  if (!module.problem.empty()) add_problem(out.problems, module.path + ": " + module.problem);
  if (module.machine.empty()) return;  // a linker script or another text with that name
  ++out.modules;
  out.cuda_modules += module.is_cuda();
  if (std::find(out.machines.begin(), out.machines.end(), module.machine) == out.machines.end()) {
    out.machines.push_back(module.machine);
  }
  if (!module.is_cuda() && module.loads.empty()) return;
  if (out.evidence.size() == kMaxShownModules) {
    // What is built for CUDA is shown before what may open it.
    const auto weaker = std::find_if(out.evidence.begin(), out.evidence.end(),
                                     [](const ModuleEvidence& m) { return !m.is_cuda(); });
    if (!module.is_cuda() || weaker == out.evidence.end()) return;
    out.evidence.erase(weaker);
  }
  out.evidence.push_back(std::move(module));
}

SourceTree read_python(const InstalledDistribution& package, unsigned threads, Problems& problems) {
  SourceTree tree;
  tree.root = package.place;
  const std::vector<std::string>& paths = package.files.python;
  uint64_t total = 0;
  for (size_t begin = 0; begin < paths.size(); begin += kBatch) {
    const size_t count = std::min(kBatch, paths.size() - begin);
    std::vector<Result<std::string>> texts(count, Result<std::string>(std::string()));
    parallel_for(std::vector<size_t>(count, 1), threads, [&](size_t i) {
      texts[i] = package.store->read(paths[begin + i], kMaxFileBytes);
    });
    for (size_t i = 0; i < count; ++i) {
      const std::string& path = paths[begin + i];
      if (!texts[i]) {
        add_problem(problems, path + ": " + texts[i].error().message);
        continue;
      }
      total += texts[i].value().size();
      if (total > kMaxPythonBytes) {
        add_problem(problems, path + ": beyond the first 48 MiB of Python");
        return tree;
      }
      LoadedFile loaded = load_file(path, kind_of_path(path), texts[i].value());
      if (loaded.file) tree.files.push_back(std::move(*loaded.file));
    }
  }
  return tree;
}

PythonSummary summarise(const InstalledDistribution& package, const Knowledge& knowledge,
                        const Target& target, unsigned threads, Problems& problems) {
  PythonSummary summary;
  SourceTree tree = read_python(package, threads, problems);
  std::vector<size_t> weights;
  for (const SourceFile& file : tree.files) {
    ++summary.files;
    summary.lines += file.lines.line_count();
    weights.push_back(file.text.size());
  }
  auto symbols = std::make_unique<SymbolTable>();
  std::vector<FileFacts> facts(tree.files.size());
  parallel_for(weights, threads, [&](size_t i) { facts[i] = lower(tree.files[i], *symbols); });
  const Project project =
      Project::link(std::move(tree), std::move(facts), std::move(symbols), threads);
  for (const Finding& finding : detect(project, knowledge, target, threads).findings) {
    if (finding.rule->domain < 2 || finding.rule->domain > 6) continue;
    SiteTally& tally = summary.domains[static_cast<size_t>(finding.rule->domain) - 2];
    if (finding.mode == Mode::kNone) {
      ++tally.none;
    } else if (finding.guard != GuardState::kUnguarded) {
      ++tally.guarded;
    } else {
      ++(finding.mode == Mode::kAuto ? tally.automatic : tally.manual);
    }
  }
  return summary;
}

// A framework is replaced as a whole by its Ascend build; its own sources are of no interest.
bool is_framework(const PackageRow* row) {
  return row != nullptr && (row->category == "core framework" || row->category == "nvidia runtime");
}

}  // namespace

EvidenceByName examine_installed(const std::vector<std::string>& names,
                                 const InstalledPackages& installed,
                                 const std::vector<std::string>& analysed,
                                 const Knowledge& knowledge, const Target& target,
                                 unsigned threads) {
  EvidenceByName all;
  std::vector<OneModule> modules;
  std::vector<size_t> weights;
  for (const std::string& name : names) {
    const InstalledDistribution* package = installed.find(name);
    if (package == nullptr || all.contains(package->name)) continue;
    InstalledEvidence& out = all[package->name];
    out.version = package->version;
    out.place = package->place;
    out.wheel = package->wheel;
    out.cuda_sources = static_cast<uint32_t>(package->files.cuda_sources.size());
    out.foreign = package->files.foreign;
    const PackageRow* row = knowledge.packages().find(name);
    const bool unjudged = row == nullptr || row->status == AscendStatus::kUnknown;
    const std::vector<std::string>& paths = package->files.modules;
    for (size_t i = 0; i < std::min(paths.size(), kMaxModules); ++i) {
      modules.push_back({package, &paths[i], unjudged, {}});
      weights.push_back(1);
    }
    if (paths.size() > kMaxModules) {
      add_problem(out.problems, paths[kMaxModules] + ": more than 4000 modules");
    }
  }
  parallel_for(weights, threads,
               [&](size_t i) { examine(modules[i], knowledge.cuda_libraries()); });
  for (OneModule& module : modules) {
    add_module(all[module.package->name], std::move(module.evidence));
  }
  for (auto& [name, out] : all) {
    std::sort(out.machines.begin(), out.machines.end());
    out.is_project = std::find(analysed.begin(), analysed.end(), name) != analysed.end();
    const InstalledDistribution& package = *installed.find(name);
    if (out.is_project || package.files.python.empty() ||
        is_framework(knowledge.packages().find(name))) {
      continue;
    }
    out.python = summarise(package, knowledge, target, threads, out.problems);
  }
  return all;
}

}  // namespace npuport
