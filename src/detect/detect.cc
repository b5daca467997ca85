#include "detect/detect.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "base/parallel.h"
#include "detect/context.h"
#include "detect/detectors.h"
#include "detect/device_values.h"
#include "detect/extension_builds.h"
#include "detect/match.h"
#include "detect/native_api_use.h"
#include "detect/packages.h"
#include "detect/soc_support.h"

namespace npuport {
namespace {

constexpr std::array kDetectors = {
    detect_precision,  detect_float_casts,  detect_manual_attention, detect_sequence_parallel,
    detect_kernel_use, detect_data_loading, detect_version_checks};

bool finding_before(const Finding& a, const Finding& b) {
  return std::tie(a.file, a.span.begin, a.span.end, a.rule->id, a.name) <
         std::tie(b.file, b.span.begin, b.span.end, b.rule->id, b.name);
}

}  // namespace

Detection detect(const Project& project, const Knowledge& knowledge, const Target& target,
                 unsigned threads, const InstalledPackages* installed) {
  const RuleIndex rules(knowledge.rules(), project);
  const DetectContext context{project, knowledge, target, rules};
  const uint32_t count = project.file_count();
  std::vector<size_t> weights(count);
  for (FileId id = 0; id < count; ++id) weights[id] = project.file(id).text.size();

  std::vector<FileFindings> found;
  found.reserve(count);
  for (FileId id = 0; id < count; ++id) found.emplace_back(context, id);
  std::vector<DeviceFacts> devices(count);
  const auto native = std::make_shared<const NativeApiIndex>(project, knowledge, target);
  std::vector<std::vector<NativeApiCall>> native_calls(count);
  parallel_for(weights, threads, [&](size_t i) {
    const auto id = static_cast<FileId>(i);
    if (!project.python(id).scopes.empty()) {
      match_python(context, found[i]);
      devices[i] = collect_device_values(context, id);
      for (const auto detector : kDetectors) detector(context, found[i]);
      native_calls[i] = detect_native_apis(context, *native, found[i]);
    }
    match_text(context, project.facts(id).text, found[i]);
    match_cpp(context, project.facts(id).cuda, found[i]);
  });
  const DeviceReporter reporter(context, devices);
  parallel_for(weights, threads, [&](size_t i) { reporter.report(found[i]); });

  Detection detection;
  detection.builds = detect_extension_builds(context, found);
  detect_packages(context, found, {installed, threads}, detection);
  detection.native_index = native;
  for (const auto& calls : native_calls) {
    detection.native_calls.insert(detection.native_calls.end(), calls.begin(), calls.end());
  }
  std::stable_sort(detection.native_calls.begin(), detection.native_calls.end(),
                   [](const auto& a, const auto& b) { return a.note->api < b.note->api; });
  for (FileFindings& findings : found) {
    std::vector<Finding> list = findings.take();
    detection.findings.insert(detection.findings.end(), std::make_move_iterator(list.begin()),
                              std::make_move_iterator(list.end()));
  }
  std::sort(detection.findings.begin(), detection.findings.end(), finding_before);
  const auto same = [](const Finding& a, const Finding& b) {
    return a.rule == b.rule && a.file == b.file && a.span == b.span;
  };
  detection.findings.erase(std::unique(detection.findings.begin(), detection.findings.end(), same),
                           detection.findings.end());
  note_unvalidated(context, detection.findings);
  return detection;
}

}  // namespace npuport
