#include "detect/guards.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "facts/python_nodes.h"

namespace npuport {
namespace {

bool contains_word(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const bool left = at == 0 || !std::isalnum(static_cast<unsigned char>(text[at - 1]));
    const size_t end = at + word.size();
    const bool right = end == text.size() || !std::isalnum(static_cast<unsigned char>(text[end]));
    if (left && right) return true;
  }
  return false;
}

bool names_npu(std::string_view identifier) {
  std::string lower(identifier);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return contains_word(lower, "npu") || contains_word(lower, "ascend") ||
         contains_word(lower, "hccl") || contains_word(lower, "cann");
}

bool names_cuda(std::string_view identifier) {
  std::string lower(identifier);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return contains_word(lower, "cuda") || contains_word(lower, "gpu");
}

// Whether a test, when it holds, says that there is an NPU (+1), that there is none (-1), or
// nothing (0).
int npu_sense(const PythonFacts& f, const Project& project, FileId file, NodeId test) {
  const Node& n = f.nodes[test];
  if (n.kind == NodeKind::kUnary && n.op == Operator::kNot) {
    return -npu_sense(f, project, file, test - 1);
  }
  if (n.kind == NodeKind::kBoolean) {
    const ChildList sides(f, test);
    const int left = npu_sense(f, project, file, sides[0]);
    const int right = npu_sense(f, project, file, sides[1]);
    if (n.op == Operator::kAnd) return left != 0 ? left : right;
    // "a or b" says what both say; "cuda or npu" still lets the NPU in.
    return left == right ? left : std::max(left, right);
  }
  if (n.kind == NodeKind::kCompare && mentions_npu(project, file, test)) {
    const NodeId right = test - 1;
    const bool none = f.nodes[right].kind == NodeKind::kConstant &&
                      project.spelling(f.nodes[right].name) == "None";
    const bool negative =
        n.op == Operator::kNotEqual || n.op == Operator::kNotIn || n.op == Operator::kIsNot;
    return none ? (negative ? 1 : -1) : (negative ? -1 : 1);
  }
  return mentions_npu(project, file, test) ? 1 : 0;
}

bool catches_import_error(const Project& project, FileId file, const Guard& guard) {
  const PythonFacts& f = project.python(file);
  for (uint32_t i = 0; i < guard.handler_count; ++i) {
    const NodeId handler = f.handlers[guard.first_handler + i];
    if (handler == kNone) return true;
    const std::string_view text = project.text(file, project.span(file, handler));
    for (const char* name :
         {"ImportError", "ModuleNotFoundError", "Exception", "OSError", "RuntimeError"}) {
      if (contains_word(text, name)) return true;
    }
  }
  return false;
}

// "if is_flash_attn_available(): import ..." and "if HAS_TRITON:" make an import optional too.
bool tests_availability(const Project& project, FileId file, NodeId test) {
  std::string text(project.text(file, project.span(file, test)));
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const char* hint : {"available", "find_spec", "has_", "installed", "enable", "support"}) {
    if (text.find(hint) != std::string::npos) return true;
  }
  return false;
}

// The test holds only where torch.cuda.is_available(): the call stands in it, and nothing negates
// it.
bool asks_cuda_available(const Project& project, FileId file, NodeId test) {
  const PythonFacts& f = project.python(file);
  bool found = false;
  for (NodeId id = f.nodes[test].first; id <= test; ++id) {
    const Node& n = f.nodes[id];
    if (n.kind == NodeKind::kUnary && n.op == Operator::kNot) return false;
    if (n.kind != NodeKind::kCall || found) continue;
    const NodeId target = callee(f, id);
    found = target != kNone &&
            project.external_name(project.resolve(file, target)) == "torch.cuda.is_available";
  }
  return found;
}

// A branch for CUDA with a branch for NPU later in the same if chain.
bool has_npu_sibling(const Project& project, FileId file, GuardId guard) {
  const PythonFacts& f = project.python(file);
  const NodeId test = f.guards[guard].test;
  constexpr GuardId kMostGuards = 64;  // an if chain this long is generated
  for (GuardId other = guard + 1; other < f.guards.size() && other - guard < kMostGuards; ++other) {
    const Guard& o = f.guards[other];
    if (o.kind == GuardKind::kElse && o.test == test) {
      for (GuardId inner = other + 1; inner < f.guards.size(); ++inner) {
        const Guard& i = f.guards[inner];
        if (!o.body.contains(i.body.begin)) break;
        if (i.kind == GuardKind::kIf && i.parent == other && i.test != kNone &&
            npu_sense(f, project, file, i.test) > 0) {
          return true;
        }
      }
      return false;
    }
    if (o.body.begin > f.guards[guard].body.end + 4096) break;
  }
  return false;
}

