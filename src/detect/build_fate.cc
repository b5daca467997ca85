#include "detect/build_fate.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "facts/python_nodes.h"

namespace npuport {
namespace {

// Bounds for hostile scripts; beyond them the answer is "unknown".
constexpr int kMaxDepth = 64;  // of a test, where following a name counts as ten
constexpr int kNameDepth = 10;
constexpr size_t kMaxSteps = 20'000;     // parts of tests that are looked at
constexpr size_t kMaxNodes = 4'000'000;  // nodes that are searched for calls
constexpr size_t kMaxCallSites = 16;     // of one function
constexpr int kMaxCallers = 3;           // functions around the one that makes the extension

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return out;
}

bool has_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

bool is_probe_name(std::string_view name) {
  constexpr std::array<std::string_view, 7> kProbes = {"torch.cuda.is_available",
                                                       "torch.cuda.device_count",
                                                       "torch.version.cuda",
                                                       "torch.backends.cuda.is_built",
                                                       "torch.utils.cpp_extension.CUDA_HOME",
                                                       "torch.utils.cpp_extension._find_cuda_home",
                                                       "torch.utils.cpp_extension.CUDNN_HOME"};
  return std::find(kProbes.begin(), kProbes.end(), name) != kProbes.end();
}

class Fate {
 public:
  Fate(const Project& project, FileId file)
      : project_(project), file_(file), facts_(project.python(file)) {}

  ExtensionBuild judge(Span site) const {
    ExtensionBuild build;
    build.file = file_;
    build.span = site;
    build.evidence = site;
    decide(site.begin, build, 0);
    return build;
  }

 private:
  // ---- what a test says

  // +1: the test holds only with CUDA; -1: only without; 0: it does not probe for CUDA.
  int sense(NodeId test, int depth = 0) const {
    const Node& n = facts_.nodes[test];
    if (depth > kMaxDepth || ++steps_ > kMaxSteps) return 0;
    switch (n.kind) {
      case NodeKind::kUnary:
        return n.op == Operator::kNot ? -sense(test - 1, depth + 1) : 0;
      case NodeKind::kBoolean: {
        const ChildList sides(facts_, test);
        const int left = sense(sides[0], depth + 1);
        return left != 0 ? left : sense(sides[1], depth + 1);
      }
      case NodeKind::kCompare:
        return compare_sense(test, depth);
      case NodeKind::kCall:
        return call_probes(test) ? 1 : named_sense(callee(facts_, test), depth, true);
      case NodeKind::kName:
      case NodeKind::kAttribute:
        return named_sense(test, depth, false);
      default:
        return 0;
    }
  }

  int compare_sense(NodeId test, int depth) const {
    const Node& n = facts_.nodes[test];
    const ChildList sides(facts_, test);
    const int left = sense(sides[0], depth + 1);
    const Node& right = facts_.nodes[sides[1]];
    const std::string_view word =
        right.kind == NodeKind::kConstant ? project_.spelling(right.name) : std::string_view();
    const std::string_view number =
        right.kind == NodeKind::kNumber ? project_.text(file_, span_of(right)) : std::string_view();
    const bool nothing = word == "None" || word == "False" || number == "0";
    const bool equal = n.op == Operator::kEqual || n.op == Operator::kIs;
    const bool unequal =
        n.op == Operator::kNotEqual || n.op == Operator::kIsNot || n.op == Operator::kGreater;
    if (!equal && !unequal) return n.op == Operator::kGreaterEqual ? left : 0;
    return equal == nothing ? -left : left;
  }

  // shutil.which("nvcc"), os.environ.get("CUDA_HOME")
  bool call_probes(NodeId call) const {
    const NodeId target = callee(facts_, call);
    if (target == kNone) return false;
    const std::string name = project_.external_name(project_.resolve(file_, target));
    if (is_probe_name(name)) return true;
    const bool reads = name == "shutil.which" || name == "os.getenv" || name == "os.environ.get" ||
                       name == "os.path.exists" || name == "os.path.isdir";
    if (!reads) return false;
    const NodeId first = positional_argument(facts_, call, 0);
    if (first == kNone) return false;
    for (NodeId id = facts_.nodes[first].first; id <= first; ++id) {
      if (facts_.nodes[id].kind != NodeKind::kString) continue;
      const std::string_view text = string_content(project_.file(file_).text, facts_.nodes[id]);
      if (has_any(text, {"nvcc", "CUDA_HOME", "CUDA_PATH", "/cuda"})) return true;
    }
    return false;
  }

