#include "detect/extension_builds.h"

#include <algorithm>
#include <set>
#include <string>

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

class BuildDetector {
 public:
  BuildDetector(const DetectContext& context, std::vector<FileFindings>& found)
      : context_(context), project_(context.project), found_(found) {}

  void run() {
    const Rule* command_rule = context_.rules.find("cuda-extension-build-command");
    const Rule* script_rule = context_.rules.find("cuda-extension-build-script");
    if (command_rule == nullptr || script_rule == nullptr || !find_setup_scripts()) return;
    std::set<std::string_view> scripts;  // base names of shell files that build
    for (FileId id = 0; id < project_.file_count(); ++id) {
      for (const Command& command : project_.facts(id).text.commands) {
        const Word* word = build_word(command);
        if (word == nullptr || !beside_cuda_setup(id)) continue;
        found_[id].add(*command_rule, word->span, word->text);
        if (project_.file(id).kind == FileKind::kShell)
          scripts.insert(base_name(project_.file(id).path));
      }
    }
    for (FileId id = 0; id < project_.file_count(); ++id) {
      for (const Command& command : project_.facts(id).text.commands) {
        const Word* word = script_word(command);
        if (word != nullptr && scripts.contains(base_name(word->text))) {
          found_[id].add(*script_rule, word->span, word->text);
        }
      }
    }
  }

 private:
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
};

}  // namespace

void detect_extension_builds(const DetectContext& context, std::vector<FileFindings>& found) {
  BuildDetector(context, found).run();
}

}  // namespace npuport
