#include "syntax/lower.h"

#include "syntax/build/build.h"
#include "syntax/config/config.h"
#include "syntax/cuda/cuda.h"
#include "syntax/manifest/manifest.h"
#include "syntax/python/python.h"
#include "syntax/shell/shell.h"

namespace npuport {
namespace {

void lower_notebook_shell(const SourceFile& file, FileFacts& facts) {
  for (const ShellLine& line : facts.python.shell_lines) {
    const std::string_view text =
        std::string_view(file.text).substr(line.span.begin, line.span.end - line.span.begin);
    const size_t first = facts.text.commands.size();
    lower_shell_text(text, line.span.begin, facts.text);
    add_install_requirements(facts.text, first);
  }
}

}  // namespace

FileFacts lower(const SourceFile& file, SymbolTable& symbols) {
  FileFacts facts;
  switch (file.kind) {
    case FileKind::kPython:
      facts.python = lower_python(file, symbols);
      break;
    case FileKind::kNotebook:
      facts.python = lower_python(file, symbols);
      lower_notebook_shell(file, facts);
      break;
    case FileKind::kRequirements:
    case FileKind::kPyproject:
    case FileKind::kSetupCfg:
    case FileKind::kPipfile:
    case FileKind::kLockFile:
    case FileKind::kConda:
    case FileKind::kMetadata:
      facts.text = lower_manifest(file);
      break;
    case FileKind::kYaml:
    case FileKind::kJson:
    case FileKind::kToml:
    case FileKind::kIni:
    case FileKind::kDockerfile:
    case FileKind::kMarkdown:
      facts.text = lower_config(file);
      break;
    case FileKind::kShell: {
      facts.text = lower_shell(file);
      add_install_requirements(facts.text);
      break;
    }
    case FileKind::kCMake:
    case FileKind::kMakefile:
      facts.text = lower_build(file);
      add_install_requirements(facts.text);
      break;
    case FileKind::kCpp:
    case FileKind::kCuda:
      facts.cuda = lower_cuda(file);
      break;
    case FileKind::kOther:
      break;
  }
  return facts;
}

}  // namespace npuport
