// Prints the Python facts of files, one line per fact, for comparison with another parser.
//
//   dump_python_facts < LIST_OF_PATHS
//
// Each file is a section "FILE path" ... "END". Positions are byte offsets. compare_ast.py prints
// the same lines from CPython's ast; its comments say what each line holds.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "base/symbol.h"
#include "facts/python_nodes.h"
#include "syntax/python/python.h"

namespace {

using namespace npuport;  // NOLINT: a tool of one file

class Dumper {
 public:
  Dumper(const PythonFacts& facts, const std::string& text, const SymbolTable& symbols)
      : facts_(facts), text_(text), symbols_(symbols) {}

  void print() {
    mark_special_nodes();
    for (NodeId id = 0; id < facts_.nodes.size(); ++id) print_node(id);
    for (const Import& import : facts_.imports) print_import(import);
    for (ScopeId id = 1; id < facts_.scopes.size(); ++id) print_scope(id);
    for (const Binding& binding : facts_.bindings) print_binding(binding);
    for (const Store& store : facts_.stores) {
      std::printf("store %s %s value %s unpack %d\n", scope_name(store.scope).c_str(),
                  span(store.target).c_str(), span(store.value).c_str(), store.unpack_index);
    }
    for (const Scope& scope : facts_.scopes) {
      if (!scope.docstring.empty()) {
        std::printf("docstring %u %u\n", scope.docstring.begin, scope.docstring.end);
      }
    }
    for (const SyntaxError& error : facts_.errors) {
      std::printf("error %u %s\n", error.offset, error.message.c_str());
    }
  }

 private:
  const Node& node(NodeId id) const { return facts_.nodes[id]; }

  std::string text(Symbol symbol) const { return std::string(symbols_.text(symbol)); }

  std::string span(NodeId id) const {
    if (id == kNone) return "-";
    return std::to_string(node(id).begin) + ":" + std::to_string(node(id).end);
  }

  std::string scope_name(ScopeId id) const {
    if (id == 0) return "<module>";
    const std::string own = text(facts_.scopes[id].name);
    const ScopeId parent = facts_.scopes[id].parent;
    return parent == 0 ? own : scope_name(parent) + "." + own;
  }

  // CPython has one node for a and b and c, a < b < c and "a" "b"; marks the nodes it does not
  // have, and those inside f-strings, whose positions it does not know before 3.12.
  void mark_special_nodes() {
    hidden_.assign(facts_.nodes.size(), false);
    in_fstring_.assign(facts_.nodes.size(), false);
    for (NodeId id = 0; id < facts_.nodes.size(); ++id) {
      const Node& n = node(id);
      if (n.kind == NodeKind::kBoolean || n.kind == NodeKind::kCompare) {
        const NodeId left = first_child(facts_, id);
        const bool chained = n.kind == NodeKind::kCompare || n.op == node(left).op;
        if (node(left).kind == n.kind && chained && !(node(left).flags & kFlagParenthesised)) {
          hidden_[left] = true;
        }
      } else if (n.kind == NodeKind::kConcat) {
        for (const NodeId part : children(facts_, id)) hidden_[part] = true;
      } else if (n.kind == NodeKind::kSubscript) {
        const bool alone = child_count(facts_, id) == 2;  // a[(b, c)] is a[b, c] to CPython
        if (alone && node(id - 1).kind == NodeKind::kTuple) hidden_[id - 1] = true;
      } else if (n.kind == NodeKind::kFString) {
        for (NodeId inner = n.first; inner < id; ++inner) in_fstring_[inner] = true;
      }
    }
  }

  // clang-format off
  const char* kind_name(NodeId id) const {
    switch (node(id).kind) {
      case NodeKind::kName: return "name";
      case NodeKind::kNumber: return "number";
      case NodeKind::kString: return "string";
      case NodeKind::kFString: return "fstring";
      case NodeKind::kConcat: {
        for (const NodeId part : children(facts_, id)) {
          if (node(part).kind != NodeKind::kString) return "fstring";
        }
        return "string";
      }
      case NodeKind::kConstant: return "constant";
      case NodeKind::kAttribute: return "attribute";
      case NodeKind::kCall: return "call";
      case NodeKind::kKeyword: return "keyword";
      case NodeKind::kStar: return "star";
      case NodeKind::kSubscript: return "subscript";
      case NodeKind::kSlice: return "slice";
      case NodeKind::kUnary: return "unary";
      case NodeKind::kBinary: return "binary";
      case NodeKind::kCompare: return "compare";
      case NodeKind::kBoolean: return "boolean";
      case NodeKind::kConditional: return "conditional";
      case NodeKind::kNamed: return "named";
      case NodeKind::kTuple: return "tuple";
      case NodeKind::kList: return "list";
      case NodeKind::kSet: return "set";
      case NodeKind::kDict: return "dict";
      case NodeKind::kComprehension: return "comprehension";
      case NodeKind::kLambda: return "lambda";
      case NodeKind::kAwait: return "await";
      case NodeKind::kYield: return "yield";
      default: return nullptr;
    }
  }
  // clang-format on