  // A name is a probe by what it denotes, by what it was set to, or, for a function of the project,
  // by being called after CUDA.
  int named_sense(NodeId node, int depth, bool called) const {
    if (node == kNone) return 0;
    const Entity entity = project_.resolve(file_, node);
    if (is_probe_name(project_.external_name(entity))) return 1;
    if (called) {
      const std::string name = lower(project_.spelling(facts_.nodes[node].name));
      const bool speaks = has_any(name, {"cuda", "nvcc"});
      return speaks && has_any(name, {"available", "has_", "is_", "check", "found", "find"}) ? 1
                                                                                             : 0;
    }
    for (const auto& [file, value] : project_.definitions(file_, node)) {
      if (file != file_ || value == node) continue;
      if (const int found = sense(value, depth + kNameDepth); found != 0) return found;
    }
    return 0;
  }

  // ---- what a branch does

  bool exits(NodeId node) const {
    const Node& n = facts_.nodes[node];
    if (n.kind != NodeKind::kCall) return false;
    const NodeId target = callee(facts_, node);
    if (target == kNone) return false;
    if (facts_.nodes[target].kind == NodeKind::kName) {
      const std::string_view name = project_.spelling(facts_.nodes[target].name);
      if (name == "exit" || name == "quit") return true;
    }
    const std::string name = project_.external_name(project_.resolve(file_, target));
    return name == "sys.exit" || name == "os._exit" || name == "os.abort";
  }

  // Whether a guard stands under `branch` by else branches only: the end of an if chain.
  bool always_runs(GuardId guard, GuardId branch) const {
    for (GuardId g = guard; g != branch; g = facts_.guards[g].parent) {
      if (g == kNone || facts_.guards[g].kind != GuardKind::kElse) return false;
    }
    return true;
  }

  // The branch that runs without CUDA: does it stop the build, and where?
  WithoutCuda judge_branch(GuardId branch, Span& evidence) const {
    const Guard& guard = facts_.guards[branch];
    bool doubtful = false;
    for (const Root& root : roots_in(facts_, guard.body)) {
      if (root.kind != RootKind::kRaise && !exits(root.node)) continue;
      if (always_runs(root.guard, branch)) {
        evidence = root.statement;
        return WithoutCuda::kFails;
      }
      doubtful = true;
    }
    if (doubtful) return WithoutCuda::kUnknown;
    const std::string text = lower(project_.text(file_, guard.body));
    const bool builds = text.find("extension") != std::string::npos;
    if (builds && has_any(text, {"stub", "dummy", "placeholder"})) {
      evidence = guard.body;
      return WithoutCuda::kStub;
    }
    return WithoutCuda::kSkips;
  }

  GuardId branch_of(NodeId test, GuardKind kind) const {
    for (GuardId g = 0; g < facts_.guards.size(); ++g) {
      if (facts_.guards[g].test == test && facts_.guards[g].kind == kind) return g;
    }
    return kNone;
  }

  WithoutCuda judge_other(NodeId test, GuardKind kind, Span& evidence) const {
    evidence = project_.span(file_, test);
    const GuardId other = branch_of(test, kind);
    return other == kNone ? WithoutCuda::kSkips : judge_branch(other, evidence);
  }

  bool by_guards(uint32_t offset, ExtensionBuild& build) const {
    bool option = false;
    for (GuardId g = guard_at(facts_, offset); g != kNone; g = facts_.guards[g].parent) {
      const Guard& guard = facts_.guards[g];
      if (guard.kind == GuardKind::kTry) {
        if (by_handlers(g, build)) return true;
        continue;
      }
      const bool holds = guard.kind == GuardKind::kIf;
      const bool fails = guard.kind == GuardKind::kElse || guard.kind == GuardKind::kAfterExit;
      if (guard.test == kNone || (!holds && !fails)) continue;
      const int says = sense(guard.test);
      if (holds && says > 0) {
        build.without_cuda = judge_other(guard.test, GuardKind::kElse, build.evidence);
        return true;
      }
      if (fails && says < 0) {
        build.without_cuda = judge_other(guard.test, GuardKind::kIf, build.evidence);
        return true;
      }
      if (says == 0 && !project_.tests_type_checking(file_, guard.test) && !is_main(guard.test)) {
        option = true;
        build.evidence = project_.span(file_, guard.test);
      }
    }
    if (!option) return false;
    build.without_cuda = WithoutCuda::kUnknown;
    return true;
  }

