// Lowering: collects what the parsers recognise into PythonFacts.
//
// Holds the scope and guard in force, binds names to the targets of statements and expressions, and
// can go back to a mark when a statement turns out to be broken. Invariants kept for readers of the
// facts: bindings are in source order (by span), every node belongs to one root, guards are sorted
// by the start of their body with each parent before its children.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "facts/python_facts.h"

namespace npuport::python {

class FactsBuilder {
 public:
  explicit FactsBuilder(size_t text_size);

  // The finished facts, without spare capacity. The builder is empty afterwards.
  PythonFacts take();

  ScopeId scope() const { return scope_; }
  GuardId guard() const { return guard_; }
  void set_scope(ScopeId scope) { scope_ = scope; }

  PythonFacts& facts() { return facts_; }

  // ---- nodes: the children of a new node are all nodes from `first` on

  NodeId next_node() const { return static_cast<NodeId>(facts_.nodes.size()); }
  NodeId last_node() const { return next_node() - 1; }
  Node& node(NodeId id) { return facts_.nodes[id]; }

  NodeId add_node(const Node& node) {
    facts_.nodes.push_back(node);
    return last_node();
  }
  NodeId add_node(NodeKind kind, uint32_t begin, uint32_t end, NodeId first,
                  Symbol name = Symbol::kNone) {
    return add_node({kind, Operator::kNone, 0, 0, begin, end, first, name});
  }
  void drop_nodes(NodeId first) { facts_.nodes.resize(first); }

  // ---- roots

  // Makes the expression that ends with the newest node a root, in force here.
  NodeId add_root(RootKind kind);

  // Completes the statement span of the roots from `first` on.
  void set_statement(size_t first, Span statement);

  // ---- bindings

  // A name bound by this statement; `value` can be given later by resolve_targets.
  Binding& bind(BindingKind kind, Symbol name, Span span);

  // The bindings and stores made for targets whose value is not parsed yet.
  struct Targets {
    size_t first_binding, end_binding;
    size_t first_store, end_store;
  };

  // Binds every name in the target expression `target` and records attribute and subscript stores.
  Targets bind_target(BindingKind kind, NodeId target);
  void resolve_targets(const Targets& targets, NodeId value, NodeId annotation = kNone);

  // Makes the bindings from `first` on visible only inside `span`.
  void limit_visibility(size_t first, BindingKind kind, Span span);

  // ---- guards

  // A guard inside the one in force; it is in force from now on.
  GuardId push_guard(GuardKind kind, NodeId test, uint32_t begin);

  // Ends guards until `outer` is in force again.
  void close_guards(GuardId outer, uint32_t end);

  // A guard over [body.begin, body.end), already parsed: the first operand of "a if test else b".
  void insert_guard(GuardKind kind, NodeId test, Span body);

  // True when an expression says something that a constant would not: it has a name or a call.
  bool is_condition(NodeId first, NodeId last) const;

  // ---- going back

  struct Mark {
    size_t nodes, roots, scopes, parameters, decorators, bases, bindings, stores, imports, guards;
    size_t shell_lines;
    ScopeId scope;
    GuardId guard;
  };
  Mark mark() const;
  void roll_back(const Mark& mark);

 private:
  void bind_target(BindingKind kind, NodeId target, NodeId value, int32_t unpack_index);
  void bind_elements(BindingKind kind, NodeId target, bool nested);

  PythonFacts facts_;
  ScopeId scope_ = 0;
  GuardId guard_ = kNone;
};

}  // namespace npuport::python
