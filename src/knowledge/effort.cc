#include "knowledge/effort.h"

#include <charconv>

#include "knowledge/field_reader.h"
#include "knowledge/rule_reader.h"

namespace npuport {
namespace {

double read_days(const DataNode& map, std::string_view key, ProblemLog& log) {
  const DataNode* node = require(map, key, log);
  if (node == nullptr) return 0;
  const std::string text = read_text(*node, log);
  double days = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), days);
  const bool sound = error == std::errc() && end == text.data() + text.size() && days >= 0;
  if (!sound) log.add(*node, "expected a number of days");
  return days;
}

}  // namespace

Result<EffortClasses> parse_effort_classes(std::string_view yaml) {
  const std::string file = "effort.yaml";
  std::vector<FileProblem> problems;
  Result<DataNode> tree = read_yaml(yaml, file, problems);
  if (!tree) return tree.error();
  ProblemLog log(file, problems);
  const std::vector<std::string> names = default_vocabulary().effort_classes;
  EffortClasses classes;
  if (check_keys(tree.value(), {names.begin(), names.end()}, log)) {
    for (const std::string& name : names) {
      const DataNode* node = require(tree.value(), name, log);
      if (node == nullptr || !check_keys(*node, {"low", "likely", "high"}, log)) continue;
      const Effort effort{read_days(*node, "low", log), read_days(*node, "likely", log),
                          read_days(*node, "high", log)};
      if (effort.low > effort.likely || effort.likely > effort.high) {
        log.add(*node, "expected low <= likely <= high");
      }
      classes.emplace(name, effort);
    }
  }
  if (!log.clean()) return Error{problems.front().text()};
  return classes;
}

}  // namespace npuport
