#include "detect/python_match.h"

#include <algorithm>

#include "detect/guards.h"
#include "detect/predicate.h"
#include "facts/python_nodes.h"
#include "syntax/cuda/cuda.h"
#include "syntax/shell/shell.h"

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

class PythonMatcher {
 public:
  PythonMatcher(const DetectContext& context, FileFindings& findings)
      : context_(context),
        project_(context.project),
        out_(findings),
        file_(findings.file()),
        facts_(project_.python(file_)),
        text_(project_.file(file_).text),
        parents_(project_.index(file_).parents) {}

  void run() {
    match_imports();
    for (const Root& root : facts_.roots) {
      if (root.kind == RootKind::kBase) match_listed(Subject::kBase, root.node);
      if (root.kind == RootKind::kDecorator) match_listed(Subject::kDecorator, root.node);
      for (NodeId id = facts_.nodes[root.node].first; id <= root.node; ++id) visit(id);
    }
  }

 private:
  void visit(NodeId id) {
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

  // True for the inner links of a.b.c: the chain is matched once, at its last attribute.
  bool is_chain_part(NodeId id) const {
    const NodeId parent = parents_[id];
    return parent != kNone && facts_.nodes[parent].kind == NodeKind::kAttribute;
  }

  bool is_callee(NodeId id) const {
    const NodeId parent = parents_[id];
    return parent != kNone && facts_.nodes[parent].kind == NodeKind::kCall &&
           callee(facts_, parent) == id;
  }

  // --- names -------------------------------------------------------------------------------------

  void match_chain(NodeId id) {
    NodeId root = id;
    while (facts_.nodes[root].kind == NodeKind::kAttribute) --root;
    const NodeKind root_kind = facts_.nodes[root].kind;
    const bool is_target = project_.root_of(file_, id).kind == RootKind::kTarget && root == id;
    bool matched = false;
    if ((root_kind == NodeKind::kName || root_kind == NodeKind::kCall) && !is_target) {
      matched = match_qualified(id, root);
    }
    if (facts_.nodes[id].kind == NodeKind::kAttribute) match_member(id, matched);
  }

  // Tries the whole chain, then its beginnings: torch.version.cuda.split is a use of
  // torch.version.cuda.
  bool match_qualified(NodeId id, NodeId root) {
    for (NodeId at = id;; --at) {
      const bool plain = facts_.nodes[at].kind != NodeKind::kAttribute;
      if (plain && facts_.nodes[at].kind != NodeKind::kName) return false;
      const Entity entity = project_.resolve(file_, at);
      if (entity.is_external() && match_entity(at, at == id, entity.name)) return true;
      if (at == root || plain) return false;
      if (!entity.is_external()) {
        // The end of the chain belongs to the project; a beginning may still be a torch name.
        continue;
      }
    }
  }

  bool match_entity(NodeId at, bool whole, QName name) {
    const auto& refs = context_.rules.for_name(Subject::kReference, name);
    if (refs.empty()) return false;
    const bool called = whole && is_callee(at);
    const NodeId call = called ? parents_[at] : kNone;
    return fire_best(refs, at, call, 0, project_.names().text(name));
  }

  // Of the matchers that hold, the most particular of each domain fires.
  bool fire_best(const std::vector<MatcherRef>& refs, NodeId at, NodeId call, int shift,
                 const std::string& name) {
    std::array<const MatcherRef*, 8> best{};
    std::vector<NodeId> claims;
    for (const MatcherRef& ref : refs) {
      if (ref.matcher->subject == Subject::kCall && call == kNone) continue;
      if (!ref.matcher->where.empty() &&
          (call == kNone || !arguments_hold(*ref.matcher, call, shift, &claims))) {
        continue;
      }
      const MatcherRef*& slot = best[static_cast<size_t>(ref.rule->domain) & 7u];
      if (slot == nullptr || stronger(ref, *slot)) slot = &ref;
    }
    bool fired = false;
    for (const MatcherRef* ref : best) {
      if (ref == nullptr) continue;
      out_.add_python(*ref->rule, report_span(*ref->matcher, at, call, shift), at, name);
      fired = true;
    }
    if (fired) {
      for (const NodeId literal : claims) out_.claim(literal);
    }
    return fired;
  }

  static bool stronger(const MatcherRef& a, const MatcherRef& b) {
    const auto weight = [](const MatcherRef& ref) {
      return std::pair(ref.specificity,
                       ref.matcher->where.size() * 2 + (ref.matcher->subject == Subject::kCall));
    };
    if (weight(a) != weight(b)) return weight(a) > weight(b);
    return a.rule->id < b.rule->id;
  }

  NodeId find_argument(const ArgumentCondition& condition, NodeId call, int shift) const {
    const Symbol name = project_.symbols().find(condition.argument);
    const int position = condition.position < 0 ? -1 : condition.position + shift;
    return argument(facts_, call, name, position);
  }

  bool arguments_hold(const Matcher& matcher, NodeId call, int shift,
                      std::vector<NodeId>* claims) const {
    for (const ArgumentCondition& condition : matcher.where) {
      const NodeId value = find_argument(condition, call, shift);
      if (condition.absent) {
        if (value != kNone || has_unpacked_arguments(facts_, call)) return false;
        continue;
      }
      if (value == kNone) return false;
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

  Span report_span(const Matcher& matcher, NodeId at, NodeId call, int shift) const {
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

  Span last_name(NodeId at) const {
    const Node& n = facts_.nodes[at];
    return n.kind == NodeKind::kAttribute ? attribute_name_span(text_, n) : span_of(n);
  }

  // --- methods and attributes by name ------------------------------------------------------------

  void match_member(NodeId id, bool matched) {
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
    if (kind == "other") return;
    const bool module_itself = receiver.is_external() && is_module_like(receiver);
    if (module_itself) return;
    std::vector<MatcherRef> fitting;
    for (const MatcherRef& ref : refs) {
      const auto& wanted = ref.matcher->receiver;
      const auto accepts = [&](const std::string& w) {
        return w == kind || (w.find('.') != std::string::npos &&
                             glob_match(w, project_.external_name(receiver)));
      };
      if (wanted.empty() || std::any_of(wanted.begin(), wanted.end(), accepts))
        fitting.push_back(ref);
    }
    if (fitting.empty() || (matched && kind == "unknown")) return;
    const size_t before = out_.findings().size();
    fire_members(fitting, id, call, kind == "unknown");
    (void)before;
  }

  // torch.cuda.foo: "torch.cuda" is no object that has methods.
  bool is_module_like(const Entity& receiver) const {
    const std::string name = project_.external_name(receiver);
    const size_t dot = name.rfind('.');
    const char first = name[dot == std::string::npos ? 0 : dot + 1];
    const bool is_lower = first >= 'a' && first <= 'z';
    return is_lower && (name == "torch" || name.starts_with("torch.") || dot == std::string::npos);
  }

  void fire_members(const std::vector<MatcherRef>& refs, NodeId id, NodeId call, bool uncertain) {
    std::vector<NodeId> claims;
    std::array<const MatcherRef*, 8> best{};
    for (const MatcherRef& ref : refs) {
      if (!ref.matcher->where.empty() &&
          (call == kNone || !arguments_hold(*ref.matcher, call, 0, &claims)))
        continue;
      const MatcherRef*& slot = best[static_cast<size_t>(ref.rule->domain) & 7u];
      if (slot == nullptr || stronger(ref, *slot)) slot = &ref;
    }
    for (const MatcherRef* ref : best) {
      if (ref == nullptr) continue;
      Span span = last_name(id);
      if (ref->matcher->report == ReportSpan::kArgument ||
          ref->matcher->report == ReportSpan::kCall) {
        span = report_span(*ref->matcher, id, call, 0);
      }
      Finding& finding = out_.add_python(*ref->rule, span, id,
                                         std::string(project_.spelling(facts_.nodes[id].name)));
      if (uncertain && finding.confidence == Confidence::kHigh)
        finding.confidence = Confidence::kMedium;
    }
    for (const NodeId literal : claims) out_.claim(literal);
  }

  // --- partial(f, ...) is a call of f ------------------------------------------------------------

  void match_partial(NodeId call) {
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
    fire_best(calls, wrapped, call, 1, project_.names().text(function.name));
  }

  // --- keywords ----------------------------------------------------------------------------------

  void match_keyword(NodeId id) {
    const auto& refs = context_.rules.for_identifier(Subject::kKeyword, facts_.nodes[id].name);
    if (refs.empty()) return;
    const NodeId call = parents_[id];
    const NodeId value_node = id - 1;
    const bool in_call = call != kNone && facts_.nodes[call].kind == NodeKind::kCall;
    std::string callee_name;
    if (in_call)
      callee_name = project_.external_name(project_.resolve(file_, callee(facts_, call)));
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
      Span span = project_.span(file_, value_node);
      if (m.report == ReportSpan::kKey) {
        span.begin = facts_.nodes[id].begin;
        span.end =
            span.begin + static_cast<uint32_t>(project_.spelling(facts_.nodes[id].name).size());
      }
      Finding& finding = out_.add_python(*ref.rule, span, id,
                                         std::string(project_.spelling(facts_.nodes[id].name)));
      if (by != nullptr) finding.values["value"] = by->text;
      if (by != nullptr && by->file == file_) out_.claim(by->node);
    }
  }

  // --- strings -----------------------------------------------------------------------------------

  // Prose is no value: messages of exceptions, logging, print, help texts.
  bool is_prose(NodeId id) const {
    NodeId at = id;
    for (int steps = 0; steps < 5 && parents_[at] != kNone; ++steps) {
      const NodeId parent = parents_[at];
      const Node& p = facts_.nodes[parent];
      if (p.kind == NodeKind::kKeyword) {
        const std::string_view name = project_.spelling(p.name);
        return name == "help" || name == "description" || name == "msg" || name == "reason" ||
               name == "desc";
      }
      if (p.kind == NodeKind::kCall) {
        const NodeId target = callee(facts_, parent);
        const Node& t = facts_.nodes[target];
        if (t.kind != NodeKind::kName && t.kind != NodeKind::kAttribute) return false;
        if (at == target) return false;
        const std::string_view name = project_.spelling(t.name);
        static constexpr std::array kTalkers = {"print",      "warn",  "warning",      "info",
                                                "debug",      "error", "critical",     "exception",
                                                "log",        "echo",  "warning_once", "warn_once",
                                                "info_rank0", "fail",  "skip",         "write"};
        if (std::find(kTalkers.begin(), kTalkers.end(), name) != kTalkers.end()) return true;
        return name.ends_with("Error") || name.ends_with("Exception") ||
               name.ends_with("Warning") || name == "skipUnless" || name == "skipIf";
      }
      if (p.kind == NodeKind::kCompare || p.kind == NodeKind::kSubscript) return false;
      at = parent;
    }
    const RootKind root = project_.root_of(file_, id).kind;
    return root == RootKind::kRaise;
  }

  void match_string(NodeId id) {
    const Node& n = facts_.nodes[id];
    const std::string_view content = string_content(text_, n);
    if (content.empty()) return;
    if (content.size() >= 24 && (content.find("__global__") != std::string_view::npos ||
                                 content.find("<<<") != std::string_view::npos)) {
      match_cpp(context_, lower_cuda_text(content, string_content_span(n).begin), out_);
    }
    if (content.size() > 256) return;
    match_environment(id, content);
    const auto& refs = context_.rules.all(Subject::kString);
    for (const MatcherRef& ref : refs) {
      if (ref.matcher->value.kind == ValuePredicate::Kind::kDevice)
        continue;  // the device detector's
      if (!quick(ref, content)) continue;
      Value value;
      value.kind = Value::Kind::kString;
      value.text = decode_string_literal(text_, n);
      if (!satisfies(project_, ref.matcher->value, value) || is_prose(id)) continue;
      Finding& finding = out_.add_python(*ref.rule, span_of(n), id, value.text);
      finding.values["value"] = value.text;
    }
  }

  static bool quick(const MatcherRef& ref, std::string_view content) {
    const ValuePredicate& p = ref.matcher->value;
    if (p.negated || p.texts.empty()) return true;
    return std::any_of(p.texts.begin(), p.texts.end(), [&](const std::string& t) {
      return content.find(t) != std::string_view::npos;
    });
  }

  // A string that is exactly the name of a variable: os.environ["X"], getenv("X"), env["X"], {"X":
  // "1"}.
  void match_environment(NodeId id, std::string_view content) {
    if (content.size() < 4 || !is_variable_name(content)) return;
    std::vector<MatcherRef> refs;
    context_.rules.for_text(Subject::kEnvironment, content, refs);
    if (refs.empty() || is_prose(id)) return;
    fire_environment(refs, id, project_.span(file_, id), std::string(content));
  }

  void fire_environment(const std::vector<MatcherRef>& refs, NodeId id, Span span,
                        std::string name) {
    const MatcherRef* best = nullptr;
    for (const MatcherRef& ref : refs) {
      if (best == nullptr || stronger(ref, *best)) best = &ref;
    }
    out_.add_python(*best->rule, span, id, std::move(name));
  }

  static bool is_variable_name(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) {
      return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
  }

  // --- commands in subprocess calls --------------------------------------------------------------

  void match_command(NodeId call) {
    match_environment_keywords(call);
    const NodeId target = callee(facts_, call);
    if (target == kNone) return;
    const NodeKind kind = facts_.nodes[target].kind;
    if (kind != NodeKind::kName && kind != NodeKind::kAttribute) return;
    static constexpr std::array kRunners = {"run",
                                            "call",
                                            "check_call",
                                            "check_output",
                                            "Popen",
                                            "system",
                                            "popen",
                                            "getoutput",
                                            "getstatusoutput",
                                            "create_subprocess_shell",
                                            "create_subprocess_exec",
                                            "spawn"};
    const std::string_view last = project_.spelling(facts_.nodes[target].name);
    if (std::find(kRunners.begin(), kRunners.end(), last) == kRunners.end()) return;
    const Entity function = project_.resolve(file_, target);
    const std::string name = project_.external_name(function);
    if (!name.starts_with("subprocess.") && !name.starts_with("os.") &&
        !name.starts_with("asyncio.") && !name.starts_with("commands.")) {
      return;
    }
    const NodeId first = argument(facts_, call, project_.symbols().find("args"), 0);
    if (first == kNone) return;
    const Node& a = facts_.nodes[first];
    TextFacts commands;
    if (a.kind == NodeKind::kString || a.kind == NodeKind::kFString) {
      lower_shell_text(string_content(text_, a), string_content_span(a).begin, commands);
    } else if (a.kind == NodeKind::kList || a.kind == NodeKind::kTuple) {
      Command command;
      command.span = span_of(a);
      for (const NodeId item : children(facts_, first)) {
        const Node& w = facts_.nodes[item];
        Word word;
        word.span = span_of(w);
        if (w.kind == NodeKind::kString) word.text = decode_string_literal(text_, w);
        command.words.push_back(std::move(word));
      }
      if (!command.words.empty()) commands.commands.push_back(std::move(command));
    }
    match_text(context_, commands, out_);
  }

  // dict(os.environ, CUDA_VISIBLE_DEVICES="0")
  void match_environment_keywords(NodeId call) {
    for (const NodeId child : children(facts_, call)) {
      const Node& n = facts_.nodes[child];
      if (n.kind != NodeKind::kKeyword) continue;
      const std::string_view name = project_.spelling(n.name);
      if (name.size() < 4 || !is_variable_name(name)) continue;
      std::vector<MatcherRef> refs;
      context_.rules.for_text(Subject::kEnvironment, name, refs);
      if (refs.empty()) continue;
      fire_environment(refs, child, {n.begin, n.begin + static_cast<uint32_t>(name.size())},
                       std::string(name));
    }
  }

  // --- comparisons -------------------------------------------------------------------------------

  void match_compare(NodeId id) {
    const ChildList sides(facts_, id);
    if (sides.size() != 2) return;
    if (!compare_side(id, sides[0], sides[1])) compare_side(id, sides[1], sides[0]);
  }

  bool compare_side(NodeId compare, NodeId subject, NodeId other) {
    const Node& n = facts_.nodes[subject];
    std::vector<MatcherRef> refs;
    std::string name;
    NodeId subject_name = subject;
    if (n.kind == NodeKind::kCall) {
      subject_name = callee(facts_, subject);
      if (subject_name == kNone) return false;
      const Entity function = project_.resolve(file_, subject_name);
      if (function.is_external()) {
        refs = context_.rules.for_name(Subject::kCompare, function.name);
        name = project_.names().text(function.name);
      }
    } else if (n.kind == NodeKind::kAttribute) {
      refs = context_.rules.for_compared_attribute(n.name);
      name = std::string(project_.spelling(n.name));
      const Entity entity = project_.resolve(file_, subject);
      if (entity.is_external()) {
        const auto& named = context_.rules.for_name(Subject::kCompare, entity.name);
        refs.insert(refs.end(), named.begin(), named.end());
      }
    } else if (n.kind == NodeKind::kName) {
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
      fired = true;
    }
    return fired;
  }

  // The operand, or the item of a listed operand, that satisfies the matcher.
  NodeId value_in(const Matcher& matcher, NodeId node) const {
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

  // --- bases, decorators, imports ----------------------------------------------------------------

  void match_listed(Subject subject, NodeId node) {
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

  void match_imports() {
    for (const Import& import : facts_.imports) match_import(import);
  }

  void match_import(const Import& import) {
    const Entity module = project_.import_target(file_, import, false);
    if (!module.is_external()) {
      // A name re-exported by the project is reported where it is first imported.
      return;
    }
    std::array<const MatcherRef*, 8> best{};
    std::array<Span, 8> spans{};
    QName full = module.name;
    if (import.is_from && !import.is_star) full = project_.names().child(module.name, import.name);
    for (QName name = full; name != QName::kNone; name = project_.names().parent(name)) {
      for (const MatcherRef& ref : context_.rules.for_name(Subject::kImport, name)) {
        const auto domain = static_cast<size_t>(ref.rule->domain) & 7u;
        if (best[domain] != nullptr && !stronger(ref, *best[domain])) continue;
        best[domain] = &ref;
        spans[domain] = import.is_from && name == full && !import.is_star ? import.name_span
                                                                          : import.module_span;
      }
    }
    for (size_t domain = 0; domain < best.size(); ++domain) {
      if (best[domain] != nullptr) fire_import(*best[domain]->rule, import, spans[domain], full);
    }
  }

  void fire_import(const Rule& rule, const Import& import, Span span, QName full) {
    const std::string name = project_.names().text(full);
    // "from flash_attn import a, b" is one site.
    for (const Finding& f : out_.findings()) {
      if (f.rule == &rule && f.span.begin >= import.statement.begin &&
          f.span.end <= import.statement.end &&
          (f.span == span || f.span.begin == import.module_span.begin)) {
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

  const DetectContext& context_;
  const Project& project_;
  FileFindings& out_;
  FileId file_;
  const PythonFacts& facts_;
  std::string_view text_;
  const std::vector<NodeId>& parents_;
};

}  // namespace

void match_python(const DetectContext& context, FileFindings& findings) {
  PythonMatcher(context, findings).run();
}

}  // namespace npuport
