// Source text in, facts out, rendered as short strings that tests can compare.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "facts/python_nodes.h"
#include "syntax/python/python.h"

namespace npuport {

class Lowered {
 public:
  explicit Lowered(std::string text, FileKind kind = FileKind::kPython);

  // A notebook of these cells.
  static Lowered notebook(const std::vector<std::string>& cells);

  const PythonFacts& facts() const { return facts_; }
  const std::string& text() const { return file_.text; }
  std::string name(Symbol symbol) const { return std::string(symbols_->text(symbol)); }
  Symbol symbol(std::string_view name) const { return symbols_->find(name); }
  std::string text(Span span) const { return file_.text.substr(span.begin, span.end - span.begin); }

  // The node as an S-expression: (call (attr torch cuda) (kw device "cpu")).
  std::string tree(NodeId id) const;

  // All roots, one per line: "value (call f)".
  std::string roots() const;

  // "kind scope name" of each binding, one per line, with value and unpack index where there are.
  std::string bindings() const;

  // The guards in force at the first occurrence of `needle`, innermost first: "if=a.b else=c".
  std::string guards(std::string_view needle) const;

  // "function f parent guard..." of each scope but the module.
  std::string scopes() const;
  std::string parameters(ScopeId scope) const;
  std::string imports() const;
  std::string shell_lines() const;
  std::string errors() const;  // "offset message", one per line

  // The first node of a kind.
  NodeId find(NodeKind kind) const;

 private:
  Lowered(SourceFile file, int);

  std::string scope_name(ScopeId id) const;

  SourceFile file_;
  std::unique_ptr<SymbolTable> symbols_;
  PythonFacts facts_;
};

}  // namespace npuport