  void print_node(NodeId id) {
    const char* kind = kind_name(id);
    if (hidden_[id] || kind == nullptr) return;
    const Node& n = node(id);
    std::string line = kind;
    const bool has_name = n.kind == NodeKind::kName || n.kind == NodeKind::kAttribute ||
                          n.kind == NodeKind::kKeyword || n.kind == NodeKind::kConstant;
    if (has_name) line += " " + text(n.name);
    const Root& root = facts_.roots[root_of(facts_, id)];
    // del a, b has no tuple in CPython's tree.
    if (root.kind == RootKind::kDelete && root.node == id && n.kind == NodeKind::kTuple &&
        !(n.flags & kFlagParenthesised)) {
      return;
    }
    if (n.kind == NodeKind::kComprehension) {
      std::printf("%s%s\n", in_fstring_[id] ? "f " : "", kind);
    } else if (in_fstring_[id]) {
      std::printf("f %s\n", line.c_str());
    } else if (root.kind == RootKind::kPattern) {
      return;  // shaped differently
    } else {
      std::printf("%s %u %u\n", line.c_str(), n.begin, n.end);
    }
    if (n.kind == NodeKind::kCall && !in_fstring_[id]) print_guards(n);
  }

  void print_guards(const Node& call) {
    std::string chain;
    for (GuardId id = guard_at(facts_, call.begin); id != kNone; id = facts_.guards[id].parent) {
      static constexpr const char* kNames[] = {"if",     "else", "after", "while", "try",
                                               "except", "with", "case",  "and",   "or"};
      const Guard& guard = facts_.guards[id];
      chain += std::string(" ") + kNames[static_cast<int>(guard.kind)];
      if (guard.kind == GuardKind::kTry) {
        for (uint32_t i = 0; i < guard.handler_count; ++i) {
          chain += "/" + span(facts_.handlers[guard.first_handler + i]);
        }
      } else if (guard.kind != GuardKind::kCase) {
        chain += "=" + span(guard.test);
      }
    }
    std::printf("guards %u %u%s\n", call.begin, call.end, chain.c_str());
  }

  void print_import(const Import& import) {
    std::string dotted(import.level, '.');
    for (size_t i = 0; i < import.module.size(); ++i) {
      dotted += (i == 0 ? "" : ".") + text(import.module[i]);
    }
    std::printf("import %u %u %s %s%s as %s\n", import.statement.begin, import.statement.end,
                dotted.c_str(), text(import.name).c_str(), import.is_star ? "*" : "",
                text(import.alias).c_str());
  }

  void print_scope(ScopeId id) {
    const Scope& scope = facts_.scopes[id];
    const std::string name = scope_name(id);
    std::printf(
        "scope %s%s %s end %u decorators %u bases %u returns %s\n", scope.is_async ? "async " : "",
        scope.kind == ScopeKind::kClass ? "class" : "function", name.c_str(), scope.span.end,
        scope.decorator_count, scope.base_count, span(scope.returns).c_str());
    static constexpr const char* kKinds[] = {"posonly", "positional", "args", "kwonly", "kwargs"};
    for (uint32_t i = 0; i < scope.parameter_count; ++i) {
      const Parameter& parameter = facts_.parameters[scope.first_parameter + i];
      std::printf("parameter %s %s %u %s annotation %s default %s\n", name.c_str(),
                  text(parameter.name).c_str(), parameter.span.begin,
                  kKinds[static_cast<int>(parameter.kind)], span(parameter.annotation).c_str(),
                  span(parameter.default_value).c_str());
    }
  }

  void print_binding(const Binding& binding) {
    static constexpr const char* kKinds[] = {
        "import", "import",        "assign", "augmented", "for",    "with",
        "except", "def",           "class",  "",          "global", "delete",
        "named",  "comprehension", "lambda", "capture",   "type"};
    const std::string kind = kKinds[static_cast<int>(binding.kind)];
    if (kind.empty()) return;  // parameters: printed with their scope
    std::printf("bind %s %s %s", scope_name(binding.scope).c_str(), kind.c_str(),
                text(binding.name).c_str());
    const bool has_place = kind == "assign" || kind == "augmented" || kind == "for" ||
                           kind == "with" || kind == "delete";
    if (has_place) {
      std::printf(" %u value %s unpack %d annotation %s", binding.span.begin,
                  span(binding.value).c_str(), binding.unpack_index,
                  span(binding.annotation).c_str());
    }
    std::printf("\n");
  }

  const PythonFacts& facts_;
  const std::string& text_;
  const SymbolTable& symbols_;
  std::vector<bool> hidden_;
  std::vector<bool> in_fstring_;
};

}  // namespace

int main() {
  SymbolTable symbols;
  std::string path;
  while (std::getline(std::cin, path)) {
    std::ifstream in(path, std::ios::binary);
    SourceFile file;
    file.path = path;
    file.kind = FileKind::kPython;
    file.text.assign(std::istreambuf_iterator<char>(in), {});
    const PythonFacts facts = lower_python(file, symbols);
    std::printf("FILE %s\n", path.c_str());
    Dumper(facts, file.text, symbols).print();
    std::printf("END\n");
  }
  return 0;
}
