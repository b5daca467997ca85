#include <algorithm>
#include <map>

#include "assess/text.h"
#include "knowledge/rule_mode.h"
#include "query/entries.h"
#include "query/query_name.h"

namespace npuport {
namespace {

enum class Touch : uint8_t { kNot, kPattern, kExact };

bool is_about_names(Subject subject) {
  return subject <= Subject::kDecorator || subject == Subject::kCompare;
}

// What of the question can be compared with the names of a matcher.
struct Asked {
  std::string name;
  std::string method;                 // "add_" of torch.Tensor.add_
  std::vector<std::string> imports;   // import names of the packages among the entries
  std::vector<std::string> packages;  // normalised distribution names
  std::string package_rule;           // the rule for the status of the package
};

Touch compare(std::string_view pattern, std::string_view name) {
  if (pattern == name) return Touch::kExact;
  if (pattern.find('*') == std::string_view::npos) return Touch::kNot;
  NamePatterns patterns;
  patterns.add(pattern, 0);
  std::vector<uint32_t> found;
  patterns.find(name, found);
  return found.empty() ? Touch::kNot : Touch::kPattern;
}

Touch touches(const Matcher& matcher, const Asked& asked) {
  for (const std::string& except : matcher.except) {
    if (compare(except, asked.name) != Touch::kNot) return Touch::kNot;
  }
  Touch best = Touch::kNot;
  const auto see = [&](Touch touch) { best = std::max(best, touch); };
  for (const std::string& pattern : matcher.names) {
    if (is_about_names(matcher.subject)) {
      see(compare(pattern, asked.name));
      if (asked.name.starts_with("tl."))
        see(compare(pattern, "triton.language." + asked.name.substr(3)));
      for (const std::string& import : asked.imports) {
        const bool below = pattern.starts_with(import) && pattern.size() > import.size() &&
                           pattern[import.size()] == '.';
        if (pattern == import || pattern == import + ".**") see(Touch::kExact);
        if (below) see(Touch::kPattern);
      }
    } else if (matcher.subject == Subject::kMethod || matcher.subject == Subject::kAttribute) {
      if (!asked.method.empty() && pattern == asked.method) see(Touch::kExact);
    } else if (matcher.subject == Subject::kEnvironment) {
      if (is_environment_name(asked.name)) {
        see(pattern == asked.name               ? Touch::kExact
            : matches_glob(pattern, asked.name) ? Touch::kPattern
                                                : Touch::kNot);
      }
    } else if (matcher.subject == Subject::kRequirement) {
      for (const std::string& package : asked.packages) {
        if (matches_glob(pattern, package)) see(Touch::kExact);
      }
    }
  }
  return best;
}

std::string rule_of(AnswerStatus status) {
  switch (status) {
    case AnswerStatus::kCompatible:
    case AnswerStatus::kNotInvolved:
      return "package-compatible";
    case AnswerStatus::kCompatibleWithPlugin:
      return "package-needs-plugin";
    case AnswerStatus::kNeedsReplacement:
      return "package-needs-replacement";
    case AnswerStatus::kUnsupported:
      return "package-unsupported";
    case AnswerStatus::kUnknown:
      return "package-unknown";
    default:
      return {};
  }
}

Asked asked_of(const Knowledge& knowledge, const std::string& name, const Answer& answer) {
  Asked asked;
  asked.name = name;
  if (name.starts_with("torch.Tensor.") || name.starts_with("torch.nn.Module.")) {
    asked.method = std::string(last_part(name));
  }
  for (const AnswerEntry& entry : answer.entries) {
    if (entry.kind != AnswerKind::kPackage) continue;
    for (const PackageRow& row : knowledge.packages().rows()) {
      if (row.key != entry.name) continue;
      for (const std::string_view import : row.imports) {
        // Torch's own names have answers of their own.
        if (import != "torch") asked.imports.emplace_back(import);
      }
      asked.packages.push_back(normalize_distribution(name));
    }
    if (asked.package_rule.empty()) asked.package_rule = rule_of(entry.status);
  }
  return asked;
}

TouchingRule describe(const QueryTables& tables, const Rule& rule, const std::string& name,
                      bool exact) {
  std::map<std::string, std::string> values = {{"name", name}, {"text", name}, {"value", ""}};
  if (!rule.table.empty()) tables.knowledge.fill_from_table(rule.table, name, values);
  TouchingRule out;
  out.id = rule.id;
  out.domain = rule.domain;
  out.title = fill_placeholders(rule.title, values);
  out.message = fill_placeholders(rule.message, values);
  out.replacement = fill_placeholders(rule.replacement, values);
  out.mode = mode_of(rule, name, tables.knowledge.transfer(), tables.target);
  out.risk = rule.risk;
  out.exact = exact;
  out.sources = rule.sources;
  const auto source = values.find("source");
  if (source != values.end() && !source->second.empty()) out.sources.push_back(source->second);
  return out;
}

AnswerKind kind_of(const std::string& name) {
  if (is_environment_name(name)) return AnswerKind::kEnvironment;
  if (name.starts_with("torch_npu.")) return AnswerKind::kNpuOperator;
  if (name.starts_with("tl.") || name.starts_with("triton.")) return AnswerKind::kTriton;
  if (name.starts_with("mindiesd.")) return AnswerKind::kMindie;
  return AnswerKind::kApi;
}

int weight(std::string_view severity) {
  if (severity == "blocker") return 0;
  if (severity == "must-change") return 1;
  return 2;
}

}  // namespace

void add_rules(const QueryTables& tables, const std::string& name, Answer& answer) {
  const Asked asked = asked_of(tables.knowledge, name, answer);
  for (const Rule& rule : tables.knowledge.rules()) {
    Touch best = rule.id == asked.package_rule ? Touch::kExact : Touch::kNot;
    for (const std::string& covered : rule.covers) {
      if (covered == name) best = Touch::kExact;
    }
    for (const Matcher& matcher : rule.match) best = std::max(best, touches(matcher, asked));
    if (best == Touch::kNot) continue;
    answer.rules.push_back(describe(tables, rule, name, best == Touch::kExact));
  }
  std::stable_partition(answer.rules.begin(), answer.rules.end(),
                        [](const TouchingRule& rule) { return rule.exact; });
  if (!answer.entries.empty() || answer.rules.empty() || !answer.rules.front().exact) return;
  const TouchingRule& rule = answer.rules.front();
  AnswerEntry entry;
  entry.kind = kind_of(name);
  entry.name = name;
  entry.status = AnswerStatus::kSeeRules;
  entry.mode = rule.mode;
  entry.statements.push_back({Topic::kNote, rule.message, rule.sources});
  answer.entries.push_back(std::move(entry));
}

void add_pitfalls(const QueryTables& tables, const std::string& name, Answer& answer) {
  std::vector<std::string> words;
  // Half of the pitfalls mention torch.
  if (name != "torch") words.push_back(name);
  for (const std::string& import : asked_of(tables.knowledge, name, answer).imports) {
    words.push_back(import);
  }
  for (const Pitfall& row : tables.knowledge.pitfalls().rows()) {
    const bool named = std::any_of(words.begin(), words.end(), [&](const std::string& word) {
      return holds_word(row.pattern, word);
    });
    const bool covered =
        std::any_of(answer.rules.begin(), answer.rules.end(), [&](const TouchingRule& touching) {
          if (!touching.exact || touching.id.starts_with("package-")) return false;
          const Rule* rule = tables.knowledge.rule(touching.id);
          return std::find(rule->covers.begin(), rule->covers.end(), row.id) != rule->covers.end();
        });
    if (!named && !covered) continue;
    answer.pitfalls.push_back({std::string(row.id),
                               std::string(row.severity),
                               std::string(row.pattern),
                               std::string(row.symptom),
                               std::string(row.remedy),
                               {std::string(row.source)}});
  }
  std::stable_sort(answer.pitfalls.begin(), answer.pitfalls.end(),
                   [](const KnownPitfall& a, const KnownPitfall& b) {
                     return weight(a.severity) < weight(b.severity);
                   });
}

}  // namespace npuport
