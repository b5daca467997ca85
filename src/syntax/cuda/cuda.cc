#include "syntax/cuda/cuda.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "syntax/cuda/function_index.h"
#include "syntax/cuda/functions.h"
#include "syntax/cuda/names.h"
#include "syntax/cuda/parsable_text.h"
#include "syntax/cuda/preprocess.h"
#include "syntax/cuda/scan.h"
#include "syntax/cuda/token_view.h"

namespace npuport {
namespace {

using namespace cuda;  // NOLINT(google-build-using-namespace): this file is their public face

// Ordinary code takes about 8 steps of the parser per KiB.
constexpr uint32_t kMinParseSteps = 1000;
constexpr uint32_t kParseStepsPerKib = 15;

// Brackets nested deeper than this are not parsed: a tree of them takes 250 bytes per byte.
constexpr size_t kMaxParsedDepth = 1000;

// A text that is not parsed is scanned in pieces of this size, which bounds memory.
constexpr uint32_t kPieceBytes = 2u << 20;

using NameSet = std::set<std::string, std::less<>>;

class Lowering {
 public:
  Lowering(std::string_view text, bool is_cuda_file)
      : text_(text), is_cuda_file_(is_cuda_file), source_(preprocess(text)) {}

  CudaFacts run() {
    add_includes();
    add_gates();
    add_defines();
    if (text_.size() <= kMaxParsedBytes) {
      TokenView tokens(source_.code, tokenize(source_.code, whole()));
      FunctionIndex functions(parse(tokens));
      add_functions(functions);
      scan(tokens, functions);
    } else {
      facts_.problems.push_back("larger than " + std::to_string(kMaxParsedBytes >> 20) +
                                " MiB: functions that enclose a site are not known");
      scan_in_pieces();
    }
    finish();
    return std::move(facts_);
  }

 private:
  Span whole() const { return {0, static_cast<uint32_t>(text_.size())}; }

  std::vector<Function> parse(const TokenView& tokens) {
    if (tokens.depth() > kMaxParsedDepth) {
      facts_.problems.push_back(
          "brackets nest too deep: functions that enclose a site are not known");
      return {};
    }
    uint32_t steps = kMinParseSteps + kParseStepsPerKib * static_cast<uint32_t>(text_.size() >> 10);
    FunctionList list = find_functions(parsable_text(source_, tokens), steps);
    if (list.outcome == ParseOutcome::kTooSlow) {
      facts_.problems.push_back(
          "takes too long to parse: functions that enclose a site are not known");
    }
    return std::move(list.functions);
  }

  void scan(const TokenView& tokens, const FunctionIndex& functions) {
    append(SiteScanner(tokens, {has_device_types(), &functions, &own_macros_}).run());
  }

