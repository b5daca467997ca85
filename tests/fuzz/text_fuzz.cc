// Every lowering of a text format on arbitrary bytes. The first byte selects the format, the rest
// is the file. Beyond "no crash, no hang": every span lies in the file, and a name is what its span
// shows.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "syntax/build/build.h"
#include "syntax/config/config.h"
#include "syntax/manifest/manifest.h"
#include "syntax/shell/shell.h"

namespace npuport {
namespace {

struct Format {
  FileKind kind;
  const char* path;
};

constexpr Format kFormats[] = {
    {FileKind::kShell, "a.sh"},
    {FileKind::kRequirements, "requirements.txt"},
    {FileKind::kPyproject, "pyproject.toml"},
    {FileKind::kSetupCfg, "setup.cfg"},
    {FileKind::kPipfile, "Pipfile"},
    {FileKind::kConda, "environment.yml"},
    {FileKind::kLockFile, "uv.lock"},
    {FileKind::kLockFile, "conda-lock.yml"},
    {FileKind::kLockFile, "Pipfile.lock"},
    {FileKind::kYaml, "config.yaml"},
    {FileKind::kYaml, ".github/workflows/ci.yml"},
    {FileKind::kYaml, ".gitlab-ci.yml"},
    {FileKind::kJson, "config.json"},
    {FileKind::kToml, "config.toml"},
    {FileKind::kIni, "config.ini"},
    {FileKind::kIni, ".env"},
    {FileKind::kDockerfile, "Dockerfile"},
    {FileKind::kMarkdown, "README.md"},
    {FileKind::kMarkdown, "index.rst"},
    {FileKind::kCMake, "CMakeLists.txt"},
    {FileKind::kMakefile, "Makefile"},
};

TextFacts lower(const SourceFile& file) {
  switch (file.kind) {
    case FileKind::kShell: {
      TextFacts facts = lower_shell(file);
      add_install_requirements(facts);
      return facts;
    }
    case FileKind::kCMake:
    case FileKind::kMakefile: {
      TextFacts facts = lower_build(file);
      add_install_requirements(facts);
      return facts;
    }
    case FileKind::kYaml:
    case FileKind::kJson:
    case FileKind::kToml:
    case FileKind::kIni:
    case FileKind::kDockerfile:
    case FileKind::kMarkdown:
      return lower_config(file);
    default:
      return lower_manifest(file);
  }
}

void expect(bool condition) {
  if (!condition) std::abort();
}

class SpanCheck {
 public:
  explicit SpanCheck(std::string_view text) : text_(text) {}

  void inside(Span span) const {
    expect(span.begin <= span.end);
    expect(span.end <= text_.size());
  }

  void words(const std::vector<Word>& words) const {
    for (const Word& word : words) {
      inside(word.span);
      if (word.quoted) expect(word.span.end - word.span.begin == word.text.size() + 2);
    }
  }

  void assignments(const std::vector<EnvAssignment>& assignments) const {
    for (const EnvAssignment& assignment : assignments) {
      inside(assignment.span);
      inside(assignment.name_span);
    }
  }

  void all(const TextFacts& facts) const {
    for (const Requirement& requirement : facts.requirements) {
      inside(requirement.span);
      inside(requirement.name_span);
    }
    for (const PackageIndex& index : facts.indexes) inside(index.span);
    for (const Setting& setting : facts.settings) {
      inside(setting.key_span);
      inside(setting.value_span);
    }
    for (const Command& command : facts.commands) {
      inside(command.span);
      words(command.words);
      assignments(command.environment);
    }
    assignments(facts.environment);
    for (const ImageReference& image : facts.images) inside(image.span);
    for (const SchedulerDirective& directive : facts.directives) {
      inside(directive.span);
      expect(text_.substr(directive.span.begin, directive.text.size()) == directive.text);
    }
    for (const BuildCommand& command : facts.build) {
      inside(command.span);
      inside(command.name_span);
      words(command.arguments);
    }
    for (const TextProblem& problem : facts.problems) expect(problem.offset <= text_.size());
  }

 private:
  std::string_view text_;
};

}  // namespace
}  // namespace npuport

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const auto& format = npuport::kFormats[data[0] % std::size(npuport::kFormats)];
  npuport::SourceFile file;
  file.kind = format.kind;
  file.path = format.path;
  file.text.assign(reinterpret_cast<const char*>(data) + 1, size - 1);
  npuport::SpanCheck(file.text).all(npuport::lower(file));
  return 0;
}
