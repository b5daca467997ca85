#include "detect/detectors.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "facts/python_nodes.h"

namespace npuport {
namespace {

enum class NormKind : uint8_t { kNone, kRms, kLayer, kUpsample };

class PrecisionDetector {
 public:
  PrecisionDetector(const DetectContext& context, FileFindings& findings)
      : context_(context),
        project_(context.project),
        out_(findings),
        file_(findings.file()),
        facts_(project_.python(file_)),
        text_(project_.file(file_).text) {}

  void run() {
    for (const Root& root : facts_.roots) {
      if (root.kind == RootKind::kAssert) match_assert(root);
    }
    for (const CallSite& site : project_.index(file_).calls) {
      if (facts_.nodes[site.callee].kind != NodeKind::kAttribute) continue;
      const std::string_view name = project_.spelling(site.name);
      match_cast(site.call, name);
      match_complex_move(site.call, name);
    }
  }

 private:
  bool is_dtype(FileId file, NodeId node, std::initializer_list<std::string_view> names) const {
    const NodeKind kind = project_.python(file).nodes[node].kind;
    if (kind != NodeKind::kAttribute && kind != NodeKind::kName) return false;
    const std::string name = project_.external_name(project_.resolve(file, node));
    return std::find(names.begin(), names.end(), name) != names.end();
  }

  // --- assert x.dtype == torch.float32 -----------------------------------------------------------

  void match_assert(const Root& root) {
    const Rule* rule = context_.rules.find("dtype-assert");
    if (rule == nullptr) return;
    for (NodeId id = facts_.nodes[root.node].first; id <= root.node; ++id) {
      if (facts_.nodes[id].kind != NodeKind::kCompare) continue;
      const ChildList sides(facts_, id);
      bool asks_dtype = false;
      bool names_dtype = false;
      for (const NodeId side : sides) {
        const Node& n = facts_.nodes[side];
        asks_dtype |= n.kind == NodeKind::kAttribute && project_.spelling(n.name) == "dtype";
        names_dtype |= is_dtype(file_, side,
                                {"torch.float32", "torch.float", "torch.float64", "torch.double"});
      }
      if (asks_dtype && names_dtype) {
        out_.add_python(*rule, project_.span(file_, id), id, "dtype");
        return;  // one assertion is one edit
      }
    }
  }

  // --- x.float() inside a normalisation module ---------------------------------------------------

  void match_cast(NodeId call, std::string_view name) {
    const bool cast =
        (name == "float" && child_count(facts_, call) == 1) || casts_to_float32(call, name);
    if (!cast) return;
    const ScopeId owner = class_of(project_.scope_of(file_, call));
    if (owner == kNone) return;
    const char* id = nullptr;
    switch (norm_kind(owner)) {
      case NormKind::kRms:
        id = "rmsnorm-float-cast";
        break;
      case NormKind::kLayer:
        id = "layernorm-float-cast";
        break;
      case NormKind::kUpsample:
        id = "upsample-float-cast";
        break;
      case NormKind::kNone:
        return;
    }
    const Rule* rule = context_.rules.find(id);
    if (rule == nullptr) return;
    const Span span = attribute_name_span(text_, facts_.nodes[callee(facts_, call)]);
    Finding& finding = out_.add_python(*rule, span, call,
                                       std::string(project_.spelling(facts_.scopes[owner].name)));
    finding.cause =
        rule->id + ":" + project_.file(file_).path + ":" + project_.scope_name(file_, owner);
  }

  bool casts_to_float32(NodeId call, std::string_view name) const {
    if (name != "to" && name != "type") return false;
    const NodeId argument = positional_argument(facts_, call, 0);
    return argument != kNone && is_dtype(file_, argument, {"torch.float32", "torch.float"});
  }

  ScopeId class_of(ScopeId scope) const {
    for (; scope != kNone; scope = facts_.scopes[scope].parent) {
      if (facts_.scopes[scope].kind == ScopeKind::kClass) return scope;
    }
    return kNone;
  }

