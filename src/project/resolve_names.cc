// From an expression to what it denotes.
#include <algorithm>

#include "facts/python_nodes.h"
#include "project/resolver.h"

namespace npuport {

bool Resolver::settles(const Entity& entity) {
  return entity.kind != EntityKind::kUnknown && entity.kind != EntityKind::kValue;
}

Entity Resolver::expression(FileId file, NodeId node) {
  Inquiry::Level level(inquiry_);
  if (level.exceeded()) return {};
  const Node& n = facts(file).nodes[node];
  switch (n.kind) {
    case NodeKind::kName:
      return name(file, node);
    case NodeKind::kAttribute: {
      // Long chains are walked, not recursed into.
      std::vector<Symbol> attributes;
      const NodeId root = dotted_chain(facts(file), node, attributes);
      Entity entity = expression(file, root);
      for (const Symbol attribute : attributes) {
        if (entity.kind == EntityKind::kUnknown) break;
        entity = member(entity, attribute);
      }
      return entity;
    }
    case NodeKind::kCall:
      return call(file, node);
    case NodeKind::kNamed:
    case NodeKind::kAwait:
      return expression(file, node - 1);
    case NodeKind::kBoolean: {
      // "x or default": the first operand that means something.
      const ChildList operands(facts(file), node);
      for (const NodeId operand : operands) {
        const Entity entity = expression(file, operand);
        if (settles(entity)) return entity;
      }
      return {};
    }
    case NodeKind::kConditional: {
      const ChildList parts(facts(file), node);
      if (parts.size() != 3) return {};
      const Entity yes = expression(file, parts[0]);
      return settles(yes) ? yes : expression(file, parts[2]);
    }
    default:
      return {EntityKind::kValue, QName::kNone, file, node};
  }
}

std::vector<Entity> Resolver::alternatives(FileId file, NodeId node) {
  std::vector<Entity> result;
  const auto add = [&](const Entity& entity) {
    if (std::find(result.begin(), result.end(), entity) == result.end()) result.push_back(entity);
  };
  std::vector<Symbol> attributes;
  const NodeId root = dotted_chain(facts(file), node, attributes);
  const Node& n = facts(file).nodes[root];
  if (n.kind != NodeKind::kName) {
    add(expression(file, node));
    return result;
  }
  add(expression(file, node));
  for (const uint32_t id : reaching(file, project_.scope_of(file, root), n.name, n.begin)) {
    Entity entity = binding(file, id);
    for (const Symbol attribute : attributes) entity = member(entity, attribute);
    add(entity);
    if (result.size() >= 8) break;
  }
  return result;
}

Entity Resolver::name(FileId file, NodeId node) {
  const Node& n = facts(file).nodes[node];
  const auto candidates = reaching(file, project_.scope_of(file, node), n.name, n.begin);
  Entity first;
  for (const uint32_t id : candidates) {
    const Entity entity = binding(file, id);
    if (settles(entity)) return entity;
    if (first.kind == EntityKind::kUnknown) first = entity;
  }
  if (!candidates.empty()) return first;
  // A name nobody binds: a builtin, or something a star import brings.
  if (!project_.index_[file].has_star_import) return builtin(n.name);
  for (const Import& import : facts(file).imports) {
    if (!import.is_star) continue;
    const Entity module = imported_module(file, import);
    if (module.kind == EntityKind::kModule) {
      const Entity found = module_member(module.index, n.name);
      if (found.kind != EntityKind::kUnknown) return found;
    }
  }
  for (const Import& import : facts(file).imports) {
    if (!import.is_star) continue;
    const Entity module = imported_module(file, import);
    if (module.is_external()) return member(module, n.name);
  }
  return builtin(n.name);
}

Entity Resolver::builtin(Symbol name) const {
  const QName module = project_.names_->child(QName::kNone, modules_.known.builtins);
  return {EntityKind::kExternal, project_.names_->child(module, name)};
}

std::span<const uint32_t> Resolver::bindings_of(FileId file, ScopeId scope, Symbol name) const {
  const auto& order = project_.index_[file].bindings_by_name;
  const auto& bindings = facts(file).bindings;
  const auto key = std::pair(scope, name);
  const auto of = [&](uint32_t id) { return std::pair(bindings[id].scope, bindings[id].name); };
  const auto first = std::lower_bound(order.begin(), order.end(), key,
                                      [&](uint32_t id, const auto& k) { return of(id) < k; });
  if (first == order.end() || of(*first) != key) return {};
  const auto last = std::upper_bound(first, order.end(), key,
                                     [&](const auto& k, uint32_t id) { return k < of(id); });
  return {first, last};
}

std::vector<uint32_t> Resolver::reaching(FileId file, ScopeId scope, Symbol name, uint32_t offset) {
  const PythonFacts& f = facts(file);
  const auto usable = [&](uint32_t id) {
    const Binding& b = f.bindings[id];
    return b.kind != BindingKind::kDelete && b.kind != BindingKind::kGlobal &&
           (b.visible.empty() || b.visible.contains(offset));
  };
  // The latest bindings first.
  const auto latest = [&](std::span<const uint32_t> ids, std::vector<uint32_t>& out) {
    size_t seen = 0;
    for (auto it = ids.rbegin(); it != ids.rend() && seen < kMaxBindings; ++it, ++seen) {
      if (usable(*it)) out.push_back(*it);
    }
  };
  std::vector<uint32_t> result;
  for (ScopeId at = scope; at != kNone; at = f.scopes[at].parent) {
    // Functions do not see the names of the class around them.
    if (at != scope && f.scopes[at].kind == ScopeKind::kClass) continue;
    const std::span<const uint32_t> found = bindings_of(file, at, name);
    if (found.empty()) continue;
    const auto head = found.first(std::min(found.size(), kMaxBindings));
    if (std::any_of(head.begin(), head.end(),
                    [&](uint32_t id) { return f.bindings[id].kind == BindingKind::kGlobal; })) {
      // "global x": the bindings made here and the module's.
      latest(found, result);
      latest(bindings_of(file, 0, name), result);
      return result;
    }
    if (at != scope) {
      latest(found, result);
    } else if (reaching_here(file, found, offset, usable, result)) {
      return result;
    }
    if (!result.empty() && (at != scope || f.scopes[at].kind != ScopeKind::kClass)) return result;
  }
  return result;
}

// The same scope: what was bound before the use, latest first, until one that always runs; true
// when there is such a one. Else what is bound later follows: a loop may bring it round.
template <typename Usable>
bool Resolver::reaching_here(FileId file, std::span<const uint32_t> found, uint32_t offset,
                             const Usable& usable, std::vector<uint32_t>& result) const {
  const PythonFacts& f = facts(file);
  const GuardId use_guard = guard_at(f, offset);
  const auto encloses_use = [&](GuardId guard) {
    for (GuardId g = use_guard; g != kNone; g = f.guards[g].parent) {
      if (g == guard) return true;
    }
    return guard == kNone;
  };
  const auto after = std::partition_point(
      found.begin(), found.end(), [&](uint32_t id) { return f.bindings[id].span.begin < offset; });
  std::vector<uint32_t> later;
  size_t seen = 0;
  for (auto it = after; it != found.begin() && seen < kMaxBindings; ++seen) {
    --it;
    if (!usable(*it)) continue;
    const Binding& b = f.bindings[*it];
    // "x = f(x)": the right side still sees the earlier x.
    const bool narrow = !b.visible.empty();
    if (!narrow && b.value != kNone && f.nodes[b.value].end > offset) {
      later.push_back(*it);
      continue;
    }
    result.push_back(*it);
    if (narrow || encloses_use(b.guard)) return true;
  }
  for (auto it = after; it != found.end() && later.size() < kMaxBindings; ++it) {
    if (usable(*it)) later.push_back(*it);
  }
  result.insert(result.end(), later.rbegin(), later.rend());
  return false;
}

Entity Resolver::binding(FileId file, uint32_t binding_id) {
  Inquiry::Level level(inquiry_);
  if (level.exceeded()) return {};
  const PythonFacts& f = facts(file);
  const Binding& b = f.bindings[binding_id];
  switch (b.kind) {
    case BindingKind::kImport:
    case BindingKind::kFromImport:
      return bound_import(file, f.imports[b.index]);
    case BindingKind::kDef:
      return {EntityKind::kFunction, QName::kNone, file, b.index};
    case BindingKind::kClass:
      return {EntityKind::kClass, QName::kNone, file, b.index};
    case BindingKind::kParameter:
      return parameter(file, b.index, b.scope);
    case BindingKind::kAssign:
    case BindingKind::kNamed:
    case BindingKind::kTypeAlias: {
      if (b.unpack_index >= 0 && b.value != kNone) {
        const Node& value = f.nodes[b.value];
        if (value.kind == NodeKind::kTuple || value.kind == NodeKind::kList) {
          const ChildList items(f, b.value);
          if (static_cast<size_t>(b.unpack_index) < items.size()) {
            return expression(file, items[static_cast<size_t>(b.unpack_index)]);
          }
        }
        return {EntityKind::kValue, QName::kNone, file, b.value};
      }
      if (b.value != kNone) {
        const Entity entity = expression(file, b.value);
        if (settles(entity)) return entity;
      }
      if (b.annotation != kNone) {
        const Entity typed = annotation(file, b.annotation);
        if (settles(typed)) return typed;
      }
      return b.value == kNone ? Entity{} : Entity{EntityKind::kValue, QName::kNone, file, b.value};
    }
    case BindingKind::kWith:
      // "with f() as x": most context managers of interest hand out themselves.
      return b.value == kNone ? Entity{} : expression(file, b.value);
    default:
      return b.value == kNone ? Entity{} : Entity{EntityKind::kValue, QName::kNone, file, b.value};
  }
}

Entity Resolver::annotation(FileId file, NodeId node) {
  const Node& n = facts(file).nodes[node];
  if (n.kind == NodeKind::kSubscript) {  // Optional[T]
    const ChildList parts(facts(file), node);
    if (parts.size() != 2) return {};
    const Entity outer = expression(file, parts[0]);
    if (!outer.is_external()) return {};
    const std::string_view last = project_.spelling(project_.names_->last(outer.name));
    return last == "Optional" ? annotation(file, parts[1]) : Entity{};
  }
  if (n.kind == NodeKind::kBinary && n.op == Operator::kBitOr) {  // T | None
    const ChildList parts(facts(file), node);
    const Entity left = annotation(file, parts[0]);
    return settles(left) ? left : annotation(file, parts[1]);
  }
  if (n.kind != NodeKind::kName && n.kind != NodeKind::kAttribute) return {};
  const Entity type = expression(file, node);
  if (type.kind == EntityKind::kClass)
    return {EntityKind::kInstance, QName::kNone, type.file, type.index};
  if (type.is_external()) return {EntityKind::kExternalInstance, type.name};
  return {};
}

Entity Resolver::parameter(FileId file, uint32_t parameter_id, ScopeId scope) {
  const PythonFacts& f = facts(file);
  const Parameter& p = f.parameters[parameter_id];
  const Scope& function = f.scopes[scope];
  const ScopeId owner = function.parent;
  const bool first = parameter_id == function.first_parameter;
  if (first && owner != kNone && f.scopes[owner].kind == ScopeKind::kClass &&
      (p.name == modules_.known.self || p.name == modules_.known.cls || p.annotation == kNone)) {
    const bool is_class = p.name == modules_.known.cls;
    if (p.name == modules_.known.self || is_class) {
      return {is_class ? EntityKind::kClass : EntityKind::kInstance, QName::kNone, file, owner};
    }
  }
  if (p.annotation != kNone) {
    const Entity typed = annotation(file, p.annotation);
    if (settles(typed)) return typed;
  }
  return {EntityKind::kParameter, QName::kNone, file, parameter_id};
}

Entity Resolver::call(FileId file, NodeId node) {
  const PythonFacts& f = facts(file);
  const NodeId target = callee(f, node);
  if (target == kNone) return {};
  const Entity function = expression(file, target);
  if (function.is_external()) {
    const auto& known = modules_.known;
    if (function.name == known.partial || function.name == known.partialmethod) {
      const NodeId wrapped = positional_argument(f, node, 0);
      return wrapped == kNone ? Entity{} : expression(file, wrapped);
    }
    if (function.name == known.builtins_getattr) {
      const NodeId object = positional_argument(f, node, 0);
      const NodeId attribute = positional_argument(f, node, 1);
      if (object == kNone || attribute == kNone) return {};
      for (const Value& value : evaluate_within(project_, inquiry_, file, attribute)) {
        if (value.kind != Value::Kind::kString || value.open_ended) continue;
        Entity entity = expression(file, object);
        std::string_view rest = value.text;
        while (!rest.empty()) {
          const size_t dot = rest.find('.');
          entity = member(entity, project_.symbols_->intern(rest.substr(0, dot)));
          if (dot == std::string_view::npos) break;
          rest.remove_prefix(dot + 1);
        }
        return entity;
      }
      return {};
    }
    if (function.name == known.import_module || function.name == known.dunder_import) {
      const NodeId argument = positional_argument(f, node, 0);
      return argument == kNone ? Entity{} : dynamic_import(file, argument);
    }
  }
  return call_result(file, node, function);
}

Entity Resolver::dynamic_import(FileId file, NodeId argument) {
  for (const Value& value : evaluate_within(project_, inquiry_, file, argument)) {
    if (value.kind != Value::Kind::kString || value.open_ended || value.text.empty()) continue;
    std::vector<Symbol> parts;
    std::string_view rest = value.text;
    if (rest.front() == '.') return {};
    for (;;) {
      const size_t dot = rest.find('.');
      parts.push_back(project_.symbols_->intern(rest.substr(0, dot)));
      if (dot == std::string_view::npos) break;
      rest.remove_prefix(dot + 1);
    }
    const ModuleId module = modules_.find_absolute(project_.index_[file].module, parts);
    if (module != kNone) return {EntityKind::kModule, QName::kNone, kNone, module};
    return external_path(parts);
  }
  return {};
}

Entity Resolver::call_result(FileId, NodeId, const Entity& function) {
  switch (function.kind) {
    case EntityKind::kClass:
      return {EntityKind::kInstance, QName::kNone, function.file, function.index};
    case EntityKind::kExternal:
      if (function.name == modules_.known.super) return {};
      return {EntityKind::kExternalInstance, function.name};
    case EntityKind::kExternalMember:
      return {EntityKind::kExternalInstance, function.name};
    case EntityKind::kFunction:
      return function_result(function);
    default:
      return {};
  }
}

Entity Resolver::function_result(const Entity& function) {
  Inquiry::Level level(inquiry_);
  if (level.exceeded()) return {};
  const PythonFacts& f = facts(function.file);
  const Scope& scope = f.scopes[function.index];
  if (scope.returns != kNone) {
    const Entity typed = annotation(function.file, scope.returns);
    if (settles(typed)) return typed;
  }
  int seen = 0;
  for (const Root& root : roots_in(f, scope.span)) {
    if (root.kind != RootKind::kReturn || root.scope != function.index) continue;
    const Entity entity = expression(function.file, root.node);
    if (settles(entity)) return entity;
    if (++seen == 4) break;
  }
  return {};
}

}  // namespace npuport