GuardState weigh(const Project& project, FileId file, GuardId guard) {
  const PythonFacts& f = project.python(file);
  GuardState state = GuardState::kUnguarded;
  const auto strengthen = [&](GuardState s) {
    if (state == GuardState::kUnguarded) state = s;
  };
  for (GuardId g = guard; g != kNone; g = f.guards[g].parent) {
    const Guard& guard_here = f.guards[g];
    if (guard_here.kind == GuardKind::kTry && catches_import_error(project, file, guard_here)) {
      strengthen(GuardState::kOptionalImport);
    }
    if (guard_here.test == kNone) continue;
    const bool holds = guard_here.kind == GuardKind::kIf ||
                       guard_here.kind == GuardKind::kShortCircuit ||
                       guard_here.kind == GuardKind::kWhile;
    const bool fails = guard_here.kind == GuardKind::kElse ||
                       guard_here.kind == GuardKind::kAfterExit ||
                       guard_here.kind == GuardKind::kShortCircuitNot;
    if (!holds && !fails) continue;
    const int sense = npu_sense(f, project, file, guard_here.test);
    if ((fails && sense > 0) || (holds && sense < 0)) return GuardState::kNpuHandled;
    if (holds && sense > 0) return GuardState::kNpuHandled;
    if (!holds) continue;
    const std::string_view text = project.text(file, project.span(file, guard_here.test));
    if (names_cuda(text) && has_npu_sibling(project, file, g)) return GuardState::kNpuHandled;
    if (project.tests_type_checking(file, guard_here.test)) strengthen(GuardState::kTypeChecking);
    if (asks_cuda_available(project, file, guard_here.test))
      strengthen(GuardState::kCudaOnlyBranch);
    if (tests_availability(project, file, guard_here.test)) strengthen(GuardState::kOptionalImport);
  }
  return state;
}

}  // namespace

bool mentions_npu(const Project& project, FileId file, NodeId node) {
  const PythonFacts& f = project.python(file);
  for (NodeId id = f.nodes[node].first; id <= node; ++id) {
    const Node& n = f.nodes[id];
    if (n.kind == NodeKind::kName || n.kind == NodeKind::kAttribute) {
      if (names_npu(project.spelling(n.name))) return true;
    } else if (n.kind == NodeKind::kString) {
      const std::string_view text = string_content(project.file(file).text, n);
      if (text.size() < 32 && names_npu(text)) return true;
    }
  }
  return false;
}

GuardState guard_state_at(const Project& project, FileId file, GuardId guard, uint32_t offset) {
  const GuardId at = guard_at(project.python(file), offset);
  return weigh(project, file, at == kNone ? guard : at);
}

GuardState guard_state(const Project& project, FileId file, NodeId node) {
  const GuardState state = weigh(project, file, project.guard_of(file, node));
  if (state == GuardState::kNpuHandled) return state;
  // The same expression already lists the NPU: device.type in ("cuda", "npu"), {"cuda": ..., "npu":
  // ...}.
  const PythonFacts& f = project.python(file);
  const auto& parents = project.index(file).parents;
  NodeId at = node;
  for (int steps = 0; steps < 6 && parents[at] != kNone; ++steps) {
    at = parents[at];
    const NodeKind kind = f.nodes[at].kind;
    const bool listing = kind == NodeKind::kCompare || kind == NodeKind::kDict ||
                         kind == NodeKind::kBoolean || kind == NodeKind::kConditional ||
                         kind == NodeKind::kList || kind == NodeKind::kTuple ||
                         kind == NodeKind::kSet;
    if (listing && mentions_npu(project, file, at)) return GuardState::kNpuHandled;
    if (kind == NodeKind::kCall && !listing && steps > 1) break;
  }
  // The test of "if cuda: ... elif npu: ...".
  const Root& root = project.root_of(file, node);
  if (root.kind == RootKind::kIfTest) {
    // Its guard is the first whose body begins behind the test.
    const auto first =
        std::lower_bound(f.guards.begin(), f.guards.end(), f.nodes[root.node].end,
                         [](const Guard& guard, uint32_t at) { return guard.body.begin < at; });
    for (auto it = first; it != f.guards.end() && it - first < 4; ++it) {
      if (it->test != root.node || it->kind != GuardKind::kIf) continue;
      const auto g = static_cast<GuardId>(it - f.guards.begin());
      if (has_npu_sibling(project, file, g)) return GuardState::kNpuHandled;
    }
  }
  return state;
}

}  // namespace npuport