  void scan_in_pieces() {
    FunctionIndex none({});
    const std::string& code = source_.code;
    for (size_t begin = 0; begin < code.size();) {
      size_t end = std::min<size_t>(begin + kPieceBytes, code.size());
      if (end < code.size()) {
        size_t line_end = code.find_last_of("\r\n", end);
        if (line_end != std::string::npos && line_end > begin) end = line_end;
      }
      Span piece{static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
      scan(TokenView(code, tokenize(code, piece)), none);
      begin = end;
    }
  }

  void add_includes() {
    for (const Include& include : source_.includes) {
      if (is_cuda_include(include.path)) {
        add(CppSiteKind::kInclude, include.path, include.span, include.span);
      }
    }
  }

  void add_gates() {
    for (const Gate& gate : source_.gates) {
      add(CppSiteKind::kPragmaCondition, gate.text, gate.span, {gate.begin, gate.span.end});
    }
  }

  void add_functions(const FunctionIndex& functions) {
    for (const Function& function : functions.functions()) {
      bool is_cuda = function.takes_stream || is_cuda_function_name(function.name);
      CppSiteKind kind = CppSiteKind::kDeclaration;
      if (function.is_definition && function.is_kernel) {
        kind = CppSiteKind::kKernel;
      } else if (function.is_definition && function.is_device) {
        kind = CppSiteKind::kDeviceFunction;
      } else if (!is_cuda && !function.is_kernel && !function.is_device) {
        continue;
      }
      add(kind, function.name, function.name_span, function.extent);
    }
  }

  // Macro bodies are no part of the code; each is read by itself. One that holds CUDA makes the
  // uses of its macro CUDA, unless it only names built-in variables as a kernel loop does.
  void add_defines() {
    FunctionIndex none({});
    for (const Define& define : source_.defines) {
      TokenView tokens(source_.macro_text, tokenize(source_.macro_text, define.body));
      SiteScanner scanner(tokens, {false, &none, &own_macros_});
      std::vector<CppSite> sites = scanner.run();
      bool acts = std::any_of(sites.begin(), sites.end(), [](const CppSite& site) {
        return site.kind != CppSiteKind::kType && !site.name.starts_with("AT_DISPATCH_");
      });
      if (acts || scanner.has_device_builtin()) {
        add(CppSiteKind::kDefine, define.name, define.name_span, define.extent);
      }
      if (acts) own_macros_.insert(define.name);
      append(std::move(sites));
    }
  }

  bool has_device_types() const {
    return is_cuda_file_ ||
           std::any_of(source_.includes.begin(), source_.includes.end(),
                       [](const Include& include) {
                         return include.path.find("cuda_fp16") != std::string::npos;
                       });
  }

  void add(CppSiteKind kind, std::string name, Span span, Span extent) {
    CppSite site;
    site.kind = kind;
    site.name = std::move(name);
    site.span = span;
    site.extent = extent;
    facts_.sites.push_back(std::move(site));
  }

  void append(std::vector<CppSite> sites) {
    facts_.sites.insert(facts_.sites.end(), std::make_move_iterator(sites.begin()),
                        std::make_move_iterator(sites.end()));
  }

  void finish() {
    drop_host_only();
    auto key = [](const CppSite& site) {
      return std::tuple(site.span.begin, site.span.end, static_cast<int>(site.kind));
    };
    std::vector<CppSite>& sites = facts_.sites;
    std::sort(sites.begin(), sites.end(),
              [&](const CppSite& a, const CppSite& b) { return key(a) < key(b); });
    sites.erase(std::unique(sites.begin(), sites.end(),
                            [&](const CppSite& a, const CppSite& b) { return key(a) == key(b); }),
                sites.end());
    if (sites.size() > kMaxCppSites) {
      sites.resize(kMaxCppSites);
      facts_.problems.push_back("more than " + std::to_string(kMaxCppSites) +
                                " sites: the rest of the file is not listed");
    }
    for (CppSite& site : sites) site.condition = source_.condition_at(site.span.begin);
    facts_.conditions = std::move(source_.conditions);
    facts_.has_cuda = std::any_of(sites.begin(), sites.end(), is_cuda_specific);
  }

  // Without device code, assembly is the host's and AT_DISPATCH_* is portable.
  void drop_host_only() {
    std::vector<CppSite>& sites = facts_.sites;
    bool has_device_code = is_cuda_file_ || std::any_of(sites.begin(), sites.end(), is_device_code);
    if (has_device_code) return;
    std::erase_if(sites, [](const CppSite& site) {
      return site.kind == CppSiteKind::kAsm || site.name.starts_with("AT_DISPATCH_");
    });
  }

  static bool is_device_code(const CppSite& site) {
    return site.kind == CppSiteKind::kKernel || site.kind == CppSiteKind::kDeviceFunction ||
           site.kind == CppSiteKind::kLaunch || site.kind == CppSiteKind::kSharedMemory;
  }

  static bool is_cuda_specific(const CppSite& site) {
    if (site.kind == CppSiteKind::kModuleBinding) return site.target == "CUDA";
    if (site.kind == CppSiteKind::kMacro) return !site.name.starts_with("AT_DISPATCH_");
    return site.kind != CppSiteKind::kBinding;
  }

  std::string_view text_;
  bool is_cuda_file_;
  Preprocessed source_;
  NameSet own_macros_;
  CudaFacts facts_;
};

void shift(Span& span, uint32_t offset) {
  span.begin += offset;
  span.end += offset;
}

}  // namespace

bool mentions_cuda(std::string_view text) {
  constexpr std::array<std::string_view, 31> kMarks = {"cuda",
                                                       "CUDA",
                                                       "Cuda",
                                                       "PYBIND11_MODULE",
                                                       "TORCH_LIBRARY",
                                                       "nccl",
                                                       "<<<",
                                                       "cublas",
                                                       "cudnn",
                                                       "cub::",
                                                       "cub/",
                                                       "thrust",
                                                       "nvrtc",
                                                       "nvtx",
                                                       "__global__",
                                                       "__device__",
                                                       "cooperative_groups",
                                                       "cutlass",
                                                       "cute::",
                                                       "cute/",
                                                       "CUTE_",
                                                       "cusparse",
                                                       "curand",
                                                       "cufft",
                                                       "_gpu",
                                                       "THC",
                                                       "NvInfer",
                                                       "__half",
                                                       "pybind11::module",
                                                       "py::module",
                                                       "__shfl_"};
  return std::any_of(kMarks.begin(), kMarks.end(), [text](std::string_view mark) {
    return text.find(mark) != std::string_view::npos;
  });
}

CudaFacts lower_cuda(const SourceFile& file) {
  bool is_cuda_file = file.kind == FileKind::kCuda;
  if (!is_cuda_file && (file.kind != FileKind::kCpp || !mentions_cuda(file.text))) return {};
  return Lowering(file.text, is_cuda_file).run();
}

CudaFacts lower_cuda_text(std::string_view text, uint32_t offset) {
  CudaFacts facts = Lowering(text, true).run();
  for (CppSite& site : facts.sites) {
    shift(site.span, offset);
    shift(site.extent, offset);
  }
  for (CppCondition& condition : facts.conditions) shift(condition.span, offset);
  return facts;
}

}  // namespace npuport