  NormKind norm_kind(ScopeId owner) {
    const auto [it, is_new] = norms_.try_emplace(owner, NormKind::kNone);
    if (is_new) it->second = recognise_norm(owner);
    return it->second;
  }

  NormKind recognise_norm(ScopeId owner) const {
    const QName base = project_.external_base(file_, owner);
    const std::string base_name = project_.names().text(base);
    if (base_name == "torch.nn.LayerNorm" || base_name == "torch.nn.GroupNorm")
      return NormKind::kLayer;
    if (base_name == "torch.nn.RMSNorm") return NormKind::kRms;
    if (base_name == "torch.nn.Upsample") return NormKind::kUpsample;
    const std::string_view name = project_.spelling(facts_.scopes[owner].name);
    if (name.find("RMSNorm") != std::string_view::npos ||
        name.find("RmsNorm") != std::string_view::npos) {
      return NormKind::kRms;
    }
    return normalises_by_root_mean_square(owner) ? NormKind::kRms : NormKind::kNone;
  }

  // rsqrt of a mean of squares, and no mean taken off: RMSNorm whatever the class is called.
  bool normalises_by_root_mean_square(ScopeId owner) const {
    const Span body = facts_.scopes[owner].span;
    bool rsqrt = false;
    bool mean = false;
    bool square = false;
    for (NodeId id = first_node_at(body.begin);
         id < facts_.nodes.size() && facts_.nodes[id].begin < body.end; ++id) {
      const Node& n = facts_.nodes[id];
      if (n.kind == NodeKind::kAttribute) {
        const std::string_view name = project_.spelling(n.name);
        rsqrt |= name == "rsqrt" || name == "sqrt";
        mean |= name == "mean";
        square |= name == "pow" || name == "square" || name == "norm";
        if (name == "var" || name == "std" || name == "conv2d" || name == "linear" ||
            name == "softmax")
          return false;
      } else if (n.kind == NodeKind::kBinary && n.op == Operator::kPow) {
        square = true;
      }
    }
    return rsqrt && mean && square && body.end - body.begin < 4000;
  }

  NodeId first_node_at(uint32_t offset) const {
    const auto root = std::lower_bound(
        facts_.roots.begin(), facts_.roots.end(), offset,
        [&](const Root& r, uint32_t at) { return facts_.nodes[r.node].end <= at; });
    return root == facts_.roots.end() ? static_cast<NodeId>(facts_.nodes.size())
                                      : facts_.nodes[root->node].first;
  }

  // --- complex tables that move to the device ----------------------------------------------------

  // freqs.to(device) where freqs comes from torch.polar and its kin.
  void match_complex_move(NodeId call, std::string_view name) {
    if (name != "to" && name != "cuda") return;
    const NodeId receiver = callee(facts_, call) - 1;
    const NodeKind kind = facts_.nodes[receiver].kind;
    if (kind != NodeKind::kName && kind != NodeKind::kAttribute) return;
    if (name == "to") {
      const NodeId argument = positional_argument(facts_, call, 0);
      const NodeId device = keyword_argument(facts_, call, project_.symbols().find("device"));
      if (device == kNone && (argument == kNone || is_torch_dtype(argument))) return;
    }
    const Rule* rule = context_.rules.find("complex-table-to-device");
    if (rule == nullptr || !is_complex(file_, receiver, 0)) return;
    out_.add_python(*rule, project_.span(file_, receiver), call,
                    std::string(project_.text(file_, project_.span(file_, receiver))));
  }

  bool is_torch_dtype(NodeId node) const {
    return is_dtype(file_, node,
                    {"torch.float32", "torch.float", "torch.float16", "torch.half",
                     "torch.bfloat16", "torch.float64", "torch.double", "torch.complex64",
                     "torch.cfloat", "torch.complex128", "torch.cdouble", "torch.int32",
                     "torch.int64", "torch.long", "torch.bool", "torch.int8", "torch.uint8"});
  }

