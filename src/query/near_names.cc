#include <algorithm>
#include <set>
#include <tuple>

#include "base/edit_distance.h"
#include "knowledge/text_table.h"
#include "query/entries.h"
#include "query/query_name.h"

namespace npuport {
std::vector<std::string> all_names(const QueryTables& tables) {
  const Knowledge& knowledge = tables.knowledge;
  std::set<std::string> names;
  const auto add = [&](std::string_view name) {
    if (name.find_first_of("*(|/ \"=") == std::string_view::npos && !name.empty())
      names.emplace(name);
  };
  const auto add_all = [&](std::string_view list) {
    for (const std::string_view name : split(list, ' ')) add(name);
  };
  for (const CudaApiRow& row : knowledge.cuda_apis().rows()) add_all(row.names);
  for (const std::string_view api : knowledge.transfer().apis()) add(api);
  for (const DistributedRow& row : knowledge.distributed().rows()) add(row.op);
  for (const NpuOpRow& row : knowledge.npu_ops().rows()) add(row.op);
  for (const TritonRow& row : knowledge.triton().rows()) add(row.api);
  for (const MindieRow& row : knowledge.mindie().rows()) add(row.api.substr(0, row.api.find('(')));
  for (const EnvRow& row : knowledge.env().rows()) {
    add_all(row.npu_name);
    add_all(row.cuda_names);
  }
  for (const PackageRow& row : knowledge.packages().rows()) {
    add(row.key);
    for (const std::string_view import : row.imports) add(import);
  }
  if (tables.native != nullptr) {
    for (const std::string_view name : tables.native->names()) add(name);
  }
  return {names.begin(), names.end()};
}

std::vector<std::string> near_names(const std::vector<std::string>& names, const std::string& name,
                                    size_t limit) {
  std::vector<std::string> near;
  if (name.empty() || name.size() > kLongestName) return near;
  const size_t most = name.size() < 5 ? 1 : std::clamp<size_t>(name.size() / 6, 2, 4);
  const std::string_view last = last_part(name);
  struct Candidate {
    size_t distance;
    bool other_place;  // the same last part somewhere else
    std::string name;
    bool operator<(const Candidate& o) const {
      return std::tie(other_place, distance, name) < std::tie(o.other_place, o.distance, o.name);
    }
  };
  std::vector<Candidate> candidates;
  for (const std::string& candidate : names) {
    const size_t distance = edit_distance(name, candidate, most);
    if (distance <= most) {
      candidates.push_back({distance, false, candidate});
    } else if (last.size() > 2 && last_part(candidate) == last) {
      candidates.push_back({candidate.size(), true, candidate});
    }
  }
  std::sort(candidates.begin(), candidates.end());
  for (Candidate& candidate : candidates) {
    if (near.size() == limit) break;
    near.push_back(std::move(candidate.name));
  }
  return near;
}

}  // namespace npuport
