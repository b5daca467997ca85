#include "project/modules.h"

namespace npuport {

ModuleId Project::Modules::walk(ModuleId module, const std::vector<Symbol>& parts) const {
  for (const Symbol part : parts) {
    module = child(module, part);
    if (module == kNone) return kNone;
  }
  return module;
}

ModuleId Project::Modules::find_absolute(ModuleId importer,
                                         const std::vector<Symbol>& parts) const {
  if (parts.empty()) return kNone;
  for (const ModuleId root : source_roots) {
    if (const ModuleId found = walk(root, parts); found != kNone) return found;
  }
  if (never_local.contains(parts.front())) return kNone;
  // A script finds its siblings by bare name; so does anything below a folder that somebody put on
  // sys.path, which is a folder without __init__.py.
  ModuleId folder = nodes[importer].is_folder ? importer : nodes[importer].parent;
  for (bool own = true; folder != kNone; folder = nodes[folder].parent, own = false) {
    if (!own && nodes[folder].file != kNone) continue;
    const ModuleId found = walk(folder, parts);
    if (found != kNone && found != importer) return found;
  }
  return kNone;
}

}  // namespace npuport
