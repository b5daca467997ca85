// Any bytes, read as a rule file, as the compact form of rules, as a table and as versions: no
// crash, no hang; a rule or a problem, never neither; problems lie in the file; a rule that loads
// survives the compact form.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "knowledge/package_table.h"
#include "knowledge/rule_loader.h"
#include "knowledge/target.h"
#include "knowledge/transfer_table.h"
#include "knowledge/version.h"

namespace {

using namespace npuport;  // NOLINT: a tool of one file

void require(bool condition) {
  if (!condition) std::abort();
}

void read_as_rule(const std::string& text) {
  const std::vector<RuleFile> files = {{"fuzzed", text}};  // no stem: any id is right
  const LoadedRules loaded = load_rules(files, default_vocabulary());
  require(loaded.rules.size() <= 1 && loaded.rules.empty() != loaded.problems.empty());
  const auto lines = static_cast<uint32_t>(std::count(text.begin(), text.end(), '\n') +
                                           std::count(text.begin(), text.end(), '\r') + 2);
  for (const FileProblem& problem : loaded.problems) {
    require(problem.line <= lines && !problem.message.empty());
  }
  if (loaded.rules.empty()) return;
  const Rule& rule = loaded.rules.front();
  require(!rule.id.empty() && !rule.fires.empty() && !rule.silent.empty());
  std::vector<FileProblem> problems;
  const std::string bytes = compact_rules(files, default_vocabulary(), problems);
  const Result<std::vector<Rule>> again = load_compact_rules(bytes, default_vocabulary(), 1);
  require(problems.empty() && again && again.value().size() == 1);
  require(again.value().front().match.size() == rule.match.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  read_as_rule(text);
  (void)load_compact_rules(text, default_vocabulary(), 1);
  (void)TransferTable::parse(text);
  (void)VersionMatrix::parse(text);
  (void)PackageTable::parse(text, text);
  if (const auto version = Version::parse(text)) require(*version == *version);
  if (const auto bound = VersionBound::parse(text)) (void)bound->holds(*Version::parse("2.6.0"));
  (void)normalize_distribution(text);
  return 0;
}
