#include "detect/own_names.h"

#include <algorithm>
#include <array>

#include "facts/python_nodes.h"
#include "knowledge/package_table.h"

namespace npuport {
namespace {

bool is_module_source(std::string_view path) {
  static constexpr std::array<std::string_view, 9> kEndings = {
      ".py", ".pyi", ".pyx", ".pxd", ".so", ".cpp", ".cc", ".cu", ".ipynb"};
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return path.ends_with(ending); });
}

std::string_view last_part(std::string_view dotted) {
  return dotted.substr(dotted.rfind('.') + 1);  // npos + 1 = 0
}

}  // namespace

OwnNames::OwnNames(const Project& project) {
  for (FileId id = 0; id < project.file_count(); ++id) {
    const SourceFile& file = project.file(id);
    std::string_view path = file.path;
    if (file.kind == FileKind::kPyproject) add_pyproject_name(file.text);
    if (!is_module_source(path)) continue;
    const size_t slash = path.rfind('/');
    std::string_view stem = slash == std::string_view::npos ? path : path.substr(slash + 1);
    names_.emplace(stem.substr(0, stem.find('.')));
    while (path.find('/') != std::string_view::npos) {
      path = path.substr(0, path.rfind('/'));
      names_.emplace(path.substr(path.rfind('/') + 1));
    }
    if (!project.python(id).scopes.empty()) add_extension_names(project, id);
  }
}

// CUDAExtension("pkg._C", ...), load(name="fused_ops", ...), and helpers of the project around
// them.
void OwnNames::add_extension_names(const Project& project, FileId file) {
  static constexpr std::array<std::string_view, 6> kMakers = {
      "CUDAExtension", "CppExtension", "Extension", "CMakeExtension", "load", "load_inline"};
  const PythonFacts& facts = project.python(file);
  const Symbol name_argument = project.symbols().find("name");
  for (const CallSite& site : project.index(file).calls) {
    const std::string_view called = project.spelling(site.name);
    if (called == "setup") {
      const NodeId own = keyword_argument(facts, site.call, name_argument);
      if (own == kNone) continue;
      for (const Value& value : project.evaluate(file, own)) {
        if (value.kind == Value::Kind::kString && !value.open_ended)
          distributions_.insert(normalize_distribution(value.text));
      }
      continue;
    }
    const bool maker = std::find(kMakers.begin(), kMakers.end(), called) != kMakers.end() ||
                       called.find("cpp_ext") != std::string_view::npos ||
                       called.find("cuda_ext") != std::string_view::npos;
    if (!maker) continue;
    const NodeId name = argument(facts, site.call, name_argument, 0);
    if (name == kNone || facts.nodes[name].kind != NodeKind::kString) continue;
    names_.emplace(last_part(decode_string_literal(project.file(file).text, facts.nodes[name])));
  }
}

// [project] name = "x", [tool.poetry] name = "x"
void OwnNames::add_pyproject_name(std::string_view text) {
  bool here = false;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.remove_suffix(1);
    if (line.starts_with('[')) here = line == "[project]" || line == "[tool.poetry]";
    if (!here || !line.starts_with("name")) continue;
    const size_t open = line.find_first_of("\"'");
    if (open == std::string_view::npos || line.find('=') > open) continue;
    const std::string_view rest = line.substr(open + 1);
    distributions_.insert(normalize_distribution(rest.substr(0, rest.find(line[open]))));
  }
}

bool OwnNames::is_distribution(std::string_view normalised) const {
  return distributions_.contains(std::string(normalised));
}

bool OwnNames::holds(std::string_view top_level) const {
  if (names_.contains(std::string(top_level))) return true;
  // "quant_cuda" is built from quant.cpp or quant_kernel.cu
  for (const std::string_view ending : {"_cuda", "_ext", "_kernels", "_cpp"}) {
    if (!top_level.ends_with(ending)) continue;
    return names_.contains(std::string(top_level.substr(0, top_level.size() - ending.size())));
  }
  return false;
}

}  // namespace npuport
