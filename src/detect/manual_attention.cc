// Attention written out by hand: a product of queries and keys whose result goes through softmax in
// the same function.
#include <algorithm>
#include <set>

#include "detect/detectors.h"
#include "facts/python_nodes.h"

namespace npuport {
namespace {

class AttentionDetector {
 public:
  AttentionDetector(const DetectContext& context, FileFindings& findings)
      : context_(context),
        project_(context.project),
        out_(findings),
        facts_(project_.python(findings.file())),
        text_(project_.file(findings.file()).text) {}

  void run() {
    const Rule* rule = context_.rules.find("manual-attention");
    if (rule == nullptr) return;
    std::set<ScopeId> with_softmax;
    const Symbol softmax = project_.symbols().find("softmax");
    for (const CallSite& site : project_.index(out_.file()).calls) {
      if (site.name == softmax && softmax != Symbol::kNone)
        with_softmax.insert(project_.scope_of(out_.file(), site.call));
    }
    if (with_softmax.empty()) return;
    std::set<ScopeId> reported;
    for (const Root& root : facts_.roots) {
      if (root.scope == 0 || !with_softmax.contains(root.scope)) continue;
      for (NodeId id = facts_.nodes[root.node].first; id <= root.node; ++id) {
        if (!is_query_key_product(id)) continue;
        if (!reported.insert(root.scope).second)
          break;  // the first product of a function stands for it
        out_.add_python(*rule, span_of(facts_.nodes[id]), id,
                        project_.scope_name(out_.file(), root.scope));
      }
    }
  }

 private:
  std::string_view called(NodeId call) const {
    const NodeId target = callee(facts_, call);
    if (target == kNone) return {};
    const Node& t = facts_.nodes[target];
    return t.kind == NodeKind::kAttribute || t.kind == NodeKind::kName ? project_.spelling(t.name)
                                                                       : std::string_view();
  }

  bool is_query_key_product(NodeId id) const {
    const Node& n = facts_.nodes[id];
    if (n.kind == NodeKind::kBinary && n.op == Operator::kMatMul) {
      const ChildList sides(facts_, id);
      return names_one_of(sides[0], "q", "query") && names_one_of(sides[1], "k", "key");
    }
    if (n.kind != NodeKind::kCall) return false;
    const std::string_view name = called(id);
    if (name != "matmul" && name != "bmm" && name != "einsum" && name != "baddbmm") return false;
    bool query = false;
    bool key = false;
    for (const NodeId child : children(facts_, id)) {
      query |= names_one_of(child, "q", "query");
      key |= names_one_of(child, "k", "key");
    }
    return query && key;
  }

  // q, qh, query, query_layer, self.q, mixed_query
  bool names_one_of(NodeId node, std::string_view letter, std::string_view word) const {
    for (NodeId id = facts_.nodes[node].first; id <= node; ++id) {
      const Node& n = facts_.nodes[id];
      if (n.kind != NodeKind::kName && n.kind != NodeKind::kAttribute) continue;
      const std::string_view name = project_.spelling(n.name);
      if (name == letter || name.find(word) != std::string_view::npos) return true;
      if (name.size() <= 3 && name.starts_with(letter)) return true;
      if (name.size() > 2 && name.starts_with(letter) && name[1] == '_') return true;
      if (name.size() > 2 && name.ends_with(letter) && name[name.size() - 2] == '_') return true;
    }
    return false;
  }

  const DetectContext& context_;
  const Project& project_;
  FileFindings& out_;
  const PythonFacts& facts_;
  std::string_view text_;
};

}  // namespace

void detect_manual_attention(const DetectContext& context, FileFindings& findings) {
  AttentionDetector(context, findings).run();
}

}  // namespace npuport
