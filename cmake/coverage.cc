// Writes docs/coverage.md: which rule answers for each row of the API map and of the pitfalls, or
// why no analysis of the code can see it. Ends with 1 when a row has neither, so that CI can ask.
//
//   knowledge_coverage KNOWLEDGE FILE [--check]     with --check the file must already be as it
//   would be written
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "knowledge/knowledge.h"
#include "knowledge/name_patterns.h"
#include "knowledge/text_table.h"

using namespace npuport;  // NOLINT: a small tool of this project

namespace {

using RuleIds = std::set<std::string>;

bool is_about_names(Subject subject) {
  return subject <= Subject::kDecorator || subject == Subject::kCompare;
}

// Which rules answer for a name or for the id of a row.
class Answers {
 public:
  explicit Answers(const std::vector<Rule>& rules) : rules_(rules) {
    for (uint32_t i = 0; i < rules.size(); ++i) {
      for (const std::string& id : rules[i].covers) covers_[id].insert(rules[i].id);
      for (const Matcher& matcher : rules[i].match) {
        if (matcher.subject == Subject::kMethod) {
          for (const std::string& name : matcher.names) methods_[name].insert(rules[i].id);
        }
        if (!is_about_names(matcher.subject)) continue;
        for (const std::string& name : matcher.names) patterns_.add(name, i);
      }
    }
  }

  RuleIds covering(const std::string& id) const {
    const auto found = covers_.find(id);
    return found == covers_.end() ? RuleIds{} : found->second;
  }

  RuleIds matching_method(const std::string& name) const {
    const auto found = methods_.find(name);
    return found == methods_.end() ? RuleIds{} : found->second;
  }

  RuleIds matching(std::string_view name) const {
    std::vector<uint32_t> found;
    patterns_.find(name, found);
    RuleIds ids;
    for (const uint32_t i : found) {
      if (!excepts(rules_[i], name)) ids.insert(rules_[i].id);
    }
    return ids;
  }

 private:
  // True when every matcher of the rule that names it also takes it out again.
  static bool excepts(const Rule& rule, std::string_view name) {
    for (const Matcher& matcher : rule.match) {
      NamePatterns names;
      NamePatterns except;
      for (const std::string& pattern : matcher.names) names.add(pattern, 0);
      for (const std::string& pattern : matcher.except) except.add(pattern, 0);
      std::vector<uint32_t> in;
      std::vector<uint32_t> out;
      names.find(name, in);
      except.find(name, out);
      if (!in.empty() && out.empty()) return false;
    }
    return true;
  }

  const std::vector<Rule>& rules_;
  NamePatterns patterns_;
  std::map<std::string, RuleIds> covers_;
  std::map<std::string, RuleIds> methods_;
};

// What the prose of a pitfall names: torch.amp.GradScaler, storage.cuda().
struct Mentions {
  std::vector<std::string> names;
  std::vector<std::string> methods;
};

Mentions mentions_in(std::string_view text) {
  Mentions mentions;
  std::string word;
  const auto finish = [&](bool called) {
    while (word.ends_with('.')) word.pop_back();
    const size_t dot = word.rfind('.');
    if (word.starts_with("torch.") && word.find('*') == std::string::npos) {
      mentions.names.push_back(word);
    } else if (called && dot != std::string::npos) {
      mentions.methods.push_back(word.substr(dot + 1));
    }
    word.clear();
  };
  for (const char c : text) {
    const bool part = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '_' || c == '.' || c == '*';
    if (part) {
      word.push_back(c);
    } else {
      finish(c == '(');
    }
  }
  finish(false);
  return mentions;
}

std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? "\\|" : std::string(1, c);
  return out;
}

std::string joined(const RuleIds& ids) {
  std::string out;
  for (const std::string& id : ids) out += (out.empty() ? "`" : ", `") + id + "`";
  return out;
}

struct Counts {
  size_t rows = 0;
  size_t by_rule = 0;
  size_t by_reason = 0;
  std::vector<std::string> missing;
};

std::string api_table(const Knowledge& knowledge, const Answers& answers, Counts& counts) {
  std::string out = "| API | NPU | rules |\n|---|---|---|\n";
  for (const CudaApiRow& row : knowledge.cuda_apis().rows()) {
    RuleIds ids = answers.covering(std::string(row.api));
    for (const std::string_view name : split(row.names, ' ')) {
      // A pattern stands for what is below it; any name below does.
      std::string plain(name);
      if (plain.ends_with(".**")) plain.replace(plain.size() - 2, 2, "x");
      ids.merge(answers.matching(plain));
    }
    ++counts.rows;
    if (ids.empty())
      counts.missing.emplace_back(row.api);
    else
      ++counts.by_rule;
    out += "| `" + cell(row.api) + "` | " + cell(row.status) + " | " + joined(ids) + " |\n";
  }
  return out;
}

