// Names and calls of one Python file against the rules.
#include "detect/python_matcher.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "detect/best_match.h"
#include "detect/predicate.h"
#include "facts/python_nodes.h"

namespace npuport {

void PythonMatcher::run() {
  match_imports();
  for (const Root& root : facts_.roots) {
    scope_ = root.scope;
    root_kind_ = root.kind;
    if (root.kind == RootKind::kBase) match_listed(Subject::kBase, root.node);
    if (root.kind == RootKind::kDecorator) match_listed(Subject::kDecorator, root.node);
    for (NodeId id = facts_.nodes[root.node].first; id <= root.node; ++id) visit(id);
  }
  report_pending_strings();
}

void PythonMatcher::visit(NodeId id) {
  const Node& n = facts_.nodes[id];
  switch (n.kind) {
    case NodeKind::kName:
    case NodeKind::kAttribute:
      if (!is_chain_part(id)) match_chain(id);
      break;
    case NodeKind::kCall:
      match_partial(id);
      match_command(id);
      break;
    case NodeKind::kKeyword:
      match_keyword(id);
      break;
    case NodeKind::kString:
      match_string(id);
      break;
    case NodeKind::kCompare:
      match_compare(id);
      break;
    default:
      break;
  }
}

bool PythonMatcher::is_chain_part(NodeId id) const {
  const NodeId parent = parents_[id];
  return parent != kNone && facts_.nodes[parent].kind == NodeKind::kAttribute;
}

bool PythonMatcher::is_callee(NodeId id) const {
  const NodeId parent = parents_[id];
  return parent != kNone && facts_.nodes[parent].kind == NodeKind::kCall &&
         callee(facts_, parent) == id;
}

void PythonMatcher::match_chain(NodeId id) {
  NodeId root = id;
  while (facts_.nodes[root].kind == NodeKind::kAttribute) --root;
  if (root_kind_ == RootKind::kAnnotation) return;  // a type hint runs nothing on a device
  const bool is_target = root == id && root_kind_ == RootKind::kTarget;
  const bool matched = !is_target && worth_resolving(id, root) && match_qualified(id, root);
  if (facts_.nodes[id].kind == NodeKind::kAttribute) match_member(id, matched);
}

// Most chains start from locals and parameters: they matter only when their last name is one that a
// rule spells out.
bool PythonMatcher::worth_resolving(NodeId id, NodeId root) const {
  const Node& r = facts_.nodes[root];
  if (r.kind == NodeKind::kName && project_.may_be_imported(file_, r.name)) return true;
  if (root == id) return r.kind == NodeKind::kName && context_.rules.ends_a_name(r.name);
  return (r.kind == NodeKind::kName || r.kind == NodeKind::kCall) &&
         context_.rules.ends_a_name(facts_.nodes[id].name);
}

Entity PythonMatcher::resolve_root(NodeId root) {
  const Node& n = facts_.nodes[root];
  if (n.kind != NodeKind::kName) return project_.resolve(file_, root);
  const ScopeId binder = binder_of(n.name);
  if (binder == scope_) return project_.resolve(file_, root);
  const uint64_t key = (static_cast<uint64_t>(binder) << 32) | static_cast<uint32_t>(n.name);
  if (const auto known = outer_names_.find(key); known != outer_names_.end()) return known->second;
  return outer_names_.emplace(key, project_.resolve(file_, root)).first->second;
}

ScopeId PythonMatcher::binder_of(Symbol name) const {
  for (ScopeId scope = scope_; scope != 0; scope = facts_.scopes[scope].parent) {
    if (scope != scope_ && facts_.scopes[scope].kind == ScopeKind::kClass) continue;
    if (project_.binds(file_, scope, name)) return scope;
  }
  return 0;
}

bool PythonMatcher::match_qualified(NodeId id, NodeId root) {
  // Entities of the root and of each longer beginning of the chain.
  std::array<Entity, 8> entities;
  if (id - root >= entities.size()) root = id - static_cast<NodeId>(entities.size()) + 1;
  Entity entity = resolve_root(root);
  entities[0] = entity;
  for (NodeId at = root + 1; at <= id; ++at) {
    entity = project_.member(entity, facts_.nodes[at].name);
    entities[at - root] = entity;
  }
  for (NodeId at = id;; --at) {
    if (facts_.nodes[at].kind == NodeKind::kCall) return false;
    if (match_entity(at, at == id, entities[at - root])) return true;
    if (at == root) return false;
  }
}

bool PythonMatcher::match_entity(NodeId at, bool whole, const Entity& entity) {
  const auto fire = [&](const std::vector<MatcherRef>& refs) {
    if (refs.empty()) return false;
    const bool called = whole && is_callee(at);
    return fire_best(refs, at, called ? parents_[at] : kNone, 0, entity.name);
  };
  if (entity.is_external()) return fire(context_.rules.for_name(Subject::kReference, entity.name));
  if (entity.kind != EntityKind::kExternalMember) return false;
  std::vector<MatcherRef> refs;
  context_.rules.for_member(Subject::kReference, entity.name, refs);
  return fire(refs);
}

bool PythonMatcher::fire_best(const std::vector<MatcherRef>& refs, NodeId at, NodeId call,
                              int shift, QName name) {
  BestByDomain best;
  std::vector<NodeId> claims;
  for (const MatcherRef& ref : refs) {
    if (ref.matcher->subject == Subject::kCall && call == kNone) continue;
    if (ref.matcher->report == ReportSpan::kArgument && call != kNone &&
        written_elsewhere(*ref.matcher, call, shift)) {
      continue;
    }
    if (!context_holds(*ref.matcher, at)) continue;
    if (!ref.matcher->where.empty() &&
        (call == kNone || !arguments_hold(*ref.matcher, call, shift, &claims))) {
      continue;
    }
    best.offer(ref);
  }
  bool fired = false;
  best.for_each([&](const MatcherRef& ref) {
    out_.add_python(*ref.rule, report_span(*ref.matcher, at, call, shift), at,
                    project_.names().text(name));
    fired = true;
  });
  if (fired) {
    for (const NodeId literal : claims) out_.claim(literal);
  }
  return fired;
}

// The marked argument only hands on a string that is written, and reported, somewhere else.
bool PythonMatcher::written_elsewhere(const Matcher& matcher, NodeId call, int shift) const {
  for (const ArgumentCondition& condition : matcher.where) {
    if (condition.argument != matcher.report_argument) continue;
    const NodeId value = find_argument(condition, call, shift);
    if (value == kNone) return false;
    const NodeKind kind = facts_.nodes[value].kind;
    if (kind != NodeKind::kName && kind != NodeKind::kAttribute) return false;
    for (const Value& known : project_.evaluate(file_, value)) {
      if (known.kind == Value::Kind::kString) return true;
    }
  }
  return false;
}

bool PythonMatcher::context_holds(const Matcher& matcher, NodeId at) const {
  if (!matcher.importing.empty() && !imports_one_of(matcher.importing)) return false;
  if (!matcher.inside.empty() && !runs_inside(matcher.inside, at)) return false;
  if (!matcher.outside.empty() && stands_in(matcher.outside, at)) return false;
  if (!matcher.statement) return true;
  const std::string_view text = project_.text(file_, project_.root_of(file_, at).statement);
  return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *matcher.statement);
}

