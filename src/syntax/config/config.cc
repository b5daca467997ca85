#include "syntax/config/config.h"

#include "syntax/config/lowering.h"
#include "syntax/manifest/manifest.h"

namespace npuport {
namespace {

constexpr document::Limits kLimits = {.max_nodes = 100'000, .max_depth = 256};

std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

TextFacts lower_config(const SourceFile& file) {
  TextFacts facts;
  switch (file.kind) {
    case FileKind::kYaml:
      config::lower_structured(file, document::read_yaml(file.text, kLimits), facts);
      break;
    case FileKind::kJson:
      config::lower_structured(file, document::read_json(file.text, kLimits), facts);
      break;
    case FileKind::kToml:
      config::lower_structured(file, document::read_toml(file.text, kLimits), facts);
      break;
    case FileKind::kIni: {
      const document::Document document = document::read_ini(file.text, kLimits);
      if (base_name(file.path).starts_with(".env")) {
        config::lower_environment_file(document, facts);
      } else {
        config::lower_structured(file, document, facts);
      }
      break;
    }
    case FileKind::kDockerfile:
      if (file.text.starts_with("Bootstrap:") || file.text.starts_with("BootStrap:")) {
        config::lower_singularity(file, facts);
      } else {
        config::lower_dockerfile(file, facts);
      }
      break;
    case FileKind::kMarkdown:
      if (file.path.ends_with(".rst")) {
        config::lower_restructured_text(file, facts);
      } else {
        config::lower_markdown(file, facts);
      }
      break;
    default:
      break;
  }
  add_install_requirements(facts);
  return facts;
}

}  // namespace npuport
