// Members of modules, classes and objects; imports.
#include <algorithm>
#include <utility>

#include "facts/python_nodes.h"
#include "project/resolver.h"

namespace npuport {

ModuleId relative_base(const Project::Modules& modules, ModuleId importer, uint16_t level) {
  ModuleId base = importer;
  if (!modules.nodes[importer].is_folder) base = modules.nodes[importer].parent;
  for (uint16_t i = 1; i < level && base != kNone; ++i) base = modules.nodes[base].parent;
  return base;
}

Entity Resolver::external_path(const std::vector<Symbol>& parts) {
  QName name = QName::kNone;
  for (const Symbol part : parts) name = project_.names_->child(name, part);
  return {EntityKind::kExternal, name};
}

Entity Resolver::imported_module(FileId file, const Import& import) {
  const ModuleId importer = project_.index_[file].module;
  if (importer == kNone) return import.level > 0 ? Entity{} : external_path(import.module);
  ModuleId module = kNone;
  if (import.level > 0) {
    const ModuleId base = relative_base(modules_, importer, import.level);
    if (base != kNone) module = modules_.walk(base, import.module);
    return module == kNone ? Entity{} : Entity{EntityKind::kModule, QName::kNone, kNone, module};
  }
  module = modules_.find_absolute(importer, import.module);
  if (module != kNone) return {EntityKind::kModule, QName::kNone, kNone, module};
  return external_path(import.module);
}

Entity Resolver::import_target(FileId file, const Import& import, bool with_name) {
  const Entity module = imported_module(file, import);
  if (!with_name || !import.is_from || import.is_star) return module;
  return member(module, import.name);
}

// What the name bound by an import statement denotes.
Entity Resolver::bound_import(FileId file, const Import& import) {
  if (import.is_from) return import_target(file, import, true);
  if (import.alias != Symbol::kNone || import.module.size() == 1)
    return imported_module(file, import);
  // "import a.b" binds a.
  const Entity whole = imported_module(file, import);
  if (whole.is_external()) return external_path({import.module.front()});
  ModuleId top = whole.index;
  for (size_t i = 1; i < import.module.size() && top != kNone; ++i)
    top = modules_.nodes[top].parent;
  return top == kNone ? Entity{} : Entity{EntityKind::kModule, QName::kNone, kNone, top};
}

Entity Resolver::member(const Entity& base, Symbol name) {
  Inquiry::Level level(inquiry_);
  if (level.exceeded()) return {};
  switch (base.kind) {
    case EntityKind::kExternal:
      return {EntityKind::kExternal, project_.names_->child(base.name, name)};
    case EntityKind::kExternalInstance:
    case EntityKind::kExternalMember:
      return {EntityKind::kExternalMember, project_.names_->child(base.name, name)};
    case EntityKind::kModule:
      return module_member(base.index, name);
    case EntityKind::kClass:
      return class_member(base.file, base.index, name, false);
    case EntityKind::kInstance:
      return class_member(base.file, base.index, name, true);
    default:
      return {};
  }
}

Entity Resolver::module_member(ModuleId module, Symbol name) {
  const uint64_t key = (static_cast<uint64_t>(module) << 32) | static_cast<uint32_t>(name);
  if (const auto known = modules_.members.find(key)) return *known;
  Inquiry::Level level(inquiry_);
  if (level.exceeded()) return {};
  const bool cut_before = std::exchange(inquiry_.cut, false);
  const Entity found = module_member_uncached(module, name);
  if (!inquiry_.cut) modules_.members.insert(key, found);
  inquiry_.cut = inquiry_.cut || cut_before;
  return found;
}

Entity Resolver::module_member_uncached(ModuleId module, Symbol name) {
  const ModuleNode& node = modules_.nodes[module];
  if (node.file != kNone) {
    std::span<const uint32_t> found = bindings_of(node.file, 0, name);
    if (found.size() > kMaxBindings) found = found.last(kMaxBindings);
    Entity first;
    for (auto it = found.rbegin(); it != found.rend(); ++it) {
      const Binding& b = facts(node.file).bindings[*it];
      if (b.kind == BindingKind::kDelete || !b.visible.empty()) continue;
      const Entity entity = binding(node.file, *it);
      if (settles(entity)) return entity;
      if (first.kind == EntityKind::kUnknown) first = entity;
    }
    if (first.kind != EntityKind::kUnknown) return first;
  }
  if (const ModuleId child = modules_.child(module, name); child != kNone) {
    return {EntityKind::kModule, QName::kNone, kNone, child};
  }
  if (node.file == kNone) return {};
  for (const Import& import : facts(node.file).imports) {
    if (!import.is_star || import.scope != 0) continue;
    const Entity source = imported_module(node.file, import);
    if (source.kind != EntityKind::kModule || source.index == module) continue;
    const Entity entity = module_member(source.index, name);
    if (entity.kind != EntityKind::kUnknown) return entity;
  }
  return {};
}

Entity Resolver::class_member(FileId file, ScopeId scope, Symbol name, bool instance) {
  Inquiry::Level level(inquiry_);
  if (level.exceeded()) return {};
  const PythonFacts& f = facts(file);
  Entity weak;
  for (const uint32_t id : last_bindings(file, scope, name)) {
    const Entity entity = binding(file, id);
    if (settles(entity)) return entity;
    if (entity.kind != EntityKind::kUnknown) weak = entity;
  }
  if (instance) {
    for (const uint32_t i : project_.stores_of(file, scope, name)) {
      const Store& store = f.stores[i];
      if (store.value == kNone || store.unpack_index >= 0) continue;
      const Entity entity = expression(file, store.value);
      if (settles(entity)) return entity;
      if (weak.kind == EntityKind::kUnknown)
        weak = {EntityKind::kValue, QName::kNone, file, store.value};
    }
  }
  if (weak.kind != EntityKind::kUnknown) return weak;
  const Scope& s = f.scopes[scope];
  QName outside = QName::kNone;
  for (uint32_t i = 0; i < s.base_count; ++i) {
    const NodeId base = f.bases[s.first_base + i];
    if (f.nodes[base].kind == NodeKind::kKeyword) continue;
    const Entity entity = expression(file, base);
    if (entity.kind == EntityKind::kClass && !(entity.file == file && entity.index == scope)) {
      const Entity found = class_member(entity.file, entity.index, name, instance);
      if (found.kind != EntityKind::kUnknown) return found;
    } else if (entity.is_external() && outside == QName::kNone) {
      outside = entity.name;
    }
  }
  if (outside == QName::kNone) return {};
  return {EntityKind::kExternalMember, project_.names_->child(outside, name)};
}

void Resolver::class_definitions(FileId file, ScopeId scope, Symbol name,
                                 std::vector<std::pair<FileId, NodeId>>& found) {
  Inquiry::Level level(inquiry_);
  if (level.exceeded()) return;
  const PythonFacts& f = facts(file);
  for (const uint32_t i : project_.stores_of(file, scope, name)) {
    const Store& store = f.stores[i];
    if (store.value != kNone && store.unpack_index < 0) found.emplace_back(file, store.value);
  }
  for (const uint32_t id : last_bindings(file, scope, name)) {
    const Binding& b = f.bindings[id];
    if (b.value != kNone && b.unpack_index < 0) found.emplace_back(file, b.value);
  }
  const Scope& s = f.scopes[scope];
  for (uint32_t i = 0; found.empty() && i < s.base_count; ++i) {
    const NodeId base = f.bases[s.first_base + i];
    if (f.nodes[base].kind == NodeKind::kKeyword) continue;
    const Entity entity = expression(file, base);
    if (entity.kind == EntityKind::kClass && !(entity.file == file && entity.index == scope)) {
      class_definitions(entity.file, entity.index, name, found);
    }
  }
}

std::vector<std::pair<FileId, NodeId>> Resolver::definitions(const Entity& base, Symbol name) {
  std::vector<std::pair<FileId, NodeId>> found;
  if (base.kind == EntityKind::kInstance || base.kind == EntityKind::kClass) {
    class_definitions(base.file, base.index, name, found);
  } else if (base.kind == EntityKind::kModule && modules_.nodes[base.index].file != kNone) {
    const FileId file = modules_.nodes[base.index].file;
    for (const uint32_t id : last_bindings(file, 0, name)) {
      const Binding& b = facts(file).bindings[id];
      if (b.kind == BindingKind::kAssign && b.value != kNone && b.unpack_index < 0) {
        found.emplace_back(file, b.value);
      }
    }
  }
  return found;
}

QName Resolver::external_base(FileId file, ScopeId scope) {
  Inquiry::Level level(inquiry_);
  if (level.exceeded()) return QName::kNone;
  const PythonFacts& f = facts(file);
  const Scope& s = f.scopes[scope];
  QName found = QName::kNone;
  for (uint32_t i = 0; i < s.base_count; ++i) {
    const NodeId base = f.bases[s.first_base + i];
    if (f.nodes[base].kind == NodeKind::kKeyword) continue;
    const Entity entity = expression(file, base);
    if (entity.is_external()) return entity.name;
    if (entity.kind == EntityKind::kClass && !(entity.file == file && entity.index == scope)) {
      found = external_base(entity.file, entity.index);
      if (found != QName::kNone) return found;
    }
  }
  return found;
}

}  // namespace npuport