bool PythonMatcher::imports_one_of(const std::vector<std::string>& names) const {
  return std::any_of(facts_.imports.begin(), facts_.imports.end(), [&](const Import& import) {
    std::string module = project_.external_name(project_.import_target(file_, import, false));
    module += '.';
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return module.starts_with(name + '.'); });
  });
}

bool PythonMatcher::made_by(const ValuePredicate& predicate, NodeId value) const {
  const Entity entity = project_.resolve(file_, value);
  if (entity.kind != EntityKind::kExternalInstance) return predicate.negated;
  const std::string name = project_.external_name(entity);
  const bool made = std::any_of(predicate.texts.begin(), predicate.texts.end(),
                                [&](const std::string& t) { return glob_match(t, name); });
  return made != predicate.negated;
}

bool PythonMatcher::runs_inside(const std::vector<std::string>& names, NodeId at) const {
  for (GuardId g = project_.guard_of(file_, at); g != kNone; g = facts_.guards[g].parent) {
    const Guard& guard = facts_.guards[g];
    if (guard.kind != GuardKind::kWith || guard.test == kNone) continue;
    NodeId manager = guard.test;
    if (facts_.nodes[manager].kind == NodeKind::kCall) manager = callee(facts_, manager);
    const std::string name = project_.external_name(project_.resolve(file_, manager));
    if (std::find(names.begin(), names.end(), name) != names.end()) return true;
  }
  return false;
}

