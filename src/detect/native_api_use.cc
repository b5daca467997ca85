#include "detect/native_api_use.h"

#include <algorithm>
#include <array>

#include "facts/python_nodes.h"

namespace npuport {
namespace {

// Modules of torch whose functions compute on tensors: an API there needs a kernel, or operators
// that have one. Elsewhere (exporters, compilers, launchers) a list entry is about the tool.
bool computes(std::string_view api) {
  static constexpr std::array<std::string_view, 9> kElsewhere = {
      "torch.ao.",    "torch.autograd.", "torch.backends.", "torch.compiler.", "torch.cuda.",
      "torch.export", "torch.jit.",      "torch.onnx.",     "torch.profiler."};
  static constexpr std::array<std::string_view, 8> kModules = {
      "torch.nn.functional.", "torch.nn.",     "torch.fft.",    "torch.linalg.",
      "torch.special.",       "torch.sparse.", "torch.nested.", "torch.Tensor."};
  const auto begins = [&](std::string_view with) { return api.starts_with(with); };
  if (std::any_of(kElsewhere.begin(), kElsewhere.end(), begins)) return false;
  if (std::any_of(kModules.begin(), kModules.end(), begins)) return true;
  return api.starts_with("torch.") && api.find('.', 6) == std::string_view::npos;
}

// Whether the name's call gives a tensor, also through methods: "torch.zeros", "torch.zeros.view",
// "torch.Tensor.view", not "torch.load" or "torch.zeros.tolist".
bool makes_tensor(std::string_view maker) {
  static constexpr std::array<std::string_view, 6> kOthers = {
      "torch.load", "torch.compile", "torch.device", "torch.finfo", "torch.iinfo", "torch.no_grad"};
  static constexpr std::array<std::string_view, 8> kLeaving = {
      "numpy", "tolist", "item", "size", "stride", "dim", "data_ptr", "storage"};
  const auto one_of = [](const auto& list, std::string_view text) {
    return std::find(list.begin(), list.end(), text) != list.end();
  };
  if (maker == "torch.Tensor") return true;
  if (one_of(kOthers, maker) || maker.empty()) return false;
  const size_t dot = maker.rfind('.');
  if (dot == std::string_view::npos) return false;
  const std::string_view last = maker.substr(dot + 1);
  if (last.empty() || last[0] < 'a' || last[0] > 'z' || one_of(kLeaving, last)) return false;
  return computes(maker) || makes_tensor(maker.substr(0, dot));
}

// What the call's callee is in the lists: a method of something that is a tensor counts as
// torch.Tensor's.
std::string listed_name(const Project& project, FileId file, NodeId callee) {
  const Entity entity = project.resolve(file, callee);
  const std::string name = project.external_name(entity);
  if (entity.kind != EntityKind::kExternalMember) return name;
  const size_t dot = name.rfind('.');
  return makes_tensor(std::string_view(name).substr(0, dot)) ? "torch.Tensor" + name.substr(dot)
                                                             : name;
}

}  // namespace

NativeApiIndex::NativeApiIndex(const Project& project, const Knowledge& knowledge,
                               const Target& target) {
  const Result<NativeApiTable> lists = knowledge.native_api();
  const Result<KernelOpTable> kernels = knowledge.kernel_ops();
  if (!lists || !kernels) return;  // the knowledge's own tests say why
  for (const std::string_view api : lists.value().names()) {
    const Symbol last = project.symbols().find(api.substr(api.rfind('.') + 1));
    if (last == Symbol::kNone || !computes(api)) continue;  // a name the project never writes
    NativeApiNote note;
    for (const NativeApiEntry& entry : lists.value().find(api, target.torch)) {
      const NativeSignal signal = native_signal(entry, target.soc);
      if (signal <= note.signal) continue;
      note.signal = signal;
      note.limits = limits_beyond_dtypes(entry);
      note.source = entry.source;
    }
    if (note.signal == NativeSignal::kNone) continue;
    last_names_.insert(last);
    note.api = std::string(api);
    const auto registered = kernels.value().find(api);
    if (!registered.empty()) note.kernel = std::string(registered.front()->schema);
    notes_.emplace(note.api, std::move(note));
  }
}

const NativeApiNote* NativeApiIndex::find(std::string_view qualified_name) const {
  const auto found = notes_.find(std::string(qualified_name));
  return found == notes_.end() ? nullptr : &found->second;
}

std::vector<NativeApiCall> detect_native_apis(const DetectContext& context,
                                              const NativeApiIndex& index, FileFindings& findings) {
  const Project& project = context.project;
  const FileId file = findings.file();
  const PythonFacts& facts = project.python(file);
  const Rule* unsupported = context.rules.find("native-api-unsupported");
  std::vector<NativeApiCall> calls;
  for (const auto& [call, callee, last] : project.index(file).calls) {
    if (last == Symbol::kNone || !index.ends_in(last)) continue;
    const NativeApiNote* note = index.find(listed_name(project, file, callee));
    if (note == nullptr) continue;
    const Span whole = project.span(file, callee);
    const std::string_view text = project.file(file).text;
    const bool method = note->api.starts_with("torch.Tensor.");
    const Span mark = method ? attribute_name_span(text, facts.nodes[callee]) : whole;
    bool told = false;
    for (int domain = 2; domain <= 6; ++domain) {
      told = told || findings.has(mark, domain) || findings.has(whole, domain);
    }
    if (told) continue;
    calls.push_back({note, file, mark});
    if (note->signal != NativeSignal::kUnsupported || unsupported == nullptr) continue;
    Finding& finding = findings.add_python(*unsupported, mark, callee, note->api);
    finding.cause = unsupported->id + ":" + note->api;
    finding.sources = {note->source};
    if (note->kernel.empty()) continue;
    finding.confidence = Confidence::kLow;
    finding.notes_en.push_back("op-plugin registers " + note->kernel +
                               ", so the list may be behind.");
    finding.notes_zh.push_back("op-plugin 已注册 " + note->kernel + "，该列表可能未及时更新。");
  }
  return calls;
}

}  // namespace npuport
