#include "detect/device_expressions.h"

#include <algorithm>

#include "facts/python_nodes.h"

namespace npuport {

bool device_like(std::string_view name) {
  return name == "dev" || name == "where" || name == "map_location" || name == "accelerator" ||
         name.find("device") != std::string_view::npos ||
         name.find("DEVICE") != std::string_view::npos;
}

bool DeviceExpressions::compares_own_string(NodeId compare, NodeId side) const {
  for (const NodeId other : children(facts_, compare)) {
    if (other == side || !is_reference(other)) continue;
    const Node& n = facts_.nodes[other];
    if (n.kind == NodeKind::kAttribute && project_.spelling(n.name) == "type") return false;
    const Values values = project_.evaluate(file_, other);
    const auto is_string = [&](const Value& value) {
      return value.kind == Value::Kind::kString && !value.from_default &&
             !from_device_object(value);
    };
    return !values.empty() && std::all_of(values.begin(), values.end(), is_string);
  }
  return false;
}

bool DeviceExpressions::from_device_object(const Value& value) const {
  const PythonFacts& there = project_.python(value.file);
  const auto& parents = project_.index(value.file).parents;
  for (NodeId at = parents[value.node]; at != kNone; at = parents[at]) {
    if (there.nodes[at].kind != NodeKind::kCall) continue;
    const Node& target = there.nodes[npuport::callee(there, at)];
    return (target.kind == NodeKind::kAttribute || target.kind == NodeKind::kName) &&
           project_.spelling(target.name) == "device";
  }
  return false;
}

bool DeviceExpressions::compares_device(NodeId compare, NodeId side) const {
  for (const NodeId other : children(facts_, compare)) {
    if (other != side && asks_device(other)) return true;
  }
  return false;
}

bool DeviceExpressions::asks_device(NodeId node) const {
  const Node& n = facts_.nodes[node];
  if (n.kind == NodeKind::kName) return device_like(project_.spelling(n.name));
  if (n.kind == NodeKind::kAttribute) {
    const std::string_view name = project_.spelling(n.name);
    if (name == "type")
      return asks_device(node - 1) || facts_.nodes[node - 1].kind != NodeKind::kName;
    return device_like(name);
  }
  if (n.kind == NodeKind::kCall) {
    const std::string_view last = last_name(node);
    const std::string name = last == "str" || last == "device" ? callee_name(node) : std::string();
    if (name == "builtins.str" || name == "torch.device") {
      const NodeId inner = positional_argument(facts_, node, 0);
      return name == "torch.device" || (inner != kNone && asks_device(inner));
    }
    const NodeId target = callee(facts_, node);
    const Node& t = facts_.nodes[target];
    if (t.kind == NodeKind::kAttribute) {
      const std::string_view method = project_.spelling(t.name);
      if (method == "lower" || method == "split" || method == "strip")
        return asks_device(target - 1);
      return device_like(method);
    }
  }
  if (n.kind == NodeKind::kSubscript) {
    const ChildList parts(facts_, node);
    return asks_device(parts[0]);
  }
  return false;
}

std::string DeviceExpressions::callee_name(NodeId call) const {
  const NodeId target = callee(facts_, call);
  return target == kNone ? std::string() : project_.external_name(project_.resolve(file_, target));
}

std::string_view DeviceExpressions::last_name(NodeId call) const {
  const NodeId target = callee(facts_, call);
  if (target == kNone) return {};
  const Node& t = facts_.nodes[target];
  const bool named = t.kind == NodeKind::kName || t.kind == NodeKind::kAttribute;
  return named ? project_.spelling(t.name) : std::string_view();
}

bool DeviceExpressions::is_reference(NodeId node) const {
  const NodeKind kind = facts_.nodes[node].kind;
  return kind == NodeKind::kName || kind == NodeKind::kAttribute;
}

bool DeviceExpressions::ends_with_device_type(NodeId node) const {
  const Node& n = facts_.nodes[node];
  if (n.kind != NodeKind::kAttribute) return false;
  return project_.spelling(n.name) == "type";
}

bool DeviceExpressions::is_text_probe(NodeId compare, NodeId side) const {
  const Node& n = facts_.nodes[compare];
  if (n.op != Operator::kIn && n.op != Operator::kNotIn) return false;
  const ChildList sides(facts_, compare);
  if (sides[0] != side) return false;
  return !compares_device(compare, side);
}

}  // namespace npuport
