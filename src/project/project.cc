#include "project/project.h"

#include <algorithm>

#include "facts/python_nodes.h"
#include "project/resolver.h"

namespace npuport {

Entity Project::resolve(FileId file, NodeId node) const {
  Inquiry inquiry;
  return Resolver(*this, inquiry).expression(file, node);
}

std::vector<Entity> Project::resolve_all(FileId file, NodeId node) const {
  Inquiry inquiry;
  return Resolver(*this, inquiry).alternatives(file, node);
}

Entity Project::member(const Entity& base, Symbol name) const {
  Inquiry inquiry;
  return Resolver(*this, inquiry).member(base, name);
}

Entity Project::import_target(FileId file, const Import& import, bool with_name) const {
  Inquiry inquiry;
  return Resolver(*this, inquiry).import_target(file, import, with_name);
}

Entity Project::class_member(FileId file, ScopeId scope, Symbol name) const {
  Inquiry inquiry;
  const Entity found = Resolver(*this, inquiry).class_member(file, scope, name, true);
  return found.is_external() ? Entity{} : found;
}

std::span<const uint32_t> Project::stores_of(FileId file, ScopeId class_scope, Symbol name) const {
  constexpr size_t kMostStores = 32;
  const FileIndex& index = index_[file];
  const PythonFacts& f = python(file);
  const auto key = std::pair(class_scope, name);
  const auto of = [&](uint32_t store) {
    return std::pair(index.store_class[store], f.nodes[f.stores[store].target].name);
  };
  const auto& order = index.stores_by_name;
  const auto first = std::lower_bound(order.begin(), order.end(), key,
                                      [&](uint32_t id, const auto& k) { return of(id) < k; });
  auto last = first;
  while (last != order.end() && static_cast<size_t>(last - first) < kMostStores && of(*last) == key)
    ++last;
  return {first, last};
}

const Store* Project::store_at(FileId file, NodeId target) const {
  const auto& stores = python(file).stores;
  const auto found =
      std::lower_bound(stores.begin(), stores.end(), target,
                       [](const Store& store, NodeId node) { return store.target < node; });
  return found != stores.end() && found->target == target ? &*found : nullptr;
}

std::vector<std::pair<FileId, NodeId>> Project::definitions(FileId file, NodeId node) const {
  const PythonFacts& f = python(file);
  const Node& n = f.nodes[node];
  Inquiry inquiry;
  Resolver resolver(*this, inquiry);
  if (n.kind == NodeKind::kAttribute) {
    return resolver.definitions(resolver.expression(file, node - 1), n.name);
  }
  std::vector<std::pair<FileId, NodeId>> found;
  if (n.kind != NodeKind::kName) return found;
  for (const uint32_t id : resolver.reaching(file, scope_of(file, node), n.name, n.begin)) {
    const Binding& b = f.bindings[id];
    if (b.kind == BindingKind::kFromImport) {
      const Import& import = f.imports[b.index];
      const Entity module = resolver.import_target(file, import, false);
      const auto there = resolver.definitions(module, import.name);
      found.insert(found.end(), there.begin(), there.end());
    } else if (b.value != kNone && b.unpack_index < 0) {
      found.emplace_back(file, b.value);
    }
  }
  return found;
}

QName Project::external_base(FileId file, ScopeId scope) const {
  Inquiry inquiry;
  return Resolver(*this, inquiry).external_base(file, scope);
}

bool Project::binds(FileId file, ScopeId scope, Symbol name) const {
  const auto& bindings = python(file).bindings;
  const auto& order = index_[file].bindings_by_name;
  const auto key = std::pair(scope, name);
  const auto found =
      std::lower_bound(order.begin(), order.end(), key, [&](uint32_t id, const auto& wanted) {
        return std::pair(bindings[id].scope, bindings[id].name) < wanted;
      });
  return found != order.end() && bindings[*found].scope == scope && bindings[*found].name == name;
}

bool Project::may_be_imported(FileId file, Symbol name) const {
  const FileIndex& index = index_[file];
  return index.has_star_import ||
         std::binary_search(index.alias_names.begin(), index.alias_names.end(), name);
}

std::string Project::external_name(const Entity& entity) const {
  const bool named = entity.kind == EntityKind::kExternal ||
                     entity.kind == EntityKind::kExternalInstance ||
                     entity.kind == EntityKind::kExternalMember;
  return named ? names_->text(entity.name) : std::string();
}

const Root& Project::root_of(FileId file, NodeId node) const {
  const PythonFacts& f = python(file);
  return f.roots[npuport::root_of(f, node)];
}

GuardId Project::guard_of(FileId file, NodeId node) const {
  return guard_at(python(file), python(file).nodes[node].begin);
}

bool Project::tests_type_checking(FileId file, NodeId test) const {
  const Node& n = python(file).nodes[test];
  return (n.kind == NodeKind::kName || n.kind == NodeKind::kAttribute) &&
         spelling(n.name) == "TYPE_CHECKING";
}

namespace {

// __name__ == "__main__"
bool tests_main(const PythonFacts& f, const Project& project, FileId file, NodeId test) {
  if (f.nodes[test].kind != NodeKind::kCompare) return false;
  for (const NodeId side : children(f, test)) {
    const Node& n = f.nodes[side];
    if (n.kind == NodeKind::kString && string_content(project.file(file).text, n) == "__main__") {
      return true;
    }
  }
  return false;
}

}  // namespace

bool Project::runs_at_import(FileId file, NodeId node) const {
  const PythonFacts& f = python(file);
  const Root& root = root_of(file, node);
  for (ScopeId scope = root.scope; scope != kNone; scope = f.scopes[scope].parent) {
    if (f.scopes[scope].kind == ScopeKind::kFunction) return false;
  }
  const auto& lambdas = index_[file].lambdas;
  const uint32_t offset = f.nodes[node].begin;
  const auto after = std::upper_bound(lambdas.begin(), lambdas.end(), offset,
                                      [](uint32_t at, Span lambda) { return at < lambda.begin; });
  if (after != lambdas.begin() && std::prev(after)->contains(offset)) return false;
  for (GuardId g = root.guard; g != kNone; g = f.guards[g].parent) {
    if (f.guards[g].kind != GuardKind::kIf || f.guards[g].test == kNone) continue;
    if (tests_main(f, *this, file, f.guards[g].test) ||
        tests_type_checking(file, f.guards[g].test)) {
      return false;
    }
  }
  return true;
}

std::string Project::scope_name(FileId file, ScopeId scope) const {
  const PythonFacts& f = python(file);
  if (scope == kNone || scope == 0) return {};
  std::string outer = scope_name(file, f.scopes[scope].parent);
  if (!outer.empty()) outer += '.';
  return outer.append(spelling(f.scopes[scope].name));
}

}  // namespace npuport
