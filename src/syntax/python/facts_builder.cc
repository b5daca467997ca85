#include "syntax/python/facts_builder.h"

#include <algorithm>

#include "facts/python_nodes.h"

namespace npuport::python {
namespace {

constexpr NodeId kPending = kNone - 1;  // the value of a target that is not parsed yet

template <typename T>
void shrink(std::vector<T>& items) {
  if (items.capacity() > items.size()) items.shrink_to_fit();
}

}  // namespace

FactsBuilder::FactsBuilder(size_t text_size) {
  facts_.nodes.reserve(text_size / 12 + 16);  // most files fit; growth copies
  facts_.roots.reserve(text_size / 60 + 4);
  facts_.bindings.reserve(text_size / 120 + 4);
  Scope module;
  module.span = {0, static_cast<uint32_t>(text_size)};
  facts_.scopes.push_back(module);
}

PythonFacts FactsBuilder::take() {
  shrink(facts_.nodes);
  shrink(facts_.roots);
  shrink(facts_.scopes);
  shrink(facts_.parameters);
  shrink(facts_.decorators);
  shrink(facts_.bases);
  shrink(facts_.bindings);
  shrink(facts_.stores);
  shrink(facts_.imports);
  shrink(facts_.guards);
  shrink(facts_.handlers);
  return std::exchange(facts_, PythonFacts{});
}

// ---- roots

NodeId FactsBuilder::add_root(RootKind kind) {
  const NodeId node = last_node();
  facts_.roots.push_back({node, kind, scope_, guard_, {}});
  return node;
}

void FactsBuilder::set_statement(size_t first, Span statement) {
  for (size_t i = first; i < facts_.roots.size(); ++i) facts_.roots[i].statement = statement;
}

// ---- bindings

Binding& FactsBuilder::bind(BindingKind kind, Symbol name, Span span) {
  Binding& binding = facts_.bindings.emplace_back();
  binding.kind = kind;
  binding.scope = scope_;
  binding.name = name;
  binding.span = span;
  binding.guard = guard_;
  return binding;
}

FactsBuilder::Targets FactsBuilder::bind_target(BindingKind kind, NodeId target) {
  std::vector<Binding>& bindings = facts_.bindings;
  const uint32_t begin = facts_.nodes[target].begin;
  const size_t size = bindings.size();
  size_t first = size;  // after the bindings inside the target itself: b, a[(c := 1)] = ...
  while (first > 0 && bindings[first - 1].span.begin >= begin) --first;
  Targets targets{first, 0, facts_.stores.size(), 0};
  bind_target(kind, target, kPending, -1);
  if (first != size) {
    std::stable_sort(
        bindings.begin() + static_cast<std::ptrdiff_t>(first), bindings.end(),
        [](const Binding& a, const Binding& b) { return a.span.begin < b.span.begin; });
  }
  targets.end_binding = bindings.size();
  targets.end_store = facts_.stores.size();
  return targets;
}

void FactsBuilder::bind_target(BindingKind kind, NodeId target, NodeId value,
                               int32_t unpack_index) {
  const Node& node = facts_.nodes[target];
  switch (node.kind) {
    case NodeKind::kName: {
      Binding& binding = bind(kind, node.name, {node.begin, node.end});
      binding.value = value;
      binding.unpack_index = unpack_index;
      return;
    }
    case NodeKind::kAttribute:
    case NodeKind::kSubscript:
      if (kind == BindingKind::kDelete) return;
      facts_.stores.push_back({scope_, target, value, unpack_index, guard_, kNone});
      return;
    case NodeKind::kTuple:
    case NodeKind::kList:
      return bind_elements(kind, target, unpack_index >= 0);
    default:  // not assignable; Python rejects it, there is nothing to bind
      return;
  }
}

// The value of an element is known as "item unpack_index of the value" only in a flat target and
// before any *rest; other elements are bound to an unknown value.
void FactsBuilder::bind_elements(BindingKind kind, NodeId target, bool nested) {
  NodeId value = nested ? kNone : kPending;
  int32_t index = 0;
  for (const NodeId element : ChildList(facts_, target)) {
    NodeId bound = element;
    if (facts_.nodes[element].kind == NodeKind::kStar) {
      bound = element - 1;
      value = kNone;
    }
    bind_target(kind, bound, value, kind == BindingKind::kDelete ? -1 : index++);
  }
}

void FactsBuilder::resolve_targets(const Targets& targets, NodeId value, NodeId annotation) {
  for (size_t i = targets.first_binding; i < targets.end_binding; ++i) {
    Binding& binding = facts_.bindings[i];
    if (binding.value != kPending) continue;
    binding.value = value;
    binding.annotation = annotation;
  }
  for (size_t i = targets.first_store; i < targets.end_store; ++i) {
    Store& store = facts_.stores[i];
    if (store.value != kPending) continue;
    store.value = value;
    store.annotation = annotation;
  }
}

void FactsBuilder::limit_visibility(size_t first, BindingKind kind, Span span) {
  for (size_t i = first; i < facts_.bindings.size(); ++i) {
    Binding& binding = facts_.bindings[i];
    if (binding.kind == kind && binding.visible.empty()) binding.visible = span;
  }
}

// ---- guards

GuardId FactsBuilder::push_guard(GuardKind kind, NodeId test, uint32_t begin) {
  const GuardId id = static_cast<GuardId>(facts_.guards.size());
  facts_.guards.push_back({kind, guard_, test, 0, 0, {begin, begin}});
  guard_ = id;
  return id;
}

void FactsBuilder::close_guards(GuardId outer, uint32_t end) {
  while (guard_ != outer) {
    Guard& guard = facts_.guards[guard_];
    guard.body.end = std::max(guard.body.begin, end);
    guard_ = guard.parent;
  }
}

void FactsBuilder::insert_guard(GuardKind kind, NodeId test, Span body) {
  auto& guards = facts_.guards;
  size_t at = guards.size();
  const size_t lowest = guard_ == kNone ? 0 : guard_ + 1;  // those after it lie in this expression
  while (at > lowest && guards[at - 1].body.begin >= body.begin) --at;
  const GuardId id = static_cast<GuardId>(at);
  const auto moved = [&](GuardId old) { return old != kNone && old >= id ? old + 1 : old; };
  guards.insert(guards.begin() + static_cast<std::ptrdiff_t>(at), {kind, guard_, test, 0, 0, body});
  for (size_t i = at + 1; i < guards.size(); ++i) {
    const bool adopted = guards[i].parent == guard_ && guards[i].body.begin < body.end;
    guards[i].parent = adopted ? id : moved(guards[i].parent);
  }
  for (size_t i = facts_.bindings.size(); i-- > 0;) {
    Binding& binding = facts_.bindings[i];
    if (binding.span.begin < body.begin) break;
    const bool adopted = binding.guard == guard_ && binding.span.begin < body.end;
    binding.guard = adopted ? id : moved(binding.guard);
  }
}

bool FactsBuilder::is_condition(NodeId first, NodeId last) const {
  for (NodeId id = first; id <= last; ++id) {
    switch (facts_.nodes[id].kind) {
      case NodeKind::kName:
      case NodeKind::kAttribute:
      case NodeKind::kCall:
        return true;
      default:
        break;
    }
  }
  return false;
}

// ---- going back

FactsBuilder::Mark FactsBuilder::mark() const {
  return {facts_.nodes.size(),
          facts_.roots.size(),
          facts_.scopes.size(),
          facts_.parameters.size(),
          facts_.decorators.size(),
          facts_.bases.size(),
          facts_.bindings.size(),
          facts_.stores.size(),
          facts_.imports.size(),
          facts_.guards.size(),
          facts_.shell_lines.size(),
          scope_,
          guard_};
}

void FactsBuilder::roll_back(const Mark& mark) {
  facts_.nodes.resize(mark.nodes);
  facts_.roots.resize(mark.roots);
  facts_.scopes.resize(mark.scopes);
  facts_.parameters.resize(mark.parameters);
  facts_.decorators.resize(mark.decorators);
  facts_.bases.resize(mark.bases);
  facts_.bindings.resize(mark.bindings);
  facts_.stores.resize(mark.stores);
  facts_.imports.resize(mark.imports);
  facts_.guards.resize(mark.guards);
  facts_.shell_lines.resize(mark.shell_lines);
  scope_ = mark.scope;
  guard_ = mark.guard;
}

}  // namespace npuport::python
