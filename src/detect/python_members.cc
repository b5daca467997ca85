// Methods, attributes and keyword arguments against the rules.
#include "detect/python_matcher.h"

#include <algorithm>
#include <array>

#include "detect/best_match.h"
#include "detect/predicate.h"
#include "facts/python_nodes.h"

namespace npuport {
namespace {

bool is_method_receiver_name(std::string_view name, std::string_view kind) {
  if (kind == "tensor") return name == "torch.Tensor" || name.starts_with("torch.Tensor.");
  if (kind == "module") return name.starts_with("torch.nn.");
  if (kind == "device") return name == "torch.device";
  return false;
}

// What an object of external origin most likely is: "tensor", "module", "device", "other",
// "unknown".
std::string_view receiver_kind(const Project& project, const Entity& entity) {
  switch (entity.kind) {
    case EntityKind::kExternal:
    case EntityKind::kExternalMember:
    case EntityKind::kExternalInstance: {
      const std::string name = project.external_name(entity);
      for (const std::string_view kind : {"tensor", "module", "device"}) {
        if (is_method_receiver_name(name, kind)) return kind;
      }
      if (name.starts_with("torch.")) return "tensor";
      if (name.starts_with("numpy.") || name.starts_with("builtins.")) return "other";
      return "unknown";
    }
    case EntityKind::kInstance: {
      const QName base = project.external_base(entity.file, entity.index);
      if (base == QName::kNone) return "other";
      const std::string name = project.names().text(base);
      if (name.starts_with("torch.nn.") || name.ends_with("Module")) return "module";
      return name.starts_with("torch.") ? "tensor" : "unknown";
    }
    case EntityKind::kModule:
    case EntityKind::kFunction:
    case EntityKind::kClass:
      return "other";
    default:
      return "unknown";
  }
}

}  // namespace

// super().cuda(device) inside an override: the override itself is the project's.
bool PythonMatcher::is_super_call(NodeId node) const {
  if (facts_.nodes[node].kind != NodeKind::kCall) return false;
  const Node& target = facts_.nodes[callee(facts_, node)];
  return target.kind == NodeKind::kName && project_.spelling(target.name) == "super";
}

void PythonMatcher::match_member(NodeId id, bool matched) {
  const Symbol name = facts_.nodes[id].name;
  const NodeId call = is_callee(id) ? parents_[id] : kNone;
  const auto& refs =
      context_.rules.for_identifier(call != kNone ? Subject::kMethod : Subject::kAttribute, name);
  if (refs.empty()) return;
  const Entity receiver = project_.resolve(file_, id - 1);
  const Entity member =
      receiver.kind == EntityKind::kUnknown ? Entity{} : project_.member(receiver, name);
  const bool own = member.kind == EntityKind::kFunction || member.kind == EntityKind::kClass ||
                   member.kind == EntityKind::kModule || member.kind == EntityKind::kInstance ||
                   member.kind == EntityKind::kExternalInstance;
  if (own) return;
  const std::string_view kind = receiver_kind(project_, receiver);
  if (kind == "other" || is_super_call(id - 1)) return;
  const bool module_itself = receiver.is_external() && is_module_like(receiver);
  if (module_itself) return;
  std::vector<MatcherRef> fitting;
  for (const MatcherRef& ref : refs) {
    const auto& wanted = ref.matcher->receiver;
    const auto accepts = [&](const std::string& w) {
      return w == kind ||
             (w.find('.') != std::string::npos && glob_match(w, project_.external_name(receiver)));
    };
    if (wanted.empty() || std::any_of(wanted.begin(), wanted.end(), accepts))
      fitting.push_back(ref);
  }
  if (fitting.empty() || (matched && kind == "unknown")) return;
  fire_members(fitting, id, call, kind == "unknown");
}

bool PythonMatcher::is_module_like(const Entity& receiver) const {
  const std::string name = project_.external_name(receiver);
  const size_t dot = name.rfind('.');
  const char first = name[dot == std::string::npos ? 0 : dot + 1];
  const bool is_lower = first >= 'a' && first <= 'z';
  return is_lower && (name == "torch" || name.starts_with("torch.") || dot == std::string::npos);
}

void PythonMatcher::fire_members(const std::vector<MatcherRef>& refs, NodeId id, NodeId call,
                                 bool uncertain) {
  std::vector<NodeId> claims;
  BestByDomain best;
  for (const MatcherRef& ref : refs) {
    if (!ref.matcher->where.empty() &&
        (call == kNone || !arguments_hold(*ref.matcher, call, 0, &claims)))
      continue;
    if (!context_holds(*ref.matcher, id)) continue;
    if (ref.matcher->subject == Subject::kAttribute && !attribute_value_holds(*ref.matcher, id)) {
      continue;
    }
    best.offer(ref);
  }
  best.for_each([&](const MatcherRef& ref) {
    Span span = last_name(id);
    if (ref.matcher->report == ReportSpan::kArgument || ref.matcher->report == ReportSpan::kCall) {
      span = report_span(*ref.matcher, id, call, 0);
    }
    Finding& finding =
        out_.add_python(*ref.rule, span, id, std::string(project_.spelling(facts_.nodes[id].name)));
    if (uncertain && finding.confidence == Confidence::kHigh) {
      finding.confidence = Confidence::kMedium;
    }
  });
  for (const NodeId literal : claims) out_.claim(literal);
}

// x.attr = value, x.attr == value
bool PythonMatcher::attribute_value_holds(const Matcher& matcher, NodeId id) const {
  if (matcher.value.kind == ValuePredicate::Kind::kAny && !matcher.value.negated) return true;
  if (const Store* store = project_.store_at(file_, id)) {
    return store->value != kNone &&
           satisfies(project_, matcher.value, project_.evaluate(file_, store->value));
  }
  const NodeId parent = parents_[id];
  if (parent == kNone || facts_.nodes[parent].kind != NodeKind::kCompare) return false;
  for (const NodeId side : children(facts_, parent)) {
    if (side != id && value_in(matcher, side) != kNone) return true;
  }
  return false;
}

void PythonMatcher::match_keyword(NodeId id) {
  const auto& refs = context_.rules.for_identifier(Subject::kKeyword, facts_.nodes[id].name);
  if (refs.empty()) return;
  const NodeId call = parents_[id];
  const NodeId value_node = id - 1;
  const bool in_call = call != kNone && facts_.nodes[call].kind == NodeKind::kCall;
  std::string callee_name;
  if (in_call) callee_name = project_.external_name(project_.resolve(file_, callee(facts_, call)));
  const Values values = project_.evaluate(file_, value_node);
  for (const MatcherRef& ref : refs) {
    const Matcher& m = *ref.matcher;
    if (!m.callee.empty()) {
      const auto accepts = [&](const std::string& pattern) {
        if (pattern.ends_with(".**"))
          return callee_name.starts_with(pattern.substr(0, pattern.size() - 2));
        return glob_match(pattern, callee_name);
      };
      if (!in_call || std::none_of(m.callee.begin(), m.callee.end(), accepts)) continue;
    }
    if (!m.where.empty() && (!in_call || !arguments_hold(m, call, 0, nullptr))) continue;
    const Value* by = nullptr;
    const bool any = m.value.kind == ValuePredicate::Kind::kAny && !m.value.negated;
    if (!any && !satisfies(project_, m.value, values, &by)) continue;
    // f(flag=flag) hands a parameter on: its default is where the value is written.
    const bool handed_on =
        by != nullptr && by->from_default && facts_.nodes[value_node].kind == NodeKind::kName;
    if (handed_on) continue;
    Span span = project_.span(file_, value_node);
    if (m.report == ReportSpan::kKey) {
      span.begin = facts_.nodes[id].begin;
      span.end =
          span.begin + static_cast<uint32_t>(project_.spelling(facts_.nodes[id].name).size());
    }
    Finding& finding =
        out_.add_python(*ref.rule, span, id, std::string(project_.spelling(facts_.nodes[id].name)));
    if (by != nullptr) finding.values["value"] = by->text;
    const bool inside = by != nullptr && by->file == file_ &&
                        facts_.nodes[value_node].first <= by->node && by->node <= value_node;
    if (inside) out_.claim(by->node);
  }
}

}  // namespace npuport
