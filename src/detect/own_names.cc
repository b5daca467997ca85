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

// What a call must end in to be worth resolving.
constexpr std::array<std::string_view, 7> kBuilders = {
    "setup", "Extension", "CUDAExtension", "CppExtension", "CMakeExtension", "load", "load_inline"};

bool is_build_call(std::string_view name) {
  static constexpr std::array<std::string_view, 6> kModules = {
      "torch.utils.cpp_extension.", "setuptools.", "distutils.",
      "numpy.distutils.",           "skbuild.",    "cmake_build_extension."};
  return std::any_of(kModules.begin(), kModules.end(),
                     [&](std::string_view module) { return name.starts_with(module); });
}

}  // namespace

OwnNames::OwnNames(const Project& project) {
  for (FileId id = 0; id < project.file_count(); ++id) {
    const SourceFile& file = project.file(id);
    std::string_view path = file.path;
    if (const std::string& own = project.facts(id).text.distribution; !own.empty())
      distributions_.insert(normalize_distribution(own));
    if (!is_module_source(path)) continue;
    const size_t slash = path.rfind('/');
    std::string_view stem = slash == std::string_view::npos ? path : path.substr(slash + 1);
    names_.emplace(stem.substr(0, stem.find('.')));
    while (path.find('/') != std::string_view::npos) {
      path = path.substr(0, path.rfind('/'));
      names_.emplace(path.substr(path.rfind('/') + 1));
    }
    if (!project.python(id).scopes.empty()) add_build_names(project, id);
  }
}

// setup(name="x"), CUDAExtension("pkg._C", ...), load(name="fused_ops", ...).
void OwnNames::add_build_names(const Project& project, FileId file) {
  const Symbol name_argument = project.symbols().find("name");
  for (const CallSite& site : project.index(file).calls) {
    const std::string_view called = project.spelling(site.name);
    if (std::find(kBuilders.begin(), kBuilders.end(), called) == kBuilders.end()) continue;
    const Entity maker = project.resolve(file, site.callee);
    // "class CMakeExtension(setuptools.Extension)" of the project's own setup.py
    const std::string tool =
        maker.kind == EntityKind::kClass
            ? project.names().text(project.external_base(maker.file, maker.index))
            : project.external_name(maker);
    if (!is_build_call(tool)) continue;
    const NodeId name = argument(project.python(file), site.call, name_argument, 0);
    if (name == kNone) continue;
    for (const Value& value : project.evaluate(file, name)) {
      if (value.kind != Value::Kind::kString || value.open_ended) continue;
      if (called == "setup") {
        distributions_.insert(normalize_distribution(value.text));
      } else {
        names_.emplace(last_part(value.text));
      }
    }
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
