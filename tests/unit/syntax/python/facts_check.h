// What facts/python_facts.h promises, checked on the facts of one file; used by unit tests and the
// fuzzer.
#pragma once

#include <string>

#include "facts/python_nodes.h"

namespace npuport {

class FactsCheck {
 public:
  FactsCheck(const PythonFacts& facts, const std::string& text) : facts_(facts), text_(text) {}

  // The first broken promise, empty when all hold.
  std::string check() {
    for (NodeId id = 0; id < facts_.nodes.size(); ++id) check_node(id);
    check_roots();
    check_scopes();
    check_guards();
    check_bindings();
    for (const Store& store : facts_.stores) check_store(store);
    for (const Import& import : facts_.imports) {
      require(import.scope < facts_.scopes.size(), "import in a scope");
      require(in_text(import.statement) && in_text(import.module_span), "import in the text");
      require(in_text(import.name_span) && in_text(import.alias_span), "import in the text");
    }
    for (const ShellLine& line : facts_.shell_lines) require(in_text(line.span), "shell line");
    for (const SyntaxError& error : facts_.errors) {
      require(error.offset <= text_.size() && !error.message.empty(), "error in the text");
    }
    return broken_;
  }

 private:
  void require(bool condition, const char* what) {
    if (!condition && broken_.empty()) broken_ = what;
  }

  bool in_text(Span span) const { return span.begin <= span.end && span.end <= text_.size(); }
  bool is_node(NodeId id) const { return id == kNone || id < facts_.nodes.size(); }
  bool is_guard(GuardId id) const { return id == kNone || id < facts_.guards.size(); }

  bool is_identifier(Span span) const {
    if (!in_text(span) || span.empty()) return false;
    for (uint32_t at = span.begin; at < span.end; ++at) {
      if (!is_identifier_byte(static_cast<unsigned char>(text_[at]))) return false;
    }
    return true;
  }

  void check_node(NodeId id) {
    const Node& node = facts_.nodes[id];
    require(node.first <= id, "first node");
    if (!broken_.empty()) return;
    require(in_text(span_of(node)), "node in the text");
    uint32_t last = node.end;
    NodeId next = id;
    for (NodeId child = id; child-- > node.first; child = facts_.nodes[child].first) {
      const Node& inner = facts_.nodes[child];
      require(inner.first >= node.first, "subtree inside its parent");
      require(node.begin <= inner.begin && inner.end <= last,
              "children in order, inside the parent");
      last = inner.begin;
      next = inner.first;
    }
    require(next == node.first || node.first == id, "children cover the subtree");
    if (node.kind == NodeKind::kString || node.kind == NodeKind::kFString) {
      const Span content = string_content_span(node);
      require(in_text(content) && node.begin < content.begin && content.end < node.end, "content");
      decode_string_literal(text_, node);
      fstring_literal_prefix(text_, node);
    }
    if (node.kind == NodeKind::kName) require(is_identifier(span_of(node)), "name");
    if (node.kind == NodeKind::kAttribute) {
      require(is_identifier(attribute_name_span(text_, node)), "attribute");
    }
  }

  void check_roots() {
    NodeId next = 0;
    for (const Root& root : facts_.roots) {
      require(root.node < facts_.nodes.size(), "root is a node");
      if (!broken_.empty()) return;
      require(facts_.nodes[root.node].first == next, "roots cover the nodes in order");
      next = root.node + 1;
      require(root.scope < facts_.scopes.size() && is_guard(root.guard), "root in a scope");
      require(in_text(root.statement), "statement in the text");
      const Node& node = facts_.nodes[root.node];
      require(root.statement.begin <= node.begin && node.end <= root.statement.end,
              "root inside its statement");
    }
    require(next == facts_.nodes.size(), "every node belongs to a root");
  }

  void check_scopes() {
    require(!facts_.scopes.empty() && facts_.scopes[0].kind == ScopeKind::kModule, "module scope");
    for (ScopeId id = 1; id < facts_.scopes.size(); ++id) {
      const Scope& scope = facts_.scopes[id];
      require(scope.parent < id, "a scope after its parent");
      if (!broken_.empty()) return;
      const Span outer = facts_.scopes[scope.parent].span;
      require(in_text(scope.span), "scope in the text");
      require(outer.begin <= scope.span.begin && scope.span.end <= outer.end, "scopes nest");
      require(is_identifier(scope.name_span), "scope name");
      require(is_guard(scope.guard) && is_node(scope.returns), "scope");
      require(scope.first_parameter + scope.parameter_count <= facts_.parameters.size(), "scope");
      require(scope.first_decorator + scope.decorator_count <= facts_.decorators.size(), "scope");
      require(scope.first_base + scope.base_count <= facts_.bases.size(), "scope");
      require(in_text(scope.docstring), "docstring");
    }
    for (const Parameter& parameter : facts_.parameters) {
      require(in_text(parameter.span) && is_node(parameter.annotation), "parameter");
      require(is_node(parameter.default_value), "parameter");
    }
  }

  void check_guards() {
    for (GuardId id = 0; id < facts_.guards.size(); ++id) {
      const Guard& guard = facts_.guards[id];
      require(in_text(guard.body), "guard in the text");
      require(is_node(guard.test), "guard test");
      require(id == 0 || facts_.guards[id - 1].body.begin <= guard.body.begin, "guards sorted");
      require(guard.first_handler + guard.handler_count <= facts_.handlers.size(), "handlers");
      if (guard.parent == kNone) continue;
      require(guard.parent < id, "a guard after its parent");
      if (!broken_.empty()) return;
      const Span outer = facts_.guards[guard.parent].body;
      require(outer.begin <= guard.body.begin && guard.body.end <= outer.end, "guards nest");
    }
    for (const NodeId handler : facts_.handlers) require(is_node(handler), "handler");
  }

  void check_bindings() {
    uint32_t last = 0;
    for (const Binding& binding : facts_.bindings) {
      require(is_identifier(binding.span) && binding.name != Symbol::kNone, "bound name");
      require(binding.scope < facts_.scopes.size() && is_guard(binding.guard), "binding");
      require(is_node(binding.value) && is_node(binding.annotation), "bound value");
      require(in_text(binding.visible), "visible");
      require(last <= binding.span.begin, "bindings in source order");
      last = binding.span.begin;
    }
  }

  void check_store(const Store& store) {
    require(store.target < facts_.nodes.size() && is_node(store.value), "store");
    if (!broken_.empty()) return;
    const NodeKind kind = facts_.nodes[store.target].kind;
    require(kind == NodeKind::kAttribute || kind == NodeKind::kSubscript, "store target");
    require(store.scope < facts_.scopes.size() && is_guard(store.guard), "store");
  }

  const PythonFacts& facts_;
  const std::string& text_;
  std::string broken_;
};

}  // namespace npuport
