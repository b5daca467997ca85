// What the Python front end says about one file. Types only.
//
// Expressions stay as one post-order array of small nodes; statements are lowered to scopes,
// bindings, imports, guards and roots. Children of node n are found by walking back from n - 1:
// the last child is n - 1, the one before it is first(n - 1) - 1, and so on down to first(n).
// Names are symbols of the analysis-wide SymbolTable; spans are byte offsets into SourceFile::text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/span.h"
#include "base/symbol.h"

namespace npuport {

using NodeId = uint32_t;
using ScopeId = uint32_t;
using GuardId = uint32_t;
inline constexpr uint32_t kNone = 0xffffffffu;

enum class NodeKind : uint8_t {
  kName,      // name
  kNumber,    // text in the span
  kString,    // one literal; span covers prefix and quotes; kFlagBytes, kFlagRaw; content span: see
              // string_content()
  kFString,   // children: the replacement field expressions, in order; literal text lies between
              // them
  kConcat,    // implicit concatenation "a" "b"; children kString / kFString
  kConstant,  // True False None ... ; name holds the spelling
  kAttribute,  // child: the value; name = attribute; name_span = the last name of the span
  kCall,       // children: callee, then arguments (expressions, kKeyword, kStar, kDoubleStar)
  kKeyword,    // name=value inside a call or class header; child: value; span covers name and value
  kStar,       // *x
  kDoubleStar,   // **x (call argument, dict item)
  kSubscript,    // children: value, then index items (kSlice or expressions)
  kSlice,        // children: those present
  kUnary,        // op: Operator
  kBinary,       // op: Operator; two children
  kCompare,      // op: Operator; two children (a < b < c is Compare(Compare(a, b), c))
  kBoolean,      // op: kAnd or kOr; two children
  kConditional,  // a if c else b; children in source order: a, c, b
  kNamed,        // name := value; children: kName, value
  kTuple,
  kList,
  kSet,
  kDict,           // children alternate key, value; a kDoubleStar stands alone
  kComprehension,  // children: element (two for a dict), then per clause target, iterable,
                   // conditions
  kLambda,         // children: defaults of parameters, then the body
  kAwait,
  kYield,
  kTemplate,      // t-string; like kFString
  kClassPattern,  // C(a, b=c) in a match pattern; children: the class, then patterns and kKeyword
};

enum class Operator : uint8_t {
  kNone,
  kAdd,
  kSub,
  kMul,
  kDiv,
  kFloorDiv,
  kMod,
  kPow,
  kMatMul,
  kLeftShift,
  kRightShift,
  kBitAnd,
  kBitOr,
  kBitXor,
  kInvert,
  kNegative,
  kPositive,
  kNot,
  kAnd,
  kOr,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kIn,
  kNotIn,
  kIs,
  kIsNot,
};

enum NodeFlag : uint8_t {
  kFlagBytes = 1 << 0,
  kFlagRaw = 1 << 1,
  kFlagTriple = 1 << 2,
  kFlagParenthesised = 1 << 3,
};

struct Node {
  NodeKind kind = NodeKind::kName;
  Operator op = Operator::kNone;
  uint8_t flags = 0;
  uint8_t prefix = 0;  // kString, kFString: bytes before the content (prefix letters and quotes)
  uint32_t begin = 0;
  uint32_t end = 0;
  NodeId first = 0;  // first node of this subtree; == own id for a leaf
  Symbol name = Symbol::kNone;
};
static_assert(sizeof(Node) == 20);

enum class ScopeKind : uint8_t { kModule, kClass, kFunction };

enum class ParameterKind : uint8_t {
  kPositionalOnly,
  kPositional,
  kVarArgs,
  kKeywordOnly,
  kKeywordArgs
};

struct Parameter {
  Symbol name = Symbol::kNone;
  Span span;  // the name
  ParameterKind kind = ParameterKind::kPositional;
  NodeId annotation = kNone;
  NodeId default_value = kNone;
};

struct Scope {
  ScopeKind kind = ScopeKind::kModule;
  bool is_async = false;
  ScopeId parent = kNone;
  Symbol name = Symbol::kNone;
  Span name_span;
  Span span;  // from "def"/"class" (first decorator if any) to the end of the body
  uint32_t first_parameter = 0, parameter_count = 0;  // in PythonFacts::parameters
  uint32_t first_decorator = 0, decorator_count = 0;  // in PythonFacts::decorators (NodeIds)
  uint32_t first_base = 0,
           base_count = 0;  // in PythonFacts::bases (NodeIds; kKeyword for metaclass=)
  NodeId returns = kNone;   // annotation
  GuardId guard = kNone;    // in force at the definition
  Span docstring;
};

enum class BindingKind : uint8_t {
  kImport,  // import a.b as c / import a.b (binds a)
  kFromImport,
  kAssign,  // value = right side; for unpacking see unpack_index
  kAugmented,
  kFor,   // value = the iterable
  kWith,  // value = the context expression
  kExcept,
  kDef,        // index = scope
  kClass,      // index = scope
  kParameter,  // index = parameter
  kGlobal,     // "global x" / "nonlocal x" in this scope
  kDelete,
  kNamed,            // walrus
  kComprehension,    // value = the iterable; visible only inside `visible`
  kLambdaParameter,  // visible only inside `visible`
  kCapture,          // match pattern
  kTypeAlias,
};

struct Binding {
  BindingKind kind = BindingKind::kAssign;
  ScopeId scope = 0;
  Symbol name = Symbol::kNone;
  Span span;  // the bound name token
  NodeId value = kNone;
  NodeId annotation = kNone;  // x: T = v
  uint32_t index = kNone;     // import, scope or parameter, by kind
  int32_t unpack_index = -1;  // position in a tuple target, -1 when the whole value is bound
  GuardId guard = kNone;
  Span visible;  // empty = the whole scope
};

// x.attr = value and x[key] = value; the target is a kAttribute or kSubscript node.
struct Store {
  ScopeId scope = 0;
  NodeId target = kNone;
  NodeId value = kNone;
  int32_t unpack_index = -1;
  GuardId guard = kNone;
  NodeId annotation = kNone;
};

struct Import {
  ScopeId scope = 0;
  GuardId guard = kNone;
  uint16_t level = 0;  // leading dots
  bool is_from = false;
  bool is_star = false;
  std::vector<Symbol> module;   // dotted parts; empty for "from . import x"
  Span module_span;             // the dotted name
  Symbol name = Symbol::kNone;  // from-import: the imported name
  Span name_span;
  Symbol alias = Symbol::kNone;  // "as" name
  Span alias_span;
  Span statement;  // the whole statement
};

enum class GuardKind : uint8_t {
  kIf,         // test holds here
  kElse,       // test does not hold here (else of if, also each later elif)
  kAfterExit,  // code after "if test: return/raise/continue/break": test does not hold here
  kWhile,
  kTry,     // inside a try body; `handlers` lists what its handlers catch
  kExcept,  // inside a handler
  kWith,    // test = the context expression (suppress(...))
  kCase,
  kShortCircuit,     // right side of "a and b": test = a holds
  kShortCircuitNot,  // right side of "a or b": test = a does not hold
};

struct Guard {
  GuardKind kind = GuardKind::kIf;
  GuardId parent = kNone;
  NodeId test = kNone;  // kExcept: the exception expression, kNone when bare
  uint32_t first_handler = 0,
           handler_count = 0;  // kTry: NodeIds in PythonFacts::handlers; kNone entry = bare except
  Span body;                   // the guarded statements
};

enum class RootKind : uint8_t {
  kExpression,
  kValue /* right side of an assignment */,
  kTarget /* left side */,
  kReturn,
  kAssert,
  kRaise,
  kDelete,
  kIfTest,
  kWhileTest,
  kForIterable,
  kForTarget,
  kWithItem,
  kDecorator,
  kBase,
  kDefault,
  kAnnotation,
  kExceptType,
  kMatchSubject,
  kPattern,
};

// A whole expression of a statement, in source order: the nodes [first(node), node] belong to it.
struct Root {
  NodeId node = kNone;
  RootKind kind = RootKind::kExpression;
  ScopeId scope =
      0;  // where it is evaluated: decorators, defaults, bases belong to the enclosing scope
  GuardId guard = kNone;
  Span statement;  // the statement's first line to its end
};

// A line that is not Python but shell: "!pip install x", "%pip install x" and "%%bash" bodies in
// notebooks.
struct ShellLine {
  Span span;  // the command, without the marker
};

struct SyntaxError {
  uint32_t offset = 0;
  std::string message;
};

struct PythonFacts {
  std::vector<Node> nodes;
  std::vector<Root> roots;    // by node id
  std::vector<Scope> scopes;  // scopes[0] is the module
  std::vector<Parameter> parameters;
  std::vector<NodeId> decorators;
  std::vector<NodeId> bases;
  std::vector<Binding> bindings;  // source order
  std::vector<Store> stores;
  std::vector<Import> imports;
  std::vector<Guard> guards;
  std::vector<NodeId> handlers;
  std::vector<ShellLine> shell_lines;
  std::vector<SyntaxError> errors;  // each lost at most its own statement
};

}  // namespace npuport