  static bool makes_complex(std::string_view name) {
    static constexpr std::array<std::string_view, 5> kMakers = {
        "torch.polar", "torch.view_as_complex", "torch.complex", "torch.complex128",
        "torch.complex64"};
    return std::find(kMakers.begin(), kMakers.end(), name) != kMakers.end();
  }

  // Whether the expression is built from a complex maker, followed through names, attributes and
  // the returns of project functions. Operations that go back to real numbers end the search.
  bool is_complex(FileId file, NodeId node, int depth) const {
    if (depth > 8) return false;
    const PythonFacts& f = project_.python(file);
    const Node& n = f.nodes[node];
    switch (n.kind) {
      case NodeKind::kCall: {
        const NodeId target = callee(f, node);
        if (target == kNone) return false;
        const Entity function = project_.resolve(file, target);
        const std::string name = project_.external_name(function);
        if (function.is_external() && makes_complex(name)) return true;
        if (name == "torch.view_as_real" || name == "torch.abs" || name == "torch.angle")
          return false;
        if (function.kind == EntityKind::kFunction) return returns_complex(function, depth);
        const Node& t = f.nodes[target];
        if (t.kind == NodeKind::kAttribute) {
          const std::string_view method_name = project_.spelling(t.name);
          if (method_name == "abs" || method_name == "angle" || method_name == "float")
            return false;
          if (!function.is_external() || !name.starts_with("torch."))
            return is_complex(file, target - 1, depth + 1);
        }
        if (!name.starts_with("torch.")) return false;
        for (const NodeId argument : children(f, node)) {
          if (argument != target && is_complex(file, argument, depth + 1)) return true;
        }
        return false;
      }
      case NodeKind::kTuple:
      case NodeKind::kList:
      case NodeKind::kBinary:
        for (const NodeId child : children(f, node)) {
          if (is_complex(file, child, depth + 1)) return true;
        }
        return false;
      case NodeKind::kSubscript:
        return is_complex(file, first_child(f, node), depth + 1);
      case NodeKind::kComprehension:
        return is_complex(file, first_child(f, node), depth + 1);
      case NodeKind::kName:
      case NodeKind::kAttribute: {
        for (const auto& [where, value] : project_.definitions(file, node)) {
          // "freqs = freqs.to(device)" says nothing about freqs.
          if (where == file && value >= node && project_.python(file).nodes[value].first <= node)
            continue;
          if (is_complex(where, value, depth + 1)) return true;
        }
        return depth == 0 && is_complex_on_grafted_self(file, node);
      }
      default:
        return false;
    }
  }

  // self.freqs in a function that is attached to a model later: any class of the project that keeps
  // a complex table under that name.
  bool is_complex_on_grafted_self(FileId file, NodeId node) const {
    const PythonFacts& f = project_.python(file);
    const Node& n = f.nodes[node];
    if (n.kind != NodeKind::kAttribute || f.nodes[node - 1].kind != NodeKind::kName ||
        project_.spelling(f.nodes[node - 1].name) != "self" ||
        project_.resolve(file, node - 1).kind == EntityKind::kInstance) {
      return false;
    }
    for (FileId other = 0; other < project_.file_count(); ++other) {
      const PythonFacts& o = project_.python(other);
      for (uint32_t i = 0; i < o.stores.size(); ++i) {
        const Store& store = o.stores[i];
        if (project_.index(other).store_class[i] == kNone || o.nodes[store.target].name != n.name)
          continue;
        if (store.value != kNone && is_complex(other, store.value, 1)) return true;
      }
    }
    return false;
  }

  bool returns_complex(const Entity& function, int depth) const {
    const PythonFacts& f = project_.python(function.file);
    const Span span = f.scopes[function.index].span;
    for (const Root& root : roots_in(f, span)) {
      if (root.kind == RootKind::kReturn && root.scope == function.index &&
          is_complex(function.file, root.node, depth + 1)) {
        return true;
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
  std::map<ScopeId, NormKind> norms_;
};

}  // namespace

void detect_precision(const DetectContext& context, FileFindings& findings) {
  PrecisionDetector(context, findings).run();
}

}  // namespace npuport
