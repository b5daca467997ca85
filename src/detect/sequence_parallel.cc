// Sequence parallel attention (Ulysses): a function that exchanges heads and sequence by all-to-all
// and calls attention between the exchanges.
#include <set>

#include "detect/detectors.h"
#include "facts/python_nodes.h"

namespace npuport {
namespace {

class SequenceParallelDetector {
 public:
  SequenceParallelDetector(const DetectContext& context, FileFindings& findings)
      : context_(context), project_(context.project), out_(findings), file_(findings.file()) {}

  void run() {
    const Rule* rule = context_.rules.find("sequence-parallel");
    if (rule == nullptr) return;
    const PythonFacts& facts = project_.python(file_);
    const auto& calls = project_.index(file_).calls;
    std::set<ScopeId> exchange;
    for (const CallSite& site : calls) {
      if (is_exchange(file_, site.callee, 0)) exchange.insert(project_.scope_of(file_, site.call));
    }
    if (exchange.empty()) return;
    std::set<ScopeId> attention;
    for (const CallSite& site : calls) {
      if (is_attention(site.callee)) attention.insert(project_.scope_of(file_, site.call));
    }
    for (const ScopeId scope : exchange) {
      if (facts.scopes[scope].kind != ScopeKind::kFunction || !attention.contains(scope)) continue;
      out_.add(*rule, facts.scopes[scope].name_span, project_.scope_name(file_, scope));
    }
  }

 private:
  std::string_view name_of(const PythonFacts& facts, NodeId target) const {
    const Node& t = facts.nodes[target];
    const bool named = t.kind == NodeKind::kName || t.kind == NodeKind::kAttribute;
    return named ? project_.spelling(t.name) : std::string_view();
  }

  bool is_attention(NodeId target) const {
    const std::string_view name = name_of(project_.python(file_), target);
    return name.find("attention") != std::string_view::npos ||
           name.find("attn") != std::string_view::npos;
  }

  // torch.distributed.all_to_all*, or a function of the project that does it.
  bool is_exchange(FileId file, NodeId target, int depth) const {
    const PythonFacts& facts = project_.python(file);
    const std::string_view name = name_of(facts, target);
    if (name.empty() || (depth == 0 && name.find("all") == std::string_view::npos &&
                         name.find("All") == std::string_view::npos)) {
      return false;
    }
    const Entity entity = project_.resolve(file, target);
    if (entity.is_external()) {
      return project_.external_name(entity).starts_with("torch.distributed.") &&
             name.starts_with("all_to_all");
    }
    if (entity.kind != EntityKind::kFunction || depth >= 2) return false;
    const PythonFacts& there = project_.python(entity.file);
    const Span body = there.scopes[entity.index].span;
    for (const Root& root : roots_in(there, body)) {
      for (NodeId id = there.nodes[root.node].first; id <= root.node; ++id) {
        if (there.nodes[id].kind != NodeKind::kCall) continue;
        const NodeId inner = callee(there, id);
        if (inner != kNone && is_exchange(entity.file, inner, depth + 1)) return true;
      }
    }
    return false;
  }

  const DetectContext& context_;
  const Project& project_;
  FileFindings& out_;
  FileId file_;
};

}  // namespace

void detect_sequence_parallel(const DetectContext& context, FileFindings& findings) {
  SequenceParallelDetector(context, findings).run();
}

}  // namespace npuport
