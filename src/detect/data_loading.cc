// Device work in the worker processes of a data loader.
#include <algorithm>
#include <array>

#include "detect/detectors.h"
#include "detect/predicate.h"
#include "facts/python_nodes.h"

namespace npuport {
namespace {

class LoaderDetector {
 public:
  LoaderDetector(const DetectContext& context, FileFindings& findings)
      : context_(context), project_(context.project), out_(findings), file_(findings.file()) {}

  void run() {
    const Rule* rule = context_.rules.find("dataloader-worker-device");
    const Symbol loader = project_.symbols().find("DataLoader");
    if (rule == nullptr || loader == Symbol::kNone) return;
    for (const CallSite& site : project_.index(file_).calls) {
      if (site.name != loader || !is_torch_loader(site.callee) || !has_workers(site.call)) continue;
      const NodeId collate = given(site.call, "collate_fn");
      const NodeId dataset = argument(facts(), site.call, project_.symbols().find("dataset"), 0);
      NodeId at = kNone;
      if (collate != kNone && moves_to_device(project_.resolve(file_, collate))) at = collate;
      if (at == kNone && dataset != kNone && moves_to_device(item_method(dataset))) at = dataset;
      if (at == kNone) continue;
      out_.add_python(*rule, project_.span(file_, at), at,
                      std::string(project_.text(file_, project_.span(file_, at))));
    }
  }

 private:
  const PythonFacts& facts() const { return project_.python(file_); }

  NodeId given(NodeId call, std::string_view name) const {
    return keyword_argument(facts(), call, project_.symbols().find(name));
  }

  bool is_torch_loader(NodeId callee) const {
    const std::string name = project_.external_name(project_.resolve(file_, callee));
    return name == "torch.utils.data.DataLoader" ||
           name == "torch.utils.data.dataloader.DataLoader";
  }

  // num_workers is given, and is not known to be 0.
  bool has_workers(NodeId call) const {
    const NodeId workers = given(call, "num_workers");
    if (workers == kNone) return false;
    const Values values = project_.evaluate(file_, workers);
    return values.empty() || std::any_of(values.begin(), values.end(), [](const Value& value) {
             return value.kind != Value::Kind::kInteger || value.integer != 0;
           });
  }

  Entity item_method(NodeId dataset) const {
    const Entity object = project_.resolve(file_, dataset);
    if (object.kind != EntityKind::kInstance) return {};
    const Symbol name = project_.symbols().find("__getitem__");
    return name == Symbol::kNone ? Entity{}
                                 : project_.class_member(object.file, object.index, name);
  }

  // x.cuda(), x.to("cuda"), torch.zeros(n, device="cuda") in the function itself.
  bool moves_to_device(const Entity& function) const {
    if (function.kind != EntityKind::kFunction) return false;
    const PythonFacts& there = project_.python(function.file);
    const Span body = there.scopes[function.index].span;
    for (const CallSite& site : project_.index(function.file).calls) {
      const Node& call = there.nodes[site.call];
      if (call.begin < body.begin || call.end > body.end) continue;
      const bool method = there.nodes[site.callee].kind == NodeKind::kAttribute;
      const std::string_view name = project_.spelling(site.name);
      if (method && name == "cuda") return true;
      NodeId device = keyword_argument(there, site.call, project_.symbols().find("device"));
      if (device == kNone && method && name == "to") {
        device = positional_argument(there, site.call, 0);
      }
      if (device != kNone && is_device(function.file, device)) return true;
    }
    return false;
  }

  bool is_device(FileId file, NodeId node) const {
    const Values values = project_.evaluate(file, node);
    return std::any_of(values.begin(), values.end(), [](const Value& value) {
      return value.kind == Value::Kind::kString && is_cuda_device(value.text, value.open_ended);
    });
  }

  const DetectContext& context_;
  const Project& project_;
  FileFindings& out_;
  FileId file_;
};

}  // namespace

void detect_data_loading(const DetectContext& context, FileFindings& findings) {
  LoaderDetector(context, findings).run();
}

}  // namespace npuport
