#include "source/exclusions.h"

#include <algorithm>
#include <utility>

namespace npuport {
namespace {

struct Named {
  std::string_view name;
  std::string_view reason;
};

constexpr Named kNamed[] = {
    {".git", "version control data"},
    {".hg", "version control data"},
    {".svn", "version control data"},
    {".bzr", "version control data"},
    {"_darcs", "version control data"},
    {"CVS", "version control data"},
    {"node_modules", "JavaScript packages"},
    {"bower_components", "JavaScript packages"},
    {"__pycache__", "compiled Python"},
    {"__pypackages__", "installed packages"},
    {".eggs", "installed packages"},
    {".pixi", "installed packages"},
    {".mypy_cache", "cache"},
    {".pytest_cache", "cache"},
    {".ruff_cache", "cache"},
    {".pytype", "cache"},
    {".pyre", "cache"},
    {".hypothesis", "cache"},
    {".ccache", "cache"},
    {".ipynb_checkpoints", "notebook checkpoints"},
    {".tox", "test environments"},
    {".nox", "test environments"},
    {"CMakeFiles", "build output"},
    {".idea", "editor settings"},
};

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::binary_search(names.begin(), names.end(), name);
}

bool has_prefix(const std::vector<std::string>& names, std::string_view prefix) {
  const auto at = std::lower_bound(names.begin(), names.end(), prefix);
  return at != names.end() && at->starts_with(prefix);
}

}  // namespace

std::optional<std::string> excluded_by_name(std::string_view name) {
  for (const Named& entry : kNamed) {
    if (entry.name == name) return std::string(entry.reason);
  }
  if (name.ends_with(".egg-info")) return "package metadata";
  return std::nullopt;
}

std::optional<std::string> excluded_by_content(std::string_view name,
                                               const std::vector<std::string>& names) {
  if (has(names, "pyvenv.cfg") || has(names, "conda-meta")) return "Python environment";
  if (has(names, "CACHEDIR.TAG")) return "cache";
  if (has(names, "CMakeCache.txt") && !has(names, "CMakeLists.txt")) return "build output";
  if (name == "build") {
    const bool setuptools = has_prefix(names, "bdist.") || has_prefix(names, "temp.") ||
                            has_prefix(names, "lib.") || names == std::vector<std::string>{"lib"};
    if (setuptools || has(names, ".ninja_log")) return "build output";
  }
  return std::nullopt;
}

}  // namespace npuport
