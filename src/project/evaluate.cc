// From an expression to the values it can have.
#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "facts/python_nodes.h"
#include "project/resolver.h"

namespace npuport {

// Follows names to their definitions, through modules, classes, defaults and string building. Every
// answer carries the literal it came from.
class Evaluator {
 public:
  Evaluator(const Project& project, Inquiry& inquiry)
      : project_(project), inquiry_(inquiry), resolver_(project, inquiry) {}

  Values run(FileId file, NodeId node) {
    Inquiry::Level level(inquiry_);
    if (level.exceeded()) return {};
    Values values = dispatch(file, node);
    if (values.size() > kMaxAlternatives) values.resize(kMaxAlternatives);
    return values;
  }

 private:
  static constexpr size_t kMaxAlternatives = 8;
  static constexpr size_t kMaxText = 4096;
  static constexpr size_t kMaxStores = 20000;

  const PythonFacts& facts(FileId file) const { return project_.python(file); }

  static Value made(Value::Kind kind, FileId file, NodeId node) {
    Value value;
    value.kind = kind;
    value.file = file;
    value.node = node;
    return value;
  }

  Values dispatch(FileId file, NodeId node) {
    const Node& n = facts(file).nodes[node];
    switch (n.kind) {
      case NodeKind::kString:
      case NodeKind::kConcat:
      case NodeKind::kFString:
      case NodeKind::kTemplate:
        return {literal(file, node)};
      case NodeKind::kNumber:
        return number(file, node);
      case NodeKind::kConstant:
        return constant(file, node);
      case NodeKind::kConditional: {
        const ChildList parts(facts(file), node);
        return parts.size() == 3 ? joined(run(file, parts[0]), run(file, parts[2])) : Values{};
      }
      case NodeKind::kBoolean: {
        Values all;
        for (const NodeId part : children(facts(file), node))
          all = joined(std::move(all), run(file, part));
        return all;
      }
      case NodeKind::kNamed:
        return run(file, node - 1);
      case NodeKind::kBinary:
        return binary(file, node);
      case NodeKind::kTuple:
      case NodeKind::kList:
      case NodeKind::kSet:
        return {made(Value::Kind::kSequence, file, node)};
      case NodeKind::kDict:
        return {made(Value::Kind::kMapping, file, node)};
      case NodeKind::kCall:
        return call(file, node);
      case NodeKind::kSubscript:
        return subscript(file, node);
      case NodeKind::kName:
      case NodeKind::kAttribute:
        return reference(file, node);
      case NodeKind::kUnary: {
        Values values = n.op == Operator::kNegative ? run(file, node - 1) : Values{};
        for (Value& value : values) value.integer = -value.integer;
        return values;
      }
      default:
        return {};
    }
  }

  static Values joined(Values a, Values b) {
    a.insert(a.end(), std::make_move_iterator(b.begin()), std::make_move_iterator(b.end()));
    return a;
  }

  // The text of a literal up to its first unknown part.
  Value literal(FileId file, NodeId node) {
    const Node& n = facts(file).nodes[node];
    const std::string_view text = project_.file(file).text;
    Value value = made(Value::Kind::kString, file, node);
    if (n.kind == NodeKind::kString) {
      value.text = n.end - n.begin > kMaxText ? std::string() : decode_string_literal(text, n);
      value.open_ended = n.end - n.begin > kMaxText;
      return value;
    }
    if (n.kind == NodeKind::kConcat) {
      for (const NodeId part : children(facts(file), node)) {
        const Value piece = literal(file, part);
        value.text += piece.text;
        if ((value.open_ended = piece.open_ended) || value.text.size() > kMaxText) break;
      }
      return value;
    }
    value.text = fstring_literal_prefix(text, n);
    const std::string_view content = string_content(text, n);
    if (value.text.size() == content.size()) return value;
    // f"{KIND}:{rank}": the first field may itself be known.
    const ChildList fields(facts(file), node);
    if (!fields.empty()) {
      for (const Value& field : run(file, fields[0])) {
        if (field.kind == Value::Kind::kString) {
          value.text += field.text;
          break;
        }
      }
    }
    value.open_ended = true;
    return value;
  }

  Values number(FileId file, NodeId node) {
    const Node& n = facts(file).nodes[node];
    const std::string_view text = node_text(project_.file(file).text, n);
    Value value = made(Value::Kind::kInteger, file, node);
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value.integer);
    if (error != std::errc() || end != text.data() + text.size()) value.kind = Value::Kind::kFloat;
    return {value};
  }

  Values constant(FileId file, NodeId node) {
    const std::string_view name = project_.spelling(facts(file).nodes[node].name);
    if (name == "None") return {made(Value::Kind::kNone, file, node)};
    if (name != "True" && name != "False") return {};
    Value value = made(Value::Kind::kBoolean, file, node);
    value.boolean = name == "True";
    return {value};
  }

