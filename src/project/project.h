// One model of the whole project: the only place that resolves names.
//
// Detectors ask it what a name denotes (through aliases, re-exports, class members and dynamic
// access that can be read), what a value is (through constants, defaults, attributes and string
// building), and under which conditions a place runs. All const members may be called from any
// number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "facts/file_facts.h"
#include "project/qualified_name.h"
#include "source/source_file.h"

namespace npuport {

using FileId = uint32_t;
using ModuleId = uint32_t;

enum class EntityKind : uint8_t {
  kUnknown,
  kExternal,          // a name outside the project: `name`
  kExternalInstance,  // an object made by calling `name`: an instance when it is a class, else its
                      // result
  kExternalMember,    // an attribute of such an object: `name` = maker, then the attribute
  kModule,            // a module or package of the project: `index` is its ModuleId
  kFunction,          // a function of the project: `file`, `index` = scope
  kClass,             // a class of the project: `file`, `index` = scope
  kInstance,          // an object of a project class: `file`, `index` = class scope
  kParameter,         // a parameter nobody typed: `file`, `index` = parameter
  kValue,             // bound to an expression that is none of these: `file`, `index` = node
};

struct Entity {
  EntityKind kind = EntityKind::kUnknown;
  QName name = QName::kNone;
  FileId file = kNone;
  uint32_t index = kNone;

  bool operator==(const Entity&) const = default;
  bool is_external() const { return kind == EntityKind::kExternal; }
};

// What an expression can evaluate to, as far as it can be read.
struct Value {
  enum class Kind : uint8_t {
    kUnknown,
    kNone,
    kBoolean,
    kInteger,
    kFloat,
    kString,
    kReference,
    kSequence,
    kMapping
  };
  Kind kind = Kind::kUnknown;
  bool boolean = false;
  bool open_ended = false;    // kString: more text may follow or lie inside, as in f"cuda:{rank}"
  bool from_default = false;  // a parameter's default: callers may pass something else
  int64_t integer = 0;
  std::string text;     // kString: the known text up to the first unknown part
  Entity entity;        // kReference
  FileId file = kNone;  // the literal or expression that gave it
  NodeId node = kNone;
};
using Values = std::vector<Value>;  // the alternatives; empty = nothing known

// One call: what is called, and its last name ("to" of x.to(...)), Symbol::kNone for anything else
// that can be called.
struct CallSite {
  NodeId call = kNone;
  NodeId callee = kNone;
  Symbol name = Symbol::kNone;
};

// Derived once per file: parents, calls and binding look-up.
struct FileIndex {
  std::vector<NodeId> parents;             // per node, kNone for roots
  std::vector<CallSite> calls;             // by node
  std::vector<uint32_t> bindings_by_name;  // binding ids by (scope, name, source order)
  std::vector<uint32_t>
      stores_by_name;                // store ids with an attribute target by (class scope, name)
  std::vector<ScopeId> store_class;  // per store: the class whose "self" is written, or kNone
  std::vector<Symbol> alias_names;   // sorted: names that imports or alias assignments bind
  bool has_star_import = false;
  std::vector<Span> lambdas;  // outermost lambdas, by begin: their bodies run later
  ModuleId module = kNone;
  uint32_t patch_offset = kNone;  // where transfer_to_npu is imported at module level, kNone = not
};

class Project {
 public:
  // Links the facts of all files. `facts` is parallel to tree.files.
  static Project link(SourceTree tree, std::vector<FileFacts> facts,
                      std::unique_ptr<SymbolTable> symbols, unsigned threads);
  ~Project();
  Project(Project&&) noexcept;

  const SourceTree& tree() const { return tree_; }
  const SourceFile& file(FileId id) const { return tree_.files[id]; }
  const FileFacts& facts(FileId id) const { return facts_[id]; }
  const PythonFacts& python(FileId id) const { return facts_[id].python; }
  const FileIndex& index(FileId id) const { return index_[id]; }
  uint32_t file_count() const { return static_cast<uint32_t>(tree_.files.size()); }
  SymbolTable& symbols() const { return *symbols_; }
  QualifiedNames& names() const { return *names_; }
  std::string_view text(FileId id, Span span) const {
    return std::string_view(tree_.files[id].text).substr(span.begin, span.end - span.begin);
  }
  std::string_view spelling(Symbol symbol) const { return symbols_->text(symbol); }
  Span span(FileId id, NodeId node) const {
    const Node& n = python(id).nodes[node];
    return {n.begin, n.end};
  }

  // --- names -------------------------------------------------------------------------------------
  // What the expression denotes: names, attribute chains, calls, partial(...), getattr with a
  // constant.
  Entity resolve(FileId file, NodeId node) const;
  // Every binding that may reach a name; the first is the one that `resolve` prefers.
  std::vector<Entity> resolve_all(FileId file, NodeId node) const;
  // The attribute `name` of what `base` denotes.
  Entity member(const Entity& base, Symbol name) const;
  // The module that an import statement names: kModule or kExternal. With `with_name`, the imported
  // name itself.
  Entity import_target(FileId file, const Import& import, bool with_name) const;
  // The project class `scope` or one of its project bases that defines `name`; kUnknown when only
  // outside bases could.
  Entity class_member(FileId file, ScopeId scope, Symbol name) const;
  // The stores "self.name = ..." of a class, by PythonFacts::stores index, at most a few dozen.
  std::span<const uint32_t> stores_of(FileId file, ScopeId class_scope, Symbol name) const;
  // The store that writes the target node, nullptr when none does.
  const Store* store_at(FileId file, NodeId target) const;
  // The expressions that give a name or attribute its value: right sides of assignments in the
  // scope, the module or the class. Empty when only parameters or unknown objects could.
  std::vector<std::pair<FileId, NodeId>> definitions(FileId file, NodeId node) const;
  // First base outside the project, following project bases; kNone without one.
  QName external_base(FileId file, ScopeId scope) const;
  // Whether the scope itself, not one around it, binds the name.
  bool binds(FileId file, ScopeId scope, Symbol name) const;
  // Whether the name, anywhere in the file, may stand for something imported.
  bool may_be_imported(FileId file, Symbol name) const;
  // The qualified name of an external entity ("" for others).
  std::string external_name(const Entity& entity) const;

  // --- values ------------------------------------------------------------------------------------
  Values evaluate(FileId file, NodeId node) const;

  // --- places ------------------------------------------------------------------------------------
  // The root expression that holds the node.
  const Root& root_of(FileId file, NodeId node) const;
  // The innermost guard in force at the node, conditions inside its own expression included.
  GuardId guard_of(FileId file, NodeId node) const;
  // The function or class or module scope in which the node is evaluated.
  ScopeId scope_of(FileId file, NodeId node) const { return root_of(file, node).scope; }
  // True when the node runs as soon as the module is imported.
  bool runs_at_import(FileId file, NodeId node) const;
  // Whether a guard's test is typing.TYPE_CHECKING: true for type checkers only.
  bool tests_type_checking(FileId file, NodeId test) const;
  // The scope's dotted name inside the file ("Trainer.step"), "" for the module.
  std::string scope_name(FileId file, ScopeId scope) const;

 private:
  friend class Linker;
  friend class Resolver;
  friend class Evaluator;
  Project();

  SourceTree tree_;
  std::vector<FileFacts> facts_;
  std::vector<FileIndex> index_;
  std::unique_ptr<SymbolTable> symbols_;
  std::unique_ptr<QualifiedNames> names_;

 public:
  struct Modules;  // see project/modules.h; for the project stage only

 private:
  std::unique_ptr<Modules> modules_;
};

}  // namespace npuport
