// String literals against the rules: values, environment variables, commands, CUDA source.
#include "detect/python_matcher.h"

#include <algorithm>
#include <array>

#include "detect/best_match.h"
#include "detect/predicate.h"
#include "facts/python_nodes.h"
#include "syntax/cuda/cuda.h"
#include "syntax/shell/shell.h"

namespace npuport {

bool PythonMatcher::is_prose(NodeId id) const {
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
      return name.ends_with("Error") || name.ends_with("Exception") || name.ends_with("Warning") ||
             name == "skipUnless" || name == "skipIf";
    }
    if (p.kind == NodeKind::kCompare || p.kind == NodeKind::kSubscript) return false;
    at = parent;
  }
  const RootKind root = project_.root_of(file_, id).kind;
  return root == RootKind::kRaise;
}

void PythonMatcher::match_string(NodeId id) {
  const Node& n = facts_.nodes[id];
  const std::string_view content = string_content(text_, n);
  if (content.empty()) return;
  if (content.size() >= 24 && (content.find("__global__") != std::string_view::npos ||
                               content.find("<<<") != std::string_view::npos)) {
    match_cpp(context_, lower_cuda_text(content, string_content_span(n).begin), out_);
  }
  if (content.size() > 256) return;
  match_environment(id, content);
  Value value;
  value.kind = Value::Kind::kString;
  if (content.find('\\') == std::string_view::npos) {
    if (!context_.rules.string_may_match(content)) return;
    value.text = content;
  } else {
    value.text = decode_string_literal(text_, n);
    if (!context_.rules.string_may_match(value.text)) return;
  }
  for (const MatcherRef& ref : context_.rules.all(Subject::kString)) {
    if (ref.matcher->value.kind == ValuePredicate::Kind::kDevice)
      continue;  // the device detector's
    if (!ref.matcher->importing.empty() && !imports_one_of(ref.matcher->importing)) continue;
    if (!satisfies(project_, ref.matcher->value, value) || is_prose(id)) continue;
    pending_strings_.push_back({ref.rule, id, value.text});
  }
}

// A comparison or keyword rule that answers for the literal comes after it in the post-order walk.
void PythonMatcher::report_pending_strings() {
  for (const PendingString& pending : pending_strings_) {
    if (out_.claimed(pending.node)) continue;
    Finding& finding = out_.add_python(*pending.rule, project_.span(file_, pending.node),
                                       pending.node, pending.text);
    finding.values["value"] = pending.text;
  }
}

void PythonMatcher::match_environment(NodeId id, std::string_view content) {
  if (content.size() < 4 || !is_variable_name(content)) return;
  std::vector<MatcherRef> refs;
  context_.rules.for_text(Subject::kEnvironment, content, refs);
  if (refs.empty() || is_prose(id)) return;
  fire_environment(refs, id, project_.span(file_, id), std::string(content));
}

void PythonMatcher::fire_environment(const std::vector<MatcherRef>& refs, NodeId id, Span span,
                                     std::string name) {
  const MatcherRef* best = nullptr;
  for (const MatcherRef& ref : refs) {
    const Matcher& m = *ref.matcher;
    const bool here =
        m.files.empty() || std::find(m.files.begin(), m.files.end(), "python") != m.files.end();
    const bool any = m.value.kind == ValuePredicate::Kind::kAny && !m.value.negated;
    if (!here || (!any && !satisfies(project_, m.value, variable_values(id)))) continue;
    if (best == nullptr || is_more_particular(ref, *best)) best = &ref;
  }
  if (best != nullptr) out_.add_python(*best->rule, span, id, std::move(name));
}

// What the code gives the variable: os.environ["X"] = v, setdefault("X", v), {"X": v}, X=v.
Values PythonMatcher::variable_values(NodeId id) const {
  if (facts_.nodes[id].kind == NodeKind::kKeyword) return project_.evaluate(file_, id - 1);
  const NodeId parent = parents_[id];
  if (parent == kNone) return {};
  const ChildList siblings(facts_, parent);
  switch (facts_.nodes[parent].kind) {
    case NodeKind::kCall:
      return siblings.size() > 2 ? project_.evaluate(file_, siblings[2]) : Values{};
    case NodeKind::kDict:
      for (size_t i = 0; i + 1 < siblings.size(); ++i) {
        if (siblings[i] == id) return project_.evaluate(file_, siblings[i + 1]);
      }
      return {};
    case NodeKind::kSubscript:
      if (const Store* store = project_.store_at(file_, parent);
          store != nullptr && store->value != kNone) {
        return project_.evaluate(file_, store->value);
      }
      return {};
    default:
      return {};
  }
}

bool PythonMatcher::is_variable_name(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

void PythonMatcher::match_command(NodeId call) {
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

void PythonMatcher::match_environment_keywords(NodeId call) {
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

}  // namespace npuport