  // "cuda:" + str(rank), "cuda:%d" % rank
  Values binary(FileId file, NodeId node) {
    const Node& n = facts(file).nodes[node];
    const ChildList sides(facts(file), node);
    Values values = arithmetic(file, node, n.op, sides);
    if (!values.empty() || (n.op != Operator::kAdd && n.op != Operator::kMod)) return values;
    for (Value left : run(file, sides[0])) {
      if (left.kind != Value::Kind::kString) continue;
      if (n.op == Operator::kMod) {
        left.open_ended = true;
        left.text.resize(std::min(left.text.size(), left.text.find('%')));
      } else if (!left.open_ended) {
        const Values right = run(file, sides[1]);
        const bool known = right.size() == 1 && right[0].kind == Value::Kind::kString;
        left.open_ended = !known || right[0].open_ended;
        if (known) left.text += right[0].text;
      }
      values.push_back(std::move(left));
    }
    return values;
  }

  // Integers known on both sides, as in 1 << 20.
  Values arithmetic(FileId file, NodeId node, Operator op, const ChildList& sides) {
    const bool possible = op == Operator::kAdd || op == Operator::kSub || op == Operator::kMul ||
                          op == Operator::kLeftShift || op == Operator::kPow;
    if (!possible || facts(file).nodes[sides[1]].kind == NodeKind::kString) return {};
    const Values left = run(file, sides[0]);
    if (left.size() != 1 || left[0].kind != Value::Kind::kInteger) return {};
    const Values right = run(file, sides[1]);
    if (right.size() != 1 || right[0].kind != Value::Kind::kInteger) return {};
    constexpr int64_t kBound = int64_t{1} << 31;
    const int64_t a = left[0].integer;
    const int64_t b = right[0].integer;
    if (std::abs(a) > kBound || std::abs(b) > kBound) return {};
    Value value = made(Value::Kind::kInteger, file, node);
    switch (op) {
      case Operator::kAdd:
        value.integer = a + b;
        break;
      case Operator::kSub:
        value.integer = a - b;
        break;
      case Operator::kMul:
        value.integer = a * b;
        break;
      case Operator::kLeftShift:
        if (b < 0 || b > 30 || a < 0) return {};
        value.integer = a << b;
        break;
      default:
        if (a != 2 || b < 0 || b > 62) return {};
        value.integer = int64_t{1} << b;
    }
    return {value};
  }

  Values call(FileId file, NodeId node) {
    const PythonFacts& f = facts(file);
    const NodeId target = callee(f, node);
    if (target == kNone) return {};
    const Node& t = f.nodes[target];
    if (t.kind == NodeKind::kAttribute) {
      const std::string_view method = project_.spelling(t.name);
      if (method == "format" || method == "lower" || method == "strip" || method == "upper") {
        Values values;
        for (Value value : run(file, target - 1)) {
          if (value.kind != Value::Kind::kString) continue;
          if (method == "format" && value.text.find('{') != std::string::npos) {
            value.text.resize(value.text.find('{'));
            value.open_ended = true;
          }
          values.push_back(std::move(value));
        }
        return values;
      }
    }
    const Entity function = resolver_.expression(file, target);
    if (function.is_external()) {
      const std::string name = project_.external_name(function);
      // os.environ.get("X", "cuda"): the default is what the code says.
      const bool has_default =
          name == "os.environ.get" || name == "os.getenv" || name.ends_with(".get");
      if (has_default) return defaulted(file, positional_argument(f, node, 1));
      if (name == "builtins.getattr") return defaulted(file, positional_argument(f, node, 2));
      if (name == "builtins.str" || name == "torch.device") {
        const NodeId argument = positional_argument(f, node, 0);
        return argument == kNone ? Values{} : run(file, argument);
      }
      if (name == "dataclasses.field" || name == "click.option" || name == "typer.Option") {
        const Symbol key = project_.symbols().intern("default");
        NodeId value = keyword_argument(f, node, key);
        if (value == kNone && name == "typer.Option") value = positional_argument(f, node, 0);
        return defaulted(file, value);
      }
    }
    if (function.kind == EntityKind::kFunction) return returned(function);
    return {};
  }

  Values defaulted(FileId file, NodeId node) {
    if (node == kNone) return {};
    Values values = run(file, node);
    for (Value& value : values) value.from_default = true;
    return values;
  }

  Values returned(const Entity& function) {
    if (inquiry_.depth > Inquiry::kMaxDepth / 2) return {};
    const PythonFacts& f = facts(function.file);
    const Span span = f.scopes[function.index].span;
    Values values;
    for (const Root& root : roots_in(f, span)) {
      if (root.kind != RootKind::kReturn || root.scope != function.index) continue;
      values = joined(std::move(values), run(function.file, root.node));
      if (values.size() >= 4) break;
    }
    return values;
  }

