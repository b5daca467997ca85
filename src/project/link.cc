// Linking: the module tree, and per file the look-up tables that resolution needs.
#include <algorithm>
#include <array>
#include <unordered_set>

#include "base/parallel.h"
#include "facts/python_nodes.h"
#include "project/modules.h"
#include "project/project.h"

namespace npuport {
namespace {

bool is_python(FileKind kind) { return kind == FileKind::kPython || kind == FileKind::kNotebook; }

// Children come before parents: the last child of n is n - 1, the one before it first(n - 1) - 1.
void index_tree(const PythonFacts& facts, FileIndex& index) {
  index.parents.assign(facts.nodes.size(), kNone);
  for (NodeId id = 0; id < facts.nodes.size(); ++id) {
    const Node& node = facts.nodes[id];
    NodeId last = kNone;
    for (NodeId child = id; child > node.first;) {
      --child;
      index.parents[child] = id;
      last = child;
      child = facts.nodes[child].first;
    }
    if (node.kind != NodeKind::kCall || last == kNone) continue;
    const Node& called = facts.nodes[last];  // children run backwards: the last seen is the callee
    const bool named = called.kind == NodeKind::kName || called.kind == NodeKind::kAttribute;
    index.calls.push_back({id, last, named ? called.name : Symbol::kNone});
  }
}

void sort_bindings(const PythonFacts& facts, std::vector<uint32_t>& order) {
  order.resize(facts.bindings.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    const Binding& x = facts.bindings[a];
    const Binding& y = facts.bindings[b];
    if (x.scope != y.scope) return x.scope < y.scope;
    if (x.name != y.name) return x.name < y.name;
    return a < b;
  });
}

// The class whose instance the store writes: "self.x = v" in a method of it.
ScopeId class_of_store(const PythonFacts& facts, const Store& store, Symbol* attribute) {
  const Node& target = facts.nodes[store.target];
  if (target.kind != NodeKind::kAttribute || store.target == 0) return kNone;
  const Node& value = facts.nodes[store.target - 1];
  if (value.kind != NodeKind::kName) return kNone;
  for (ScopeId scope = store.scope; scope != kNone; scope = facts.scopes[scope].parent) {
    const Scope& function = facts.scopes[scope];
    if (function.kind != ScopeKind::kFunction || function.parameter_count == 0) continue;
    const ScopeId owner = function.parent;
    if (owner == kNone || facts.scopes[owner].kind != ScopeKind::kClass) continue;
    if (facts.parameters[function.first_parameter].name != value.name) return kNone;
    *attribute = target.name;
    return owner;
  }
  return kNone;
}

void index_stores(const PythonFacts& facts, FileIndex& index) {
  std::vector<std::pair<std::pair<ScopeId, Symbol>, uint32_t>> keyed;
  index.store_class.assign(facts.stores.size(), kNone);
  for (uint32_t i = 0; i < facts.stores.size(); ++i) {
    Symbol attribute = Symbol::kNone;
    const ScopeId owner = class_of_store(facts, facts.stores[i], &attribute);
    index.store_class[i] = owner;
    if (owner != kNone) keyed.push_back({{owner, attribute}, i});
  }
  std::sort(keyed.begin(), keyed.end());
  for (const auto& [key, store] : keyed) index.stores_by_name.push_back(store);
}

void index_lambdas(const PythonFacts& facts, FileIndex& index) {
  for (const Node& n : facts.nodes) {
    if (n.kind != NodeKind::kLambda) continue;
    // Post-order: an outer lambda comes after the ones inside it.
    while (!index.lambdas.empty() && index.lambdas.back().begin >= n.begin)
      index.lambdas.pop_back();
    index.lambdas.push_back({n.begin, n.end});
  }
}

// The plain names that an alias value starts from: torch of torch.cuda, f of partial(f, ...).
void alias_roots(const PythonFacts& facts, NodeId value, std::vector<Symbol>& roots, int depth) {
  if (value == kNone || depth > 4) return;
  const Node& n = facts.nodes[value];
  switch (n.kind) {
    case NodeKind::kName:
      roots.push_back(n.name);
      break;
    case NodeKind::kAttribute: {
      NodeId root = value;
      while (facts.nodes[root].kind == NodeKind::kAttribute) --root;
      if (facts.nodes[root].kind == NodeKind::kName) roots.push_back(facts.nodes[root].name);
      break;
    }
    case NodeKind::kBoolean:
    case NodeKind::kConditional:
    case NodeKind::kNamed:
      for (const NodeId part : children(facts, value)) alias_roots(facts, part, roots, depth + 1);
      break;
    default:
      break;
  }
}

// Names that imports bind, and names that are assigned from such a name, a chain on it, or a call
// that hands a function on: partial(...), getattr(...), import_module(...).
void index_aliases(const PythonFacts& facts, const std::vector<Symbol>& handing_on,
                   FileIndex& index) {
  std::unordered_set<Symbol> names;
  std::vector<std::pair<Symbol, std::vector<Symbol>>> assigned;
  for (const Binding& b : facts.bindings) {
    if (b.kind == BindingKind::kImport || b.kind == BindingKind::kFromImport) names.insert(b.name);
    const bool assigns = b.kind == BindingKind::kAssign || b.kind == BindingKind::kNamed;
    if (!assigns || b.unpack_index >= 0 || b.value == kNone) continue;
    if (facts.nodes[b.value].kind == NodeKind::kCall) {
      const NodeId target = callee(facts, b.value);
      const bool hands_on =
          target != kNone && std::find(handing_on.begin(), handing_on.end(),
                                       facts.nodes[target].name) != handing_on.end();
      if (hands_on) names.insert(b.name);
      continue;
    }
    std::vector<Symbol> roots;
    alias_roots(facts, b.value, roots, 0);
    if (!roots.empty()) assigned.emplace_back(b.name, std::move(roots));
  }
  bool grew = true;
  for (int round = 0; grew && round < 8; ++round) {
    grew = false;
    for (const auto& [name, roots] : assigned) {
      const auto known = [&](Symbol root) { return names.contains(root); };
      if (std::any_of(roots.begin(), roots.end(), known)) grew |= names.insert(name).second;
    }
  }
  index.alias_names.assign(names.begin(), names.end());
  std::sort(index.alias_names.begin(), index.alias_names.end());
  for (const Import& import : facts.imports) index.has_star_import |= import.is_star;
}

}  // namespace

