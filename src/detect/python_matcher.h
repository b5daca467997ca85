// Rules against one Python file; the implementation behind match_python.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "detect/match.h"

namespace npuport {

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
  void run();

 private:
  void visit(NodeId id);
  // True for the inner links of a.b.c: the chain is matched once, at its last attribute.
  bool is_chain_part(NodeId id) const;
  bool is_callee(NodeId id) const;
  void match_chain(NodeId id);
  // Tries the whole chain, then its beginnings: torch.version.cuda.split is a use of
  // torch.version.cuda.
  bool match_qualified(NodeId id, NodeId root);
  bool match_entity(NodeId at, bool whole, const Entity& entity);
  // The scope whose binding a use of the name in the visited scope sees, the module's without one.
  ScopeId binder_of(Symbol name) const;
  // Project::resolve, with names bound in outer scopes remembered by the scope that binds them:
  // they mean the same all over the scopes inside.
  Entity resolve_root(NodeId root);
  bool worth_resolving(NodeId id, NodeId root) const;
  // Of the matchers that hold, the most particular of each domain fires.
  bool fire_best(const std::vector<MatcherRef>& refs, NodeId at, NodeId call, int shift,
                 QName name);
  bool written_elsewhere(const Matcher& matcher, NodeId call, int shift) const;
  bool stands_in(const std::vector<std::string>& contexts, NodeId at) const;
  // What a matcher asks of the place itself: inside, outside, statement, importing.
  bool context_holds(const Matcher& matcher, NodeId at) const;
  bool imports_one_of(const std::vector<std::string>& names) const;
  bool made_by(const ValuePredicate& predicate, NodeId value) const;
  NodeId find_argument(const ArgumentCondition& condition, NodeId call, int shift) const;
  bool arguments_hold(const Matcher& matcher, NodeId call, int shift,
                      std::vector<NodeId>* claims) const;
  Span report_span(const Matcher& matcher, NodeId at, NodeId call, int shift) const;
  Span last_name(NodeId at) const;
  void match_member(NodeId id, bool matched);
  // torch.cuda.foo: "torch.cuda" is no object that has methods.
  bool is_module_like(const Entity& receiver) const;
  void fire_members(const std::vector<MatcherRef>& refs, NodeId id, NodeId call, bool uncertain);
  bool attribute_value_holds(const Matcher& matcher, NodeId id) const;
  bool is_super_call(NodeId node) const;
  void match_partial(NodeId call);
  void match_keyword(NodeId id);
  // Prose is no value: messages of exceptions, logging, print, help texts.
  bool is_prose(NodeId id) const;
  void match_string(NodeId id);
  void report_pending_strings();
  // A string that is exactly the name of a variable: os.environ["X"], getenv("X"), env["X"], {"X":
  // "1"}.
  void match_environment(NodeId id, std::string_view content);
  void fire_environment(const std::vector<MatcherRef>& refs, NodeId id, Span span,
                        std::string name);
  Values variable_values(NodeId id) const;
  // Whether the place runs inside "with f():" of one of the names.
  bool runs_inside(const std::vector<std::string>& names, NodeId at) const;
  static bool is_variable_name(std::string_view text);
  void match_command(NodeId call);
  // dict(os.environ, CUDA_VISIBLE_DEVICES="0")
  void match_environment_keywords(NodeId call);
  void match_compare(NodeId id);
  bool is_text_like(NodeId node) const;
  bool compare_side(NodeId compare, NodeId subject, NodeId other);
  // The operand, or the item of a listed operand, that satisfies the matcher.
  NodeId value_in(const Matcher& matcher, NodeId node) const;
  void match_listed(Subject subject, NodeId node);
  void match_imports();
  void match_import(const Import& import);
  void fire_import(const Rule& rule, const Import& import, Span span, QName full);
  const DetectContext& context_;
  const Project& project_;
  FileFindings& out_;
  FileId file_;
  const PythonFacts& facts_;
  std::string_view text_;
  const std::vector<NodeId>& parents_;
  struct PendingString {
    const Rule* rule = nullptr;
    NodeId node = kNone;
    std::string text;
  };
  std::vector<PendingString> pending_strings_;
  ScopeId scope_ = 0;  // of the root that is visited
  RootKind root_kind_ = RootKind::kExpression;
  std::unordered_map<uint64_t, Entity> outer_names_;
};

}  // namespace npuport
