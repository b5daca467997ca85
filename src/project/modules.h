// The project's modules as a tree of folders and files, and how imports find them.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/grow_only_map.h"
#include "project/project.h"

namespace npuport {

struct ModuleNode {
  FileId file = kNone;  // the module's file, or the package's __init__.py; kNone for a plain folder
  bool is_folder = false;
  ModuleId parent = kNone;
  Symbol name = Symbol::kNone;
  std::unordered_map<Symbol, ModuleId> children;
};

struct Project::Modules {
  std::vector<ModuleNode> nodes;       // nodes[0] is the root folder
  std::vector<ModuleId> source_roots;  // folders from which absolute imports may start
  std::unordered_set<Symbol>
      never_local;  // top-level names that a script's own folder must not capture

  // Names of the language that resolution needs.
  struct Known {
    Symbol self, cls, init, builtins, all, getattr, main;
    QName builtins_getattr, import_module, dunder_import, partial, partialmethod, super, property,
        str;
  } known{};

  // Module members that were resolved already, shared by all threads.
  mutable GrowOnlyMap<Entity> members;

  ModuleId child(ModuleId module, Symbol name) const {
    const auto& children = nodes[module].children;
    const auto it = children.find(name);
    return it == children.end() ? kNone : it->second;
  }
  // Follows `parts` from `module`; kNone when one is missing.
  ModuleId walk(ModuleId module, const std::vector<Symbol>& parts) const;
  // The module that an absolute import of `parts` in `importer` means, kNone = not in this project.
  ModuleId find_absolute(ModuleId importer, const std::vector<Symbol>& parts) const;
};

}  // namespace npuport