class Linker {
 public:
  Linker(Project& project, unsigned threads) : project_(project), threads_(threads) {}

  void run() {
    project_.names_ = std::make_unique<QualifiedNames>(*project_.symbols_);
    project_.modules_ = std::make_unique<Project::Modules>();
    modules_ = project_.modules_.get();
    learn_names();
    build_modules();
    index_files();
  }

 private:
  void learn_names() {
    SymbolTable& symbols = *project_.symbols_;
    QualifiedNames& names = *project_.names_;
    auto& known = modules_->known;
    known.self = symbols.intern("self");
    known.cls = symbols.intern("cls");
    known.init = symbols.intern("__init__");
    known.builtins = symbols.intern("builtins");
    known.all = symbols.intern("__all__");
    known.getattr = symbols.intern("__getattr__");
    known.main = symbols.intern("__main__");
    known.builtins_getattr = names.of("builtins.getattr");
    known.import_module = names.of("importlib.import_module");
    known.dunder_import = names.of("builtins.__import__");
    known.partial = names.of("functools.partial");
    known.partialmethod = names.of("functools.partialmethod");
    known.super = names.of("builtins.super");
    known.property = names.of("builtins.property");
    known.str = names.of("builtins.str");
    for (const char* name :
         {"partial", "partialmethod", "getattr", "import_module", "__import__", "wraps"}) {
      handing_on_.push_back(symbols.intern(name));
    }
    // Standard modules and the frameworks that the analysis is about: a sibling file of that name
    // does not hide them for modules of a package.
    static constexpr std::array kNeverLocal = {"abc",
                                               "argparse",
                                               "ast",
                                               "asyncio",
                                               "collections",
                                               "copy",
                                               "dataclasses",
                                               "enum",
                                               "functools",
                                               "importlib",
                                               "inspect",
                                               "io",
                                               "itertools",
                                               "json",
                                               "logging",
                                               "math",
                                               "multiprocessing",
                                               "numpy",
                                               "operator",
                                               "os",
                                               "pathlib",
                                               "platform",
                                               "pickle",
                                               "queue",
                                               "random",
                                               "re",
                                               "shutil",
                                               "signal",
                                               "socket",
                                               "string",
                                               "subprocess",
                                               "sys",
                                               "tempfile",
                                               "threading",
                                               "time",
                                               "torch",
                                               "torch_npu",
                                               "types",
                                               "typing",
                                               "warnings"};
    for (const char* name : kNeverLocal) modules_->never_local.insert(symbols.intern(name));
  }

  ModuleId add_child(ModuleId parent, std::string_view name, bool folder) {
    const Symbol symbol = project_.symbols_->intern(name);
    const auto it = modules_->nodes[parent].children.find(symbol);
    if (it != modules_->nodes[parent].children.end()) {
      modules_->nodes[it->second].is_folder |= folder;
      return it->second;
    }
    const auto id = static_cast<ModuleId>(modules_->nodes.size());
    ModuleNode node;
    node.is_folder = folder;
    node.parent = parent;
    node.name = symbol;
    modules_->nodes.push_back(std::move(node));
    modules_->nodes[parent].children.emplace(symbol, id);
    return id;
  }

