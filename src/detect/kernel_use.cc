// Kernels as Python sees them: Triton launches, autograd functions, pure PyTorch twins.
#include <algorithm>

#include "detect/detectors.h"
#include "facts/python_nodes.h"

namespace npuport {
namespace {

constexpr int64_t kLargestGrid = 65535;

class KernelUseDetector {
 public:
  KernelUseDetector(const DetectContext& context, FileFindings& findings)
      : context_(context),
        project_(context.project),
        out_(findings),
        file_(findings.file()),
        facts_(project_.python(file_)),
        text_(project_.file(file_).text) {}

  void run() {
    large_grids();
    fallbacks();
    indexed_stores();
  }

 private:
  // kernel[grid](...) of a function that triton.jit decorates.
  void large_grids() {
    const Rule* rule = context_.rules.find("triton-large-grid");
    if (rule == nullptr) return;
    for (const auto& [id, target, name] : project_.index(file_).calls) {
      if (facts_.nodes[target].kind != NodeKind::kSubscript) continue;
      const ChildList parts(facts_, target);
      if (parts.size() < 2 || !is_triton_kernel(parts[0])) continue;
      for (size_t i = 1; i < parts.size(); ++i) {
        if (!exceeds(parts[i])) continue;
        out_.add_python(*rule, project_.span(file_, parts[i]), id,
                        std::string(project_.text(file_, project_.span(file_, parts[0]))));
        break;
      }
    }
  }

  bool is_triton_kernel(NodeId node) const {
    const Entity entity = project_.resolve(file_, node);
    if (entity.kind != EntityKind::kFunction) return false;
    const PythonFacts& there = project_.python(entity.file);
    const Scope& scope = there.scopes[entity.index];
    for (uint32_t i = 0; i < scope.decorator_count; ++i) {
      NodeId decorator = there.decorators[scope.first_decorator + i];
      if (there.nodes[decorator].kind == NodeKind::kCall) decorator = callee(there, decorator);
      if (decorator == kNone) continue;
      if (project_.external_name(project_.resolve(entity.file, decorator)).starts_with("triton."))
        return true;
    }
    return false;
  }

  bool exceeds(NodeId grid) const {
    const NodeKind kind = facts_.nodes[grid].kind;
    if (kind == NodeKind::kTuple || kind == NodeKind::kList) {
      const ChildList sizes(facts_, grid);
      return std::any_of(sizes.begin(), sizes.end(), [&](NodeId size) { return exceeds(size); });
    }
    for (const Value& value : project_.evaluate(file_, grid)) {
      if (value.kind == Value::Kind::kInteger && value.integer > kLargestGrid) return true;
      if (value.kind == Value::Kind::kSequence && value.node != grid && value.file == file_ &&
          exceeds(value.node))
        return true;
    }
    return false;
  }

  // A function that says in its name that it is the PyTorch twin of a kernel.
  void fallbacks() {
    const Rule* rule = context_.rules.find("cuda-op-fallback");
    if (rule == nullptr) return;
    for (const Scope& scope : facts_.scopes) {
      if (scope.kind != ScopeKind::kFunction) continue;
      const std::string_view name = project_.spelling(scope.name);
      const bool says_so = name.ends_with("_pytorch") || name.ends_with("_torch_ref") ||
                           name.ends_with("_naive") || name.ends_with("_native") ||
                           name.ends_with("_torch");
      if (!says_so || !calls_torch(scope)) continue;
      out_.add(*rule, scope.name_span, std::string(name));
    }
  }

  bool calls_torch(const Scope& scope) const {
    for (const Root& root : roots_in(facts_, scope.span)) {
      for (NodeId id = facts_.nodes[root.node].first; id <= root.node; ++id) {
        if (facts_.nodes[id].kind != NodeKind::kCall) continue;
        const NodeId target = callee(facts_, id);
        if (target == kNone) continue;
        if (project_.external_name(project_.resolve(file_, target)).starts_with("torch."))
          return true;
      }
    }
    return false;
  }