  // table["key"] of a literal mapping, sequence[0] of a literal sequence.
  Values subscript(FileId file, NodeId node) {
    const ChildList parts(facts(file), node);
    if (parts.size() != 2) return {};
    Values result;
    const Values keys = run(file, parts[1]);
    for (const Value& base : run(file, parts[0])) {
      if (base.kind != Value::Kind::kMapping && base.kind != Value::Kind::kSequence) continue;
      const ChildList items(facts(base.file), base.node);
      if (base.kind == Value::Kind::kMapping) {
        for (size_t i = 0; i + 1 < items.size(); i += 2) {
          if (facts(base.file).nodes[items[i]].kind == NodeKind::kDoubleStar) break;
          for (const Value& key : run(base.file, items[i])) {
            if (keys.empty() || (keys[0].kind == key.kind && keys[0].text == key.text)) {
              result = joined(std::move(result), run(base.file, items[i + 1]));
            }
          }
        }
      } else if (!keys.empty() && keys[0].kind == Value::Kind::kInteger && keys[0].integer >= 0 &&
                 static_cast<size_t>(keys[0].integer) < items.size()) {
        result =
            joined(std::move(result), run(base.file, items[static_cast<size_t>(keys[0].integer)]));
      }
      if (result.size() > kMaxAlternatives) break;
    }
    return result;
  }

  Values reference(FileId file, NodeId node) {
    const PythonFacts& f = facts(file);
    const Node& n = f.nodes[node];
    if (n.kind == NodeKind::kName) {
      Values values;
      for (const uint32_t id :
           resolver_.reaching(file, project_.scope_of(file, node), n.name, n.begin)) {
        values = joined(std::move(values), bound(file, id));
        if (values.size() > kMaxAlternatives) break;
      }
      if (!values.empty()) return values;
    }
    Values values;
    if (n.kind == NodeKind::kAttribute) {
      const Entity base = resolver_.expression(file, node - 1);
      for (const auto& [where, value] : resolver_.definitions(base, n.name)) {
        if (where == file && value == node) continue;
        values = joined(std::move(values), run(where, value));
        if (values.size() > kMaxAlternatives) break;
      }
      if (!values.empty()) return values;
    }
    values = denoted(resolver_.expression(file, node), file, node);
    if (values.empty() && n.kind == NodeKind::kAttribute) return stored(file, node);
    return values;
  }

  // args.backend of an untyped object: what the same function, or the module, stores under that
  // name.
  Values stored(FileId file, NodeId node) {
    const PythonFacts& f = facts(file);
    const std::string_view wanted = project_.text(file, project_.span(file, node));
    const ScopeId scope = project_.scope_of(file, node);
    Values values;
    if (f.stores.size() > kMaxStores) return values;
    for (const Store& store : f.stores) {
      if (f.nodes[store.target].name != f.nodes[node].name) continue;
      if ((store.scope != scope && store.scope != 0) || store.value == kNone ||
          store.unpack_index >= 0)
        continue;
      if (store.target == node || project_.text(file, project_.span(file, store.target)) != wanted)
        continue;
      values = joined(std::move(values), run(file, store.value));
      if (values.size() > kMaxAlternatives) break;
    }
    return values;
  }

  Values denoted(const Entity& entity, FileId file, NodeId node) {
    switch (entity.kind) {
      case EntityKind::kValue:
        if (entity.file == file && entity.index == node) return {};
        return run(entity.file, entity.index);
      case EntityKind::kParameter:
        return parameter(entity.file, entity.index);
      case EntityKind::kUnknown:
        return {};
      default: {
        Value value = made(Value::Kind::kReference, file, node);
        value.entity = entity;
        return {value};
      }
    }
  }

  Values parameter(FileId file, uint32_t id) {
    return defaulted(file, facts(file).parameters[id].default_value);
  }

  Values bound(FileId file, uint32_t binding_id) {
    const Binding& b = facts(file).bindings[binding_id];
    switch (b.kind) {
      case BindingKind::kParameter: {
        const Parameter& p = facts(file).parameters[b.index];
        if (p.default_value != kNone) return parameter(file, b.index);
        return denoted(resolver_.binding(file, binding_id), file, kNone);
      }
      case BindingKind::kAssign:
      case BindingKind::kNamed:
        if (b.unpack_index < 0 && b.value != kNone) return run(file, b.value);
        break;
      case BindingKind::kFor:
      case BindingKind::kComprehension:
        return elements(file, b.value);
      default:
        break;
    }
    const Entity entity = resolver_.binding(file, binding_id);
    // An unpacked value is the whole right side; its parts are unknown.
    if (entity.kind == EntityKind::kValue && b.unpack_index >= 0 && entity.index == b.value)
      return {};
    return denoted(entity, file, b.value);
  }

  // What a loop variable takes: the items of a literal sequence.
  Values elements(FileId file, NodeId iterable) {
    Values result;
    if (iterable == kNone) return result;
    for (const Value& value : run(file, iterable)) {
      if (value.kind != Value::Kind::kSequence) continue;
      for (const NodeId item : children(facts(value.file), value.node)) {
        result = joined(std::move(result), run(value.file, item));
        if (result.size() > kMaxAlternatives) return result;
      }
    }
    return result;
  }

  const Project& project_;
  Inquiry& inquiry_;
  Resolver resolver_;
};

Values evaluate_within(const Project& project, Inquiry& inquiry, FileId file, NodeId node) {
  return Evaluator(project, inquiry).run(file, node);
}

Values Project::evaluate(FileId file, NodeId node) const {
  Inquiry inquiry;
  return evaluate_within(*this, inquiry, file, node);
}

}  // namespace npuport