  void build_modules() {
    modules_->nodes.emplace_back();
    modules_->nodes[0].is_folder = true;
    std::vector<ModuleId> roots;
    for (FileId id = 0; id < project_.file_count(); ++id) {
      const SourceFile& file = project_.tree_.files[id];
      std::string_view path = file.path;
      ModuleId folder = 0;
      for (size_t slash; (slash = path.find('/')) != std::string_view::npos;) {
        if (!is_python(file.kind) && !declares_root(file)) break;
        folder = add_child(folder, path.substr(0, slash), true);
        path.remove_prefix(slash + 1);
      }
      if (declares_root(file)) roots.push_back(folder);
      if (is_python(file.kind)) add_file(id, folder, path);
    }
    order_roots(roots);
  }

  static bool declares_root(const SourceFile& file) {
    const size_t slash = file.path.rfind('/');
    const std::string_view name =
        std::string_view(file.path).substr(slash == std::string::npos ? 0 : slash + 1);
    return name == "setup.py" || name == "pyproject.toml" || name == "setup.cfg";
  }

  void add_file(FileId id, ModuleId folder, std::string_view name) {
    const size_t dot = name.rfind('.');
    const std::string_view stem = name.substr(0, dot);
    if (project_.tree_.files[id].kind == FileKind::kPython && dot != std::string_view::npos &&
        name.substr(dot) == ".pyi") {
      project_.index_[id].module = folder;  // a stub never answers for its module
      return;
    }
    ModuleId module = folder;
    if (stem != "__init__") {
      module = add_child(folder, stem, false);
      // A package of the same name wins over the file.
      if (modules_->nodes[module].is_folder && modules_->nodes[module].file != kNone) {
        project_.index_[id].module = module;
        return;
      }
    }
    modules_->nodes[module].file = id;
    project_.index_[id].module = module;
  }

  void order_roots(const std::vector<ModuleId>& declared) {
    auto& roots = modules_->source_roots;
    const auto add = [&](ModuleId id) {
      if (id != kNone && std::find(roots.begin(), roots.end(), id) == roots.end())
        roots.push_back(id);
    };
    add(0);
    for (const ModuleId root : declared) add(root);
    const size_t count = roots.size();
    for (size_t i = 0; i < count; ++i) {
      for (const char* name : {"src", "lib", "python"}) {
        const ModuleId child = modules_->child(roots[i], project_.symbols_->intern(name));
        if (child != kNone && modules_->nodes[child].file == kNone) add(child);
      }
    }
  }

  void index_files() {
    std::vector<size_t> weights(project_.file_count());
    for (FileId id = 0; id < project_.file_count(); ++id) {
      weights[id] = project_.facts_[id].python.nodes.size();
    }
    parallel_for(weights, threads_, [&](size_t i) { index_file(static_cast<FileId>(i)); });
  }

  void index_file(FileId id) {
    const PythonFacts& facts = project_.facts_[id].python;
    if (facts.scopes.empty()) return;
    FileIndex& index = project_.index_[id];
    index_tree(facts, index);
    sort_bindings(facts, index.bindings_by_name);
    index_stores(facts, index);
    index_lambdas(facts, index);
    index_aliases(facts, handing_on_, index);
    const Symbol patch = project_.symbols_->find("transfer_to_npu");
    if (patch == Symbol::kNone) return;
    for (const Import& import : facts.imports) {
      const bool named = import.name == patch || (!import.is_from && !import.module.empty() &&
                                                  import.module.back() == patch);
      if (named && import.scope == 0) {
        index.patch_offset = std::min(index.patch_offset, import.statement.begin);
      }
    }
  }

  Project& project_;
  std::vector<Symbol> handing_on_;  // partial, getattr, import_module ...
  unsigned threads_;
  Project::Modules* modules_ = nullptr;
};

Project::Project() = default;
Project::~Project() = default;
Project::Project(Project&&) noexcept = default;

Project Project::link(SourceTree tree, std::vector<FileFacts> facts,
                      std::unique_ptr<SymbolTable> symbols, unsigned threads) {
  Project project;
  project.tree_ = std::move(tree);
  project.facts_ = std::move(facts);
  project.index_.resize(project.tree_.files.size());
  project.symbols_ = std::move(symbols);
  Linker(project, threads).run();
  return project;
}

}  // namespace npuport
