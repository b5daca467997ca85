// Names that the project's own files answer for when an import cannot be followed to one of them:
// modules that a script finds through sys.path, extensions that the project builds.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

#include "project/project.h"

namespace npuport {

class OwnNames {
 public:
  explicit OwnNames(const Project& project);

  // Whether the project holds a module, package folder, compiled source or extension of that name.
  bool holds(std::string_view top_level) const;

  // Whether a setup.py, setup.cfg or pyproject.toml of the project calls its own distribution so.
  bool is_distribution(std::string_view normalised) const;

 private:
  void add_build_names(const Project& project, FileId file);

  std::unordered_set<std::string> names_;
  std::unordered_set<std::string> distributions_;
};

}  // namespace npuport
