#include "knowledge/rule_parts.h"

namespace npuport {
namespace {

using Kind = ValuePredicate::Kind;

const std::vector<std::string_view>& predicate_keys() {
  static const std::vector<std::string_view> keys = {"equals", "contains", "starts_with", "matches",
                                                     "device", "is",       "resolves_to", "made_by",
                                                     "any",    "not"};
  return keys;
}

void read_condition(std::string_view key, const DataNode& value, ValuePredicate& out,
                    ProblemLog& log) {
  if (key == "equals" || key == "contains" || key == "starts_with" || key == "resolves_to" ||
      key == "made_by") {
    out.kind = key == "equals"        ? Kind::kEquals
               : key == "contains"    ? Kind::kContains
               : key == "starts_with" ? Kind::kStartsWith
               : key == "made_by"     ? Kind::kMadeBy
                                      : Kind::kResolvesTo;
    out.texts = read_texts(value, log);
  } else if (key == "matches") {
    out.kind = Kind::kMatches;
    out.pattern = read_pattern(value, log);
  } else if (key == "device") {
    out.kind = read_enum(value, {{"cuda", Kind::kDevice}}, Kind::kDevice, log);
  } else if (key == "is") {
    out.kind = read_enum(value,
                         {{"integer", Kind::kInteger},
                          {"string", Kind::kString},
                          {"true", Kind::kTrue},
                          {"false", Kind::kFalse},
                          {"none", Kind::kNoneValue}},
                         Kind::kAny, log);
  } else if (key == "any") {
    out.kind = read_enum(value, {{"true", Kind::kAny}}, Kind::kAny, log);
  }
}

ValuePredicate read_predicate(const DataNode& node, bool negated, ProblemLog& log) {
  ValuePredicate predicate;
  predicate.negated = negated;
  if (!check_keys(node, predicate_keys(), log)) return predicate;
  if (node.items.size() != 2) {
    log.add(node, "expected exactly one condition, such as {contains: nccl}");
    return predicate;
  }
  const std::string& key = node.items[0].text;
  if (key != "not") {
    read_condition(key, node.items[1], predicate, log);
    return predicate;
  }
  if (negated) {
    log.add(node, "\"not\" inside \"not\"");
    return predicate;
  }
  return read_predicate(node.items[1], true, log);
}

}  // namespace

ValuePredicate read_predicate(const DataNode& node, ProblemLog& log) {
  return read_predicate(node, false, log);
}

}  // namespace npuport