bool PythonMatcher::stands_in(const std::vector<std::string>& contexts, NodeId at) const {
  for (const std::string& context : contexts) {
    if (context == "annotation" && project_.root_of(file_, at).kind == RootKind::kAnnotation)
      return true;
    if (context != "compare") continue;
    for (NodeId up = parents_[at]; up != kNone; up = parents_[up]) {
      const NodeKind kind = facts_.nodes[up].kind;
      if (kind == NodeKind::kCompare) return true;
      if (kind == NodeKind::kCall) break;
    }
  }
  return false;
}

NodeId PythonMatcher::find_argument(const ArgumentCondition& condition, NodeId call,
                                    int shift) const {
  const Symbol name = project_.symbols().find(condition.argument);
  const int position = condition.position < 0 ? -1 : condition.position + shift;
  return argument(facts_, call, name, position);
}

bool PythonMatcher::arguments_hold(const Matcher& matcher, NodeId call, int shift,
                                   std::vector<NodeId>* claims) const {
  for (const ArgumentCondition& condition : matcher.where) {
    const NodeId value = find_argument(condition, call, shift);
    if (condition.absent) {
      if (value != kNone || has_unpacked_arguments(facts_, call)) return false;
      continue;
    }
    if (value == kNone) return false;
    if (condition.value.kind == ValuePredicate::Kind::kMadeBy) {
      if (!made_by(condition.value, value)) return false;
      continue;
    }
    const Values values = project_.evaluate(file_, value);
    const Value* by = nullptr;
    if (condition.value.kind == ValuePredicate::Kind::kAny && !condition.value.negated) continue;
    if (!satisfies(project_, condition.value, values, &by)) return false;
    if (claims != nullptr && by->file == file_ && by->node >= facts_.nodes[value].first &&
        by->node <= value) {
      claims->push_back(by->node);
    }
  }
  return true;
}

Span PythonMatcher::report_span(const Matcher& matcher, NodeId at, NodeId call, int shift) const {
  switch (matcher.report) {
    case ReportSpan::kArgument:
      if (call != kNone) {
        const Symbol name = project_.symbols().find(matcher.report_argument);
        NodeId value = keyword_argument(facts_, call, name);
        for (const ArgumentCondition& condition : matcher.where) {
          if (value == kNone && condition.argument == matcher.report_argument) {
            value = find_argument(condition, call, shift);
          }
        }
        if (value != kNone) return project_.span(file_, value);
      }
      break;
    case ReportSpan::kCall:
      if (call != kNone) return project_.span(file_, call);
      break;
    case ReportSpan::kName:
      return last_name(at);
    default:
      break;
  }
  // A chain on a call (f().to) marks its own name only.
  NodeId root = at;
  while (facts_.nodes[root].kind == NodeKind::kAttribute) --root;
  return facts_.nodes[root].kind == NodeKind::kName ? project_.span(file_, at) : last_name(at);
}

Span PythonMatcher::last_name(NodeId at) const {
  const Node& n = facts_.nodes[at];
  return n.kind == NodeKind::kAttribute ? attribute_name_span(text_, n) : span_of(n);
}

void PythonMatcher::match_partial(NodeId call) {
  const NodeId target = callee(facts_, call);
  if (target == kNone) return;
  const NodeKind kind = facts_.nodes[target].kind;
  if (kind != NodeKind::kName && kind != NodeKind::kAttribute) return;
  const std::string_view last = project_.spelling(facts_.nodes[target].name);
  if (last != "partial" && last != "partialmethod") return;
  const NodeId wrapped = positional_argument(facts_, call, 0);
  if (wrapped == kNone) return;
  const Entity function = project_.resolve(file_, wrapped);
  if (!function.is_external()) return;
  std::vector<MatcherRef> calls;
  for (const MatcherRef& ref : context_.rules.for_name(Subject::kCall, function.name)) {
    if (ref.matcher->subject == Subject::kCall) calls.push_back(ref);
  }
  fire_best(calls, wrapped, call, 1, function.name);
}

void match_python(const DetectContext& context, FileFindings& findings) {
  PythonMatcher(context, findings).run();
}

}  // namespace npuport
