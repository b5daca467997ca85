#include "unit/syntax/python/lowered.h"

#include <gtest/gtest.h>

#include <memory>

#include "unit/syntax/python/facts_check.h"

namespace npuport {
namespace {

SourceFile source(std::string text, FileKind kind) {
  SourceFile file;
  file.path = "test.py";
  file.kind = kind;
  file.text = std::move(text);
  return file;
}

const char* word(NodeKind kind) {
  switch (kind) {
    case NodeKind::kConcat:
      return "concat";
    case NodeKind::kAttribute:
      return "attr";
    case NodeKind::kCall:
      return "call";
    case NodeKind::kKeyword:
      return "kw";
    case NodeKind::kStar:
      return "*";
    case NodeKind::kDoubleStar:
      return "**";
    case NodeKind::kSubscript:
      return "sub";
    case NodeKind::kSlice:
      return "slice";
    case NodeKind::kConditional:
      return "cond";
    case NodeKind::kNamed:
      return ":=";
    case NodeKind::kTuple:
      return "tuple";
    case NodeKind::kList:
      return "list";
    case NodeKind::kSet:
      return "set";
    case NodeKind::kDict:
      return "dict";
    case NodeKind::kComprehension:
      return "comp";
    case NodeKind::kLambda:
      return "lambda";
    case NodeKind::kAwait:
      return "await";
    case NodeKind::kYield:
      return "yield";
    case NodeKind::kFString:
      return "f";
    case NodeKind::kTemplate:
      return "t";
    case NodeKind::kClassPattern:
      return "class-pattern";
    default:
      return "?";
  }
}

constexpr const char* kOperators[] = {
    "?",  "+",  "-", "*",  "/", "//", "%",  "**",     "@",   "<<",
    ">>", "&",  "|", "^",  "~", "-",  "+",  "not",    "and", "or",
    "==", "!=", "<", "<=", ">", ">=", "in", "not-in", "is",  "is-not"};

}  // namespace

Lowered::Lowered(std::string text, FileKind kind) : Lowered(source(std::move(text), kind), 0) {}

Lowered::Lowered(SourceFile file, int)
    : file_(std::move(file)),
      symbols_(std::make_unique<SymbolTable>()),
      facts_(lower_python(file_, *symbols_)) {
  EXPECT_EQ(FactsCheck(facts_, file_.text).check(), "") << file_.text.substr(0, 2000);
}

Lowered Lowered::notebook(const std::vector<std::string>& cells) {
  SourceFile file = source("", FileKind::kNotebook);
  for (const std::string& cell : cells) {
    const auto begin = static_cast<uint32_t>(file.text.size());
    file.text += cell;
    file.cells.push_back({static_cast<uint32_t>(file.cells.size() + 1),
                          {begin, static_cast<uint32_t>(file.text.size())}});
    file.text += '\n';
  }
  return Lowered(std::move(file), 0);
}

std::string Lowered::tree(NodeId id) const {
  if (id == kNone) return "-";
  const Node& node = facts_.nodes[id];
  switch (node.kind) {
    case NodeKind::kName:
    case NodeKind::kConstant:
      return name(node.name);
    case NodeKind::kNumber:
    case NodeKind::kString:
      return std::string(node_text(file_.text, node));
    default:
      break;
  }
  std::string out = "(";
  const bool has_operator = node.op != Operator::kNone;
  out += has_operator ? kOperators[static_cast<int>(node.op)] : word(node.kind);
  if (node.kind == NodeKind::kKeyword) out += " " + name(node.name);
  for (const NodeId child : children(facts_, id)) out += " " + tree(child);
  if (node.kind == NodeKind::kAttribute) out += " " + name(node.name);
  return out + ")";
}

std::string Lowered::roots() const {
  static constexpr const char* kKinds[] = {
      "expression", "value",      "target",   "return",     "assert", "raise",     "delete",
      "if",         "while",      "iterable", "for-target", "with",   "decorator", "base",
      "default",    "annotation", "except",   "match",      "pattern"};
  std::string out;
  for (const Root& root : facts_.roots) {
    out += std::string(kKinds[static_cast<int>(root.kind)]) + " " + tree(root.node) + "\n";
  }
  return out;
}

std::string Lowered::scope_name(ScopeId id) const {
  return id == 0 ? "module" : name(facts_.scopes[id].name);
}

std::string Lowered::bindings() const {
  static constexpr const char* kKinds[] = {
      "import", "from-import",   "assign", "augmented", "for",    "with",
      "except", "def",           "class",  "parameter", "global", "delete",
      "named",  "comprehension", "lambda", "capture",   "type"};
  std::string out;
  for (const Binding& binding : facts_.bindings) {
    out += scope_name(binding.scope) + " " + kKinds[static_cast<int>(binding.kind)] + " " +
           name(binding.name);
    if (binding.value != kNone) out += " = " + tree(binding.value);
    if (binding.unpack_index >= 0) out += " [" + std::to_string(binding.unpack_index) + "]";
    if (!binding.visible.empty()) out += " in {" + text(binding.visible) + "}";
    out += "\n";
  }
  return out;
}

std::string Lowered::guards(std::string_view needle) const {
  static constexpr const char* kKinds[] = {"if",     "else", "after", "while", "try",
                                           "except", "with", "case",  "and",   "or"};
  std::string out;
  GuardId id = guard_at(facts_, static_cast<uint32_t>(file_.text.find(needle)));
  for (; id != kNone; id = facts_.guards[id].parent) {
    const Guard& guard = facts_.guards[id];
    if (!out.empty()) out += " ";
    out += std::string(kKinds[static_cast<int>(guard.kind)]);
    if (guard.kind == GuardKind::kTry) {
      for (uint32_t i = 0; i < guard.handler_count; ++i) {
        const NodeId handler = facts_.handlers[guard.first_handler + i];
        out += "/" + tree(handler);
      }
    } else {
      out += "=" + tree(guard.test);
    }
  }
  return out;
}

std::string Lowered::scopes() const {
  std::string out;
  for (ScopeId id = 1; id < facts_.scopes.size(); ++id) {
    const Scope& scope = facts_.scopes[id];
    out += scope_name(scope.parent) + (scope.kind == ScopeKind::kClass ? " class " : " function ") +
           name(scope.name) + "\n";
  }
  return out;
}

std::string Lowered::parameters(ScopeId id) const {
  static constexpr const char* kMarks[] = {"/", "", "*", "kw ", "**"};
  std::string out;
  const Scope& scope = facts_.scopes[id];
  for (uint32_t i = 0; i < scope.parameter_count; ++i) {
    const Parameter& parameter = facts_.parameters[scope.first_parameter + i];
    if (!out.empty()) out += ", ";
    out += kMarks[static_cast<int>(parameter.kind)] + name(parameter.name);
    if (parameter.annotation != kNone) out += ": " + tree(parameter.annotation);
    if (parameter.default_value != kNone) out += " = " + tree(parameter.default_value);
  }
  return out;
}

std::string Lowered::imports() const {
  std::string out;
  for (const Import& import : facts_.imports) {
    std::string module(import.level, '.');
    for (size_t i = 0; i < import.module.size(); ++i) {
      module += (i == 0 ? "" : ".") + name(import.module[i]);
    }
    out += (import.is_from ? "from " : "import ") + module;
    if (import.is_star) out += " *";
    if (import.name != Symbol::kNone) out += " " + name(import.name);
    if (import.alias != Symbol::kNone) out += " as " + name(import.alias);
    out += "\n";
  }
  return out;
}

std::string Lowered::shell_lines() const {
  std::string out;
  for (const ShellLine& line : facts_.shell_lines) out += text(line.span) + "\n";
  return out;
}

std::string Lowered::errors() const {
  std::string out;
  for (const SyntaxError& error : facts_.errors) {
    out += std::to_string(error.offset) + " " + error.message + "\n";
  }
  return out;
}

NodeId Lowered::find(NodeKind kind) const {
  for (NodeId id = 0; id < facts_.nodes.size(); ++id) {
    if (facts_.nodes[id].kind == kind) return id;
  }
  return kNone;
}

}  // namespace npuport