std::string pitfall_table(const Knowledge& knowledge, const Answers& answers,
                          const std::map<std::string, std::string>& reasons, Counts& counts) {
  std::string out = "| pitfall | pattern | rules, or why it cannot be seen |\n|---|---|---|\n";
  for (const Pitfall& row : knowledge.pitfalls().rows()) {
    RuleIds ids = answers.covering(std::string(row.id));
    const auto reason = reasons.find(std::string(row.id));
    if (ids.empty() && reason == reasons.end()) {
      const Mentions mentions = mentions_in(row.pattern);
      for (const std::string& name : mentions.names) ids.merge(answers.matching(name));
      for (const std::string& name : mentions.methods) ids.merge(answers.matching_method(name));
    }
    ++counts.rows;
    std::string answer = joined(ids);
    if (!ids.empty())
      ++counts.by_rule;
    else if (reason != reasons.end()) {
      ++counts.by_reason;
      answer = "not visible: " + reason->second;
    } else {
      counts.missing.emplace_back(row.id);
    }
    out += "| " + std::string(row.id) + " | " + cell(row.pattern) + " | " + cell(answer) + " |\n";
  }
  return out;
}

std::string slurp(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// id -> reason, from not_visible.tsv.
Result<std::map<std::string, std::string>> read_reasons(const std::string& folder) {
  const std::string text = slurp(folder + "/not_visible.tsv");
  const Result<TextTable> table =
      TextTable::parse(text, "not_visible.tsv", "id reason_en reason_zh");
  if (!table) return table.error();
  std::map<std::string, std::string> reasons;
  for (size_t i = 0; i < table.value().rows(); ++i) {
    reasons.emplace(table.value().cell(i, 0), table.value().cell(i, 1));
  }
  return reasons;
}

std::string summary(const char* what, const Counts& counts) {
  std::string text = std::string(what) + ": " + std::to_string(counts.rows) + " rows, " +
                     std::to_string(counts.by_rule) + " answered by rules";
  if (counts.by_reason > 0) {
    text += ", " + std::to_string(counts.by_reason) + " not visible in code";
  }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  const bool check = argc == 4 && std::string(argv[3]) == "--check";
  if (argc != 3 && !check) {
    std::fprintf(stderr, "usage: knowledge_coverage KNOWLEDGE FILE [--check]\n");
    return 2;
  }
  const Result<Knowledge> knowledge = Knowledge::load({std::string(argv[1]), {}});
  const auto reasons = read_reasons(argv[1]);
  if (!knowledge || !reasons) {
    const Error& error = knowledge ? reasons.error() : knowledge.error();
    std::fprintf(stderr, "%s\n", error.message.c_str());
    return 2;
  }
  const Answers answers(knowledge.value().rules());
  Counts apis;
  Counts pitfalls;
  const std::string api_rows = api_table(knowledge.value(), answers, apis);
  const std::string pitfall_rows =
      pitfall_table(knowledge.value(), answers, reasons.value(), pitfalls);
  const std::string text =
      "# Coverage of the knowledge by rules\n\nMade by the build target `coverage`; do not "
      "edit.\n\n* " +
      summary("CUDA APIs (`torch_npu/cuda_api_map.tsv`)", apis) + "\n* " +
      summary("Pitfalls (`pitfalls.tsv`)", pitfalls) + "\n\n## CUDA APIs\n\n" + api_rows +
      "\n## Pitfalls\n\n" + pitfall_rows;

  int status = 0;
  for (const Counts* counts : {&apis, &pitfalls}) {
    for (const std::string& row : counts->missing) {
      std::fprintf(stderr, "%s: no rule answers for it and not_visible.tsv has no reason\n",
                   row.c_str());
      status = 1;
    }
  }
  if (check && slurp(argv[2]) != text) {
    std::fprintf(stderr, "%s is out of date; build the target \"coverage\"\n", argv[2]);
    status = 1;
  }
  if (!check) std::ofstream(argv[2], std::ios::binary) << text;
  std::printf("%s\n%s\n", summary("CUDA APIs", apis).c_str(),
              summary("pitfalls", pitfalls).c_str());
  return status;
}
