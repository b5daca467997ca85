// Version tests that read a few characters of torch.__version__: the move to a torch that has an
// adapter changes their answer ("2.10"[:3] is "2.1").
#include <algorithm>
#include <array>

#include "detect/detectors.h"
#include "facts/python_nodes.h"

namespace npuport {

void detect_version_checks(const DetectContext& context, FileFindings& findings) {
  const Rule* rule = context.rules.find("torch-version-check");
  const Project& project = context.project;
  const Symbol version = project.symbols().find("__version__");
  if (rule == nullptr || version == Symbol::kNone) return;
  const FileId file = findings.file();
  const PythonFacts& facts = project.python(file);
  const auto& parents = project.index(file).parents;
  static constexpr std::array<std::string_view, 3> kNames = {
      "torch.__version__", "torchvision.__version__", "torchaudio.__version__"};
  for (NodeId id = 0; id < facts.nodes.size(); ++id) {
    const Node& n = facts.nodes[id];
    if (n.kind != NodeKind::kAttribute || n.name != version) continue;
    const NodeId slice = parents[id];
    if (slice == kNone || facts.nodes[slice].kind != NodeKind::kSubscript ||
        first_child(facts, slice) != id)
      continue;
    const std::string name = project.external_name(project.resolve(file, id));
    if (std::find(kNames.begin(), kNames.end(), name) == kNames.end()) continue;
    findings.add_python(*rule, project.span(file, slice), id, name);
  }
}

}  // namespace npuport
