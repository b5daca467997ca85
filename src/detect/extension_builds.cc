#include "detect/extension_builds.h"

#include <algorithm>
#include <set>
#include <string>

#include "detect/build_fate.h"
#include "facts/python_nodes.h"

namespace npuport {
namespace {

std::string_view folder_of(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string_view base_name(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

constexpr size_t kMostBuilds = 64;  // in one script; more are generated

// One sentence on what the build does on a machine without CUDA.
LocalizedText fate_text(WithoutCuda fate) {
  switch (fate) {
    case WithoutCuda::kFails:
      return {"Without CUDA this build fails.", "没有 CUDA 时该构建会失败。"};
    case WithoutCuda::kSkips:
      return {"Without CUDA this build leaves the CUDA part out and goes on.",
              "没有 CUDA 时该构建会跳过 CUDA 部分并继续。"};
    case WithoutCuda::kStub:
      return {"Without CUDA this build makes a placeholder instead.",
              "没有 CUDA 时该构建会改为生成占位实现。"};
    case WithoutCuda::kUnknown:
      break;
  }
  return {"Whether this build goes on without CUDA depends on a build option or cannot be read.",
          "没有 CUDA 时能否继续取决于构建选项，或无法从代码判断。"};
}

class BuildDetector {
 public:
  BuildDetector(const DetectContext& context, std::vector<FileFindings>& found)
      : context_(context), project_(context.project), found_(found) {}

  std::vector<ExtensionBuild> run() {
    judge_builds();
    find_commands();
    return std::move(builds_);
  }

 private:
  void judge_builds() {
    for (FileId id = 0; id < project_.file_count(); ++id) {
      if (project_.python(id).scopes.empty() || !is_build_script(id)) continue;
      size_t judged = 0;
      found_[id].for_each([&](Finding& finding) {
        if (finding.rule->id != "cuda-extension-build" ||
            !finding.name.ends_with("CUDAExtension") || in_import(id, finding.span.begin)) {
          return;
        }
        if (++judged > kMostBuilds) return;
        const ExtensionBuild build = judge_build(project_, id, finding.span);
        finding.detail = fate_text(build.without_cuda);
        const bool goes_on =
            build.without_cuda == WithoutCuda::kSkips || build.without_cuda == WithoutCuda::kStub;
        if (goes_on) finding.risk = std::min(finding.risk, Risk::kMedium);
        // "extension = CUDAExtension" and the call of it are one decision.
        const bool known =
            std::any_of(builds_.begin(), builds_.end(), [&](const ExtensionBuild& other) {
              return other.file == id && other.evidence == build.evidence;
            });
        if (!known) builds_.push_back(build);
      });
    }
  }

  // A setup.py, or another script that calls setup(). A module that only hands CUDAExtension on
  // builds nothing.
  bool is_build_script(FileId id) const {
    if (base_name(project_.file(id).path) == "setup.py") return true;
    const PythonFacts& facts = project_.python(id);
    const Symbol setup = project_.symbols().find("setup");
    if (setup == Symbol::kNone) return false;
    for (NodeId node = 0; node < facts.nodes.size(); ++node) {
      if (facts.nodes[node].kind != NodeKind::kCall) continue;
      const NodeId target = callee(facts, node);
      if (target == kNone || facts.nodes[target].name != setup) continue;
      const std::string name = project_.external_name(project_.resolve(id, target));
      if (name == "setuptools.setup" || name == "distutils.core.setup") return true;
    }
    return false;
  }

  bool in_import(FileId id, uint32_t offset) const {
    const std::vector<Import>& imports = project_.python(id).imports;
    return std::any_of(imports.begin(), imports.end(),
                       [&](const Import& import) { return import.statement.contains(offset); });
  }

  void find_commands() {
    const Rule* command_rule = context_.rules.find("cuda-extension-build-command");
    const Rule* script_rule = context_.rules.find("cuda-extension-build-script");
    if (command_rule == nullptr || script_rule == nullptr || !find_setup_scripts()) return;
    std::set<std::string_view> scripts;  // base names of shell files that build
    for (FileId id = 0; id < project_.file_count(); ++id) {
      for (const Command& command : project_.facts(id).text.commands) {
        const Word* word = build_word(command);
        if (word == nullptr || !beside_cuda_setup(id)) continue;
        found_[id].add(*command_rule, word->span, word->text).detail = fate_of_all();
        if (project_.file(id).kind == FileKind::kShell)
          scripts.insert(base_name(project_.file(id).path));
      }
    }
    for (FileId id = 0; id < project_.file_count(); ++id) {
      for (const Command& command : project_.facts(id).text.commands) {
        const Word* word = script_word(command);
        if (word != nullptr && scripts.contains(base_name(word->text))) {
          found_[id].add(*script_rule, word->span, word->text).detail = fate_of_all();
        }
      }
    }
  }

  // What all builds of setup.py files have in common; nothing when they differ.
  LocalizedText fate_of_all() const {
    std::optional<WithoutCuda> fate;
    for (const ExtensionBuild& build : builds_) {
      if (base_name(project_.file(build.file).path) != "setup.py") continue;
      if (fate && *fate != build.without_cuda) return {};
      fate = build.without_cuda;
    }
    return fate && *fate != WithoutCuda::kUnknown ? fate_text(*fate) : LocalizedText{};
  }

  bool find_setup_scripts() {
    for (FileId id = 0; id < project_.file_count(); ++id) {
      if (base_name(project_.file(id).path) != "setup.py") continue;
      for (const Finding& finding : found_[id].findings()) {
        if (finding.rule->id == "cuda-extension-build")
          folders_.insert(folder_of(project_.file(id).path));
      }
    }
    return !folders_.empty();
  }

  // A script builds in its own folder; documents and containers change into some folder first.
  bool beside_cuda_setup(FileId id) const {
    return project_.file(id).kind != FileKind::kShell ||
           folders_.contains(folder_of(project_.file(id).path)) || folders_.size() == 1;
  }

  static bool is_python(std::string_view program) {
    return base_name(program).starts_with("python");
  }

  // The setup.py word of "python setup.py install".
  static const Word* build_word(const Command& command) {
    if (command.words.size() < 3 || !is_python(command.words[0].text)) return nullptr;
    if (base_name(command.words[1].text) != "setup.py") return nullptr;
    static constexpr std::array<std::string_view, 6> kActions = {
        "build", "install", "develop", "build_ext", "bdist_wheel", "build_py"};
    const auto& action = command.words[2].text;
    return std::find(kActions.begin(), kActions.end(), action) == kActions.end()
               ? nullptr
               : &command.words[1];
  }

  // The script of "sh make.sh", "bash ./make.sh", "./make.sh".
  static const Word* script_word(const Command& command) {
    if (command.words.empty()) return nullptr;
    const std::string_view program = base_name(command.words[0].text);
    if (program == "sh" || program == "bash" || program == "source") {
      return command.words.size() > 1 ? &command.words[1] : nullptr;
    }
    return program.ends_with(".sh") ? &command.words[0] : nullptr;
  }

  const DetectContext& context_;
  const Project& project_;
  std::vector<FileFindings>& found_;
  std::set<std::string_view> folders_;
  std::vector<ExtensionBuild> builds_;
};

}  // namespace

std::vector<ExtensionBuild> detect_extension_builds(const DetectContext& context,
                                                    std::vector<FileFindings>& found) {
  return BuildDetector(context, found).run();
}

}  // namespace npuport
