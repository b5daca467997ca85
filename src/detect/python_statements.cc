// Comparisons, class bases, decorators and imports against the rules.
#include "detect/python_matcher.h"

#include <algorithm>
#include <array>

#include "detect/best_match.h"
#include "detect/guards.h"
#include "detect/predicate.h"
#include "facts/python_nodes.h"

namespace npuport {

void PythonMatcher::match_compare(NodeId id) {
  const ChildList sides(facts_, id);
  if (sides.size() != 2) return;
  if (!compare_side(id, sides[0], sides[1])) compare_side(id, sides[1], sides[0]);
}

// A string, or a list of values.
bool PythonMatcher::is_text_like(NodeId node) const {
  const NodeKind kind = facts_.nodes[node].kind;
  return kind == NodeKind::kString || kind == NodeKind::kList || kind == NodeKind::kTuple ||
         kind == NodeKind::kSet;
}

bool PythonMatcher::compare_side(NodeId compare, NodeId subject, NodeId other) {
  const Node& n = facts_.nodes[subject];
  std::vector<MatcherRef> refs;
  std::string name;
  NodeId subject_name = subject;
  if (n.kind == NodeKind::kCall) {
    subject_name = callee(facts_, subject);
    if (subject_name == kNone || !context_.rules.ends_a_name(facts_.nodes[subject_name].name)) {
      return false;
    }
    const Entity function = project_.resolve(file_, subject_name);
    if (function.is_external()) {
      refs = context_.rules.for_name(Subject::kCompare, function.name);
      name = project_.names().text(function.name);
    }
  } else if (n.kind == NodeKind::kAttribute) {
    refs = context_.rules.for_compared_attribute(n.name);
    name = std::string(project_.spelling(n.name));
    const bool spelled_out = context_.rules.ends_a_name(n.name);
    const Entity entity = spelled_out ? project_.resolve(file_, subject) : Entity{};
    if (entity.is_external()) {
      const auto& named = context_.rules.for_name(Subject::kCompare, entity.name);
      refs.insert(refs.end(), named.begin(), named.end());
    }
  } else if (n.kind == NodeKind::kName && is_text_like(other)) {
    // backend = dist.get_backend(); if backend == "nccl"
    const Entity entity = project_.resolve(file_, subject);
    if (entity.kind == EntityKind::kExternalInstance) {
      refs = context_.rules.for_name(Subject::kCompare, entity.name);
      name = project_.names().text(entity.name);
    }
  }
  bool fired = false;
  for (const MatcherRef& ref : refs) {
    if (ref.matcher->value.kind == ValuePredicate::Kind::kDevice)
      continue;  // the device detector's
    const NodeId literal = value_in(*ref.matcher, other);
    if (literal == kNone) continue;
    const Span span = ref.matcher->report == ReportSpan::kCall ? project_.span(file_, compare)
                                                               : project_.span(file_, literal);
    out_.add_python(*ref.rule, span, compare, name);
    out_.claim(literal);
    fired = true;
  }
  return fired;
}

NodeId PythonMatcher::value_in(const Matcher& matcher, NodeId node) const {
  const NodeKind kind = facts_.nodes[node].kind;
  if (kind == NodeKind::kList || kind == NodeKind::kTuple || kind == NodeKind::kSet) {
    for (const NodeId item : children(facts_, node)) {
      if (satisfies(project_, matcher.value, project_.evaluate(file_, item))) return item;
    }
    return kNone;
  }
  if (satisfies(project_, matcher.value, project_.evaluate(file_, node))) return node;
  for (const Value& value : project_.evaluate(file_, node)) {
    if (value.kind != Value::Kind::kSequence) continue;
    for (const NodeId item : children(project_.python(value.file), value.node)) {
      if (satisfies(project_, matcher.value, project_.evaluate(value.file, item))) return node;
    }
  }
  return kNone;
}

void PythonMatcher::match_listed(Subject subject, NodeId node) {
  NodeId at = node;
  NodeId call = kNone;
  if (facts_.nodes[at].kind == NodeKind::kCall) {
    call = at;
    at = callee(facts_, at);
  }
  if (at == kNone) return;
  const Entity entity = project_.resolve(file_, at);
  if (!entity.is_external()) return;
  const auto& refs = context_.rules.for_name(subject, entity.name);
  for (const MatcherRef& ref : refs) {
    if (!ref.matcher->where.empty() &&
        (call == kNone || !arguments_hold(*ref.matcher, call, 0, nullptr)))
      continue;
    out_.add_python(*ref.rule, report_span(*ref.matcher, at, call, 0), at,
                    project_.names().text(entity.name));
  }
}

void PythonMatcher::match_imports() {
  for (const Import& import : facts_.imports) match_import(import);
}

void PythonMatcher::match_import(const Import& import) {
  const Entity module = project_.import_target(file_, import, false);
  if (!module.is_external()) {
    // A name re-exported by the project is reported where it is first imported.
    return;
  }
  BestByDomain best;
  std::array<Span, 8> spans{};  // by domain
  QName full = module.name;
  if (import.is_from && !import.is_star) full = project_.names().child(module.name, import.name);
  for (QName name = full; name != QName::kNone; name = project_.names().parent(name)) {
    for (const MatcherRef& ref : context_.rules.for_name(Subject::kImport, name)) {
      if (!best.offer(ref)) continue;
      const bool is_name = import.is_from && name == full && !import.is_star;
      spans[static_cast<size_t>(ref.rule->domain) & 7u] =
          is_name ? import.name_span : import.module_span;
    }
  }
  best.for_each([&](const MatcherRef& ref) {
    fire_import(*ref.rule, import, spans[static_cast<size_t>(ref.rule->domain) & 7u], full);
  });
}

void PythonMatcher::fire_import(const Rule& rule, const Import& import, Span span, QName full) {
  const std::string name = project_.names().text(full);
  // "from flash_attn import a, b" is one site.
  const auto& earlier = out_.findings();
  for (auto it = earlier.rbegin(); it != earlier.rend() && it->span.begin >= import.statement.begin;
       ++it) {
    if (it->rule == &rule && it->span.end <= import.statement.end &&
        (it->span == span || it->span.begin == import.module_span.begin)) {
      return;
    }
  }
  Finding& finding = out_.add(rule, span, name);
  apply_guard(finding, guard_state_at(project_, file_, import.guard, import.statement.begin));
  finding.import_time = import.scope == 0;
  const uint32_t patch = project_.index(file_).patch_offset;
  if (finding.mode == Mode::kAuto && patch != kNone) {
    if (span.begin > patch) {
      apply_guard(finding, GuardState::kNpuHandled);
    } else if (import.is_from && import.scope == 0) {
      finding.mode = Mode::kManual;
      finding.notes_en.push_back(
          "The name is bound before transfer_to_npu is imported, so it keeps the CUDA function; "
          "move the "
          "transfer_to_npu import above this line.");
      finding.notes_zh.push_back(
          "该名称在导入 transfer_to_npu 之前就已绑定，仍指向 CUDA 函数；请把 transfer_to_npu "
          "的导入移到本行之前。");
    }
  }
}

}  // namespace npuport
