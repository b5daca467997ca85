#include "knowledge/rule_loader.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "base/parallel.h"

namespace npuport {
namespace {

namespace fs = std::filesystem;

// The tree of a file, or nothing after a problem.
std::optional<DataNode> parse(const RuleFile& file, std::vector<FileProblem>& problems) {
  if (file.text.size() > kMaxRuleBytes) {
    problems.push_back({file.path, 0, 0,
                        "larger than the " + std::to_string(kMaxRuleBytes / 1024) +
                            " KiB that a rule file may have"});
    return std::nullopt;
  }
  Result<DataNode> tree = read_yaml(file.text, file.path, problems);
  if (!tree) return std::nullopt;
  return std::move(tree.value());
}

void sort_by_place(std::vector<FileProblem>::iterator begin,
                   std::vector<FileProblem>::iterator end) {
  std::stable_sort(begin, end, [](const FileProblem& a, const FileProblem& b) {
    return std::tie(a.line, a.column) < std::tie(b.line, b.column);
  });
}

void remove_key(std::string_view key, DataNode& map) {
  for (size_t i = 0; i + 1 < map.items.size(); i += 2) {
    if (map.items[i].text != key) continue;
    const auto at = map.items.begin() + static_cast<ptrdiff_t>(i);
    map.items.erase(at, at + 2);
    return;
  }
}

std::string read_file(const fs::path& path, std::vector<FileProblem>& problems) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) {
    problems.push_back({path.generic_string(), 0, 0, "not a regular file"});
    return {};
  }
  std::ifstream in(path, std::ios::binary);
  std::string text(kMaxRuleBytes + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (in.bad() || (!in && !in.eof())) {
    problems.push_back({path.generic_string(), 0, 0, "cannot be read"});
  }
  text.resize(static_cast<size_t>(in.gcount()));
  return text;
}

}  // namespace

LoadedRules load_rules(const std::vector<RuleFile>& files, const RuleVocabulary& vocabulary) {
  LoadedRules all;
  for (const RuleFile& file : files) {
    LoadedRules one;
    if (const std::optional<DataNode> tree = parse(file, one.problems)) {
      std::optional<Rule> rule =
          read_rule(*tree, file.path, vocabulary, SampleCheck::kRequired, one.problems);
      if (rule) one.rules.push_back(std::move(*rule));
    }
    sort_by_place(one.problems.begin(), one.problems.end());
    add_rules(std::move(one), all);
  }
  return all;
}

void add_rules(LoadedRules more, LoadedRules& rules) {
  std::unordered_map<std::string_view, const Rule*> known;
  for (const Rule& rule : rules.rules) known.emplace(rule.id, &rule);
  std::vector<Rule> fresh;
  std::vector<FileProblem> problems = std::move(more.problems);
  for (Rule& rule : more.rules) {
    const auto found = known.find(rule.id);
    if (found == known.end()) {
      fresh.push_back(std::move(rule));
      continue;
    }
    problems.push_back({rule.origin, 1, 1,
                        "the id \"" + rule.id + "\" is already used by " + found->second->origin});
  }
  const auto by_id = [](const Rule& a, const Rule& b) { return a.id < b.id; };
  rules.rules.insert(rules.rules.end(), std::make_move_iterator(fresh.begin()),
                     std::make_move_iterator(fresh.end()));
  std::stable_sort(rules.rules.begin(), rules.rules.end(), by_id);
  rules.problems.insert(rules.problems.end(), problems.begin(), problems.end());
}

std::vector<RuleFile> read_rule_files(const std::string& folder,
                                      std::vector<FileProblem>& problems) {
  std::error_code error;
  std::vector<fs::path> paths;
  fs::recursive_directory_iterator walk(folder, error);
  const fs::recursive_directory_iterator end;
  while (!error && walk != end) {
    const std::string extension = walk->path().extension().string();
    if (extension == ".yaml" || extension == ".yml") paths.push_back(walk->path());
    walk.increment(error);
  }
  if (error) problems.push_back({folder, 0, 0, "cannot be listed: " + error.message()});
  std::sort(paths.begin(), paths.end());
  std::vector<RuleFile> files;
  files.reserve(paths.size());
  for (const fs::path& path : paths) {
    const size_t before = problems.size();
    std::string text = read_file(path, problems);
    if (problems.size() == before) files.push_back({path.generic_string(), std::move(text)});
  }
  return files;
}

std::string compact_rules(const std::vector<RuleFile>& files, const RuleVocabulary& vocabulary,
                          std::vector<FileProblem>& problems) {
  const LoadedRules checked = load_rules(files, vocabulary);
  problems.insert(problems.end(), checked.problems.begin(), checked.problems.end());
  std::unordered_set<std::string_view> sound;
  for (const Rule& rule : checked.rules) sound.insert(rule.origin);
  DataNode list;
  list.kind = DataNode::Kind::kList;
  std::vector<FileProblem> known;
  for (const RuleFile& file : files) {
    if (!sound.contains(file.path)) continue;
    DataNode tree = std::move(*parse(file, known));
    remove_key("samples", tree);
    DataNode path;
    path.kind = DataNode::Kind::kScalar;
    path.text = file.path;
    list.items.push_back(std::move(path));
    list.items.push_back(std::move(tree));
  }
  std::string bytes;
  encode(list, bytes);
  return bytes;
}

Result<std::vector<Rule>> load_compact_rules(std::string_view bytes,
                                             const RuleVocabulary& vocabulary, unsigned threads) {
  Result<DataNode> list = decode(bytes);
  if (!list) return list.error();
  // Most of the time goes into compiling regular expressions, which threads can share.
  const std::vector<DataNode>& items = list.value().items;
  std::vector<std::optional<Rule>> read(items.size() / 2);
  std::vector<std::vector<FileProblem>> problems(read.size());
  parallel_for(std::vector<size_t>(read.size(), 1), threads, [&](size_t i) {
    read[i] = read_rule(items[2 * i + 1], items[2 * i].text, vocabulary, SampleCheck::kNotStored,
                        problems[i]);
  });
  std::vector<Rule> rules;
  rules.reserve(read.size());
  for (size_t i = 0; i < read.size(); ++i) {
    if (!read[i]) return Error{problems[i].front().text()};
    rules.push_back(std::move(*read[i]));
  }
  std::sort(rules.begin(), rules.end(), [](const Rule& a, const Rule& b) { return a.id < b.id; });
  return rules;
}

}  // namespace npuport
