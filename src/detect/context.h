// What every detector works with: the model, the rules, the target, and where findings go.
#pragma once

#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "detect/detection.h"
#include "detect/rule_index.h"
#include "knowledge/knowledge.h"
#include "project/project.h"

namespace npuport {

struct DetectContext {
  const Project& project;
  const Knowledge& knowledge;
  const Target& target;
  const RuleIndex& rules;
};

// Collects the findings of one file.
class FileFindings {
 public:
  FileFindings(const DetectContext& context, FileId file) : context_(context), file_(file) {}

  FileId file() const { return file_; }

  // Adds a finding of `rule` at `span`. Mode, risk and confidence come from the rule and the
  // target; the caller may change them in the returned value before the next call.
  Finding& add(const Rule& rule, Span span, std::string name);

  // The same for a Python node: also sets the guard state, whether it runs at import, and what
  // an earlier "transfer_to_npu" in this file means for it.
  Finding& add_python(const Rule& rule, Span span, NodeId at, std::string name);

  // Whether a finding of that domain stands at exactly that span.
  bool has(Span span, int domain) const { return places_.contains(key(span, domain)); }

  // A device literal that a rule on its call or keyword already answers for.
  void claim(NodeId literal) { claimed_.insert(literal); }
  bool claimed(NodeId literal) const { return claimed_.contains(literal); }

  // Lets a detector weigh what rules found.
  template <typename Visit>
  void for_each(Visit&& visit) {
    for (Finding& finding : findings_) visit(finding);
  }

  std::vector<Finding> take() { return std::move(findings_); }
  const std::vector<Finding>& findings() const { return findings_; }

 private:
  const DetectContext& context_;
  FileId file_;
  std::vector<Finding> findings_;
  static uint64_t key(Span span, int domain) {
    return (static_cast<uint64_t>(span.begin) << 32 | span.end) * 8 +
           static_cast<uint64_t>(domain & 7);
  }

  std::unordered_set<uint64_t> places_;
  std::set<NodeId> claimed_;
};

// The mode of `rule` for the context's target, for the matched qualified name.
Mode mode_for(const DetectContext& context, const Rule& rule, std::string_view name);

// A guard softens what a finding asks for: handled on NPU already is no work, an optional import is
// no blocker.
void apply_guard(Finding& finding, GuardState state);

}  // namespace npuport
