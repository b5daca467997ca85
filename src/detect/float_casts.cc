// What a cast to float32 protects, for information: these stay as they are on NPU.
#include <array>
#include <cctype>

#include "detect/detectors.h"
#include "facts/python_nodes.h"

namespace npuport {
namespace {

class CastDetector {
 public:
  CastDetector(const DetectContext& context, FileFindings& findings)
      : context_(context),
        project_(context.project),
        out_(findings),
        file_(findings.file()),
        facts_(project_.python(file_)),
        text_(project_.file(file_).text),
        parents_(project_.index(file_).parents) {}

  void run() {
    const Symbol float_name = project_.symbols().find("float");
    if (float_name == Symbol::kNone) return;
    for (const auto& [call, callee, name] : project_.index(file_).calls) {
      if (name != float_name || facts_.nodes[callee].kind != NodeKind::kAttribute) continue;
      if (child_count(facts_, call) != 1) continue;
      if (const char* rule = purpose(call, project_.root_of(file_, call))) fire(rule, call, callee);
    }
  }

 private:
  void fire(const char* rule_id, NodeId call, NodeId attribute) {
    const Span span = attribute_name_span(text_, facts_.nodes[attribute]);
    if (out_.has(span, 6)) return;  // a normalisation class owns it
    const Rule* rule = context_.rules.find(rule_id);
    if (rule != nullptr) out_.add_python(*rule, span, call, "float");
  }

  const char* purpose(NodeId call, const Root& root) const {
    if (feeds(call, "softmax") || feeds(call, "log_softmax")) return "softmax-float-cast";
    const std::string function = lower(project_.spelling(facts_.scopes[root.scope].name));
    if (function.find("rope") != std::string::npos ||
        function.find("rotary") != std::string::npos) {
      return "rope-float-cast";
    }
    if (feeds(call, "time_embedding") || feeds(call, "time_embed") || feeds(call, "time_proj") ||
        casts_result_of(call, "timestep_embedding") ||
        casts_result_of(call, "sinusoidal_embedding_1d") ||
        (mentions(call, "time") && feeds_named(call, "time"))) {
      return "timestep-float-cast";
    }
    if (modulates(call)) return "adaln-float-cast";
    if (root.kind == RootKind::kReturn) return "output-float-cast";
    return nullptr;
  }

  static std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
  }

  std::string_view called(NodeId call) const {
    const NodeId target = callee(facts_, call);
    if (target == kNone) return {};
    const Node& t = facts_.nodes[target];
    const bool named = t.kind == NodeKind::kName || t.kind == NodeKind::kAttribute;
    return named ? project_.spelling(t.name) : std::string_view();
  }

  // The cast is an argument of a call of that name.
  bool feeds(NodeId node, std::string_view name) const {
    const NodeId parent = parents_[node];
    return parent != kNone && facts_.nodes[parent].kind == NodeKind::kCall &&
           callee(facts_, parent) != node && called(parent) == name;
  }

  bool feeds_named(NodeId node, std::string_view part) const {
    const NodeId parent = parents_[node];
    return parent != kNone && facts_.nodes[parent].kind == NodeKind::kCall &&
           callee(facts_, parent) != node && called(parent).find(part) != std::string_view::npos;
  }

  bool mentions(NodeId call, std::string_view part) const {
    return project_.text(file_, project_.span(file_, call)).find(part) != std::string_view::npos;
  }

  // embedding(t).float(), embedding(t).unflatten(...).float()
  bool casts_result_of(NodeId call, std::string_view name) const {
    for (NodeId id = facts_.nodes[call].first; id < call; ++id) {
      if (facts_.nodes[id].kind == NodeKind::kCall &&
          called(id).find(name) != std::string_view::npos)
        return true;
    }
    return false;
  }

  // norm(x).float() * (1 + scale) + shift
  bool modulates(NodeId call) const {
    const NodeId receiver = callee(facts_, call) - 1;
    if (facts_.nodes[receiver].kind != NodeKind::kCall ||
        lower(called(receiver)).find("norm") == std::string::npos) {
      return false;
    }
    const NodeId parent = parents_[call];
    return parent != kNone && facts_.nodes[parent].kind == NodeKind::kBinary &&
           facts_.nodes[parent].op == Operator::kMul;
  }

  const DetectContext& context_;
  const Project& project_;
  FileFindings& out_;
  FileId file_;
  const PythonFacts& facts_;
  std::string_view text_;
  const std::vector<NodeId>& parents_;
};

}  // namespace

void detect_float_casts(const DetectContext& context, FileFindings& findings) {
  CastDetector(context, findings).run();
}

}  // namespace npuport