  // x[rows] = 0.0 where rows comes from nonzero.
  void indexed_stores() {
    const Rule* rule = context_.rules.find("index-put-assignment");
    if (rule == nullptr) return;
    for (const Store& store : facts_.stores) {
      if (facts_.nodes[store.target].kind != NodeKind::kSubscript) continue;
      const ChildList parts(facts_, store.target);
      if (parts.size() != 2 || facts_.nodes[parts[1]].kind != NodeKind::kName) continue;
      if (!comes_from_nonzero(parts[1])) continue;
      out_.add_python(*rule, project_.span(file_, store.target), store.target, "index_put");
    }
  }

  bool comes_from_nonzero(NodeId name) const {
    for (const auto& [where, value] : project_.definitions(file_, name)) {
      const PythonFacts& there = project_.python(where);
      for (NodeId id = there.nodes[value].first; id <= value; ++id) {
        if (there.nodes[id].kind != NodeKind::kAttribute && there.nodes[id].kind != NodeKind::kName)
          continue;
        const std::string_view spelled = project_.spelling(there.nodes[id].name);
        if (spelled == "nonzero" || spelled == "argwhere") return true;
      }
    }
    return false;
  }

  const DetectContext& context_;
  const Project& project_;
  FileFindings& out_;
  FileId file_;
  const PythonFacts& facts_;
  std::string_view text_;
};

// Whether anything between the bytes calls a kernel: a Triton launch, or a module that is neither
// torch nor plain Python.
bool runs_kernel(const DetectContext& context, FileId file, Span span, int depth) {
  const Project& project = context.project;
  const PythonFacts& facts = project.python(file);
  for (const Root& root : roots_in(facts, span)) {
    for (NodeId id = facts.nodes[root.node].first; id <= root.node; ++id) {
      if (facts.nodes[id].kind != NodeKind::kCall) continue;
      const NodeId target = callee(facts, id);
      if (target == kNone) continue;
      if (facts.nodes[target].kind == NodeKind::kSubscript) return true;  // kernel[grid](...)
      const Entity entity = project.resolve(file, target);
      if (entity.is_external()) {
        const std::string name = project.external_name(entity);
        const std::string_view top = std::string_view(name).substr(0, name.find('.'));
        const bool plain = top == "torch" || top == "builtins" || top == "math" || top == "numpy" ||
                           top == "functools" || top == "itertools" || top == "einops" ||
                           top == "os" || top == "typing" || top == "warnings" ||
                           top == "logging" || top == "contextlib";
        if (!plain || name.starts_with("torch.ops.")) return true;
      } else if (entity.kind == EntityKind::kUnknown && depth == 0) {
        // ext_module.forward(...) of a compiled module that is part of the project.
        NodeId base = target;
        while (facts.nodes[base].kind == NodeKind::kAttribute) --base;
        const std::string_view spelled = project.spelling(facts.nodes[base].name);
        if (spelled == "ext_module" || spelled == "_C" || spelled.ends_with("_cuda") ||
            spelled.ends_with("_ext"))
          return true;
      } else if (entity.kind == EntityKind::kFunction && depth < 2 &&
                 runs_kernel(context, entity.file,
                             project.python(entity.file).scopes[entity.index].span, depth + 1)) {
        return true;
      }
    }
  }
  return false;
}

// An autograd function of plain torch calls is no work.
void weigh_autograd_functions(const DetectContext& context, FileFindings& findings) {
  const Rule* rule = context.rules.find("autograd-function");
  if (rule == nullptr) return;
  const PythonFacts& facts = context.project.python(findings.file());
  findings.for_each([&](Finding& finding) {
    if (finding.rule != rule) return;
    for (const Scope& scope : facts.scopes) {
      if (scope.kind != ScopeKind::kClass || !scope.span.contains(finding.span.begin)) continue;
      if (!runs_kernel(context, findings.file(), scope.span, 0)) {
        finding.mode = Mode::kNone;
        finding.risk = Risk::kNone;
      }
    }
  });
}

}  // namespace

void detect_kernel_use(const DetectContext& context, FileFindings& findings) {
  KernelUseDetector(context, findings).run();
  weigh_autograd_functions(context, findings);
}

}  // namespace npuport