  // if __name__ == "__main__":
  bool is_main(NodeId test) const {
    return project_.text(file_, project_.span(file_, test)).find("__name__") !=
           std::string_view::npos;
  }

  // CUDAExtension itself raises without CUDA_HOME; a handler around it may go on.
  bool by_handlers(GuardId block, ExtensionBuild& build) const {
    const Guard& guard = facts_.guards[block];
    for (uint32_t i = 0; i < guard.handler_count; ++i) {
      const NodeId handler = facts_.handlers[guard.first_handler + i];
      if (handler != kNone) {
        const std::string_view text = project_.text(file_, project_.span(file_, handler));
        if (!has_any(text, {"Exception", "OSError", "EnvironmentError", "IOError"})) continue;
      }
      for (GuardId g = block + 1; g < facts_.guards.size(); ++g) {
        const Guard& other = facts_.guards[g];
        if (other.kind != GuardKind::kExcept || other.test != handler ||
            other.body.begin < guard.body.end || other.parent != guard.parent) {
          continue;
        }
        build.evidence = other.body;
        build.without_cuda = judge_branch(g, build.evidence);
        return true;
      }
    }
    return false;
  }

  // The guards around the place decide, else those around the calls of the function that holds it.
  // What runs unguarded when the script does reaches nvcc.
  void decide(uint32_t offset, ExtensionBuild& build, int depth) const {
    if (by_guards(offset, build)) return;
    const Symbol name = function_at(offset);
    if (name == Symbol::kNone) {
      build.without_cuda = WithoutCuda::kFails;
      return;
    }
    build.without_cuda = WithoutCuda::kUnknown;  // nothing in the script calls it by name
    if (depth >= kMaxCallers) return;
    const std::vector<uint32_t> calls = calls_of(name);
    for (size_t i = 0; i < calls.size(); ++i) {
      ExtensionBuild here = build;
      decide(calls[i], here, depth + 1);
      if (i == 0 || severity(here.without_cuda) > severity(build.without_cuda)) build = here;
    }
  }

  static int severity(WithoutCuda fate) {
    switch (fate) {
      case WithoutCuda::kFails:
        return 3;
      case WithoutCuda::kUnknown:
        return 2;
      case WithoutCuda::kStub:
        return 1;
      case WithoutCuda::kSkips:
        break;
    }
    return 0;
  }

  // Where a function or method of that name is called, at most some.
  std::vector<uint32_t> calls_of(Symbol name) const {
    std::vector<uint32_t> calls;
    searched_ += facts_.nodes.size();
    if (searched_ > kMaxNodes) return calls;
    for (NodeId id = 0; id < facts_.nodes.size() && calls.size() < kMaxCallSites; ++id) {
      if (facts_.nodes[id].kind != NodeKind::kCall) continue;
      const NodeId target = callee(facts_, id);
      if (target == kNone) continue;
      const Node& called = facts_.nodes[target];
      const bool named = called.kind == NodeKind::kName || called.kind == NodeKind::kAttribute;
      if (named && called.name == name) calls.push_back(facts_.nodes[id].begin);
    }
    return calls;
  }

  Symbol function_at(uint32_t offset) const {
    Symbol name = Symbol::kNone;
    for (const Scope& scope : facts_.scopes) {
      if (scope.kind == ScopeKind::kFunction && scope.span.contains(offset)) name = scope.name;
    }
    return name;
  }

  const Project& project_;
  FileId file_;
  const PythonFacts& facts_;
  mutable size_t steps_ = 0;
  mutable size_t searched_ = 0;
};

}  // namespace

ExtensionBuild judge_build(const Project& project, FileId file, Span site) {
  return Fate(project, file).judge(site);
}

}  // namespace npuport
