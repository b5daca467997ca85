// The commands, one file each: options in, exit code out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/console.h"

namespace npuport {

struct OutputOptions {
  std::vector<std::string> formats;
  std::vector<std::string> outputs;
  std::string language;
  bool quiet = false;
  std::vector<std::string> fail_on;
};

struct KnowledgeSources {
  std::string directory;                      // --knowledge
  std::vector<std::string> rule_directories;  // --rules
};

struct AnalyzeOptions {
  std::vector<std::string> paths;
  OutputOptions output;
  KnowledgeSources knowledge;
  std::string target;
  unsigned threads = 0;
  std::vector<std::string> exclude;
  std::vector<std::string> site_packages;
  std::vector<std::string> wheels;
  bool no_gitignore = false;
  uint64_t max_file_size = 32ull << 20;
  int64_t max_unread = -1;  // < 0: any number
  bool time = false;
};
int run_analyze(const AnalyzeOptions& options, Console& console);

struct ReportOptions {
  std::string file;  // "-" = stdin
  OutputOptions output;
};
int run_report(const ReportOptions& options, Console& console);

struct QueryOptions {
  std::vector<std::string> names;
  std::string target;
  std::string format = "terminal";  // terminal, json, markdown
  std::string language;
  KnowledgeSources knowledge;
};
int run_query(const QueryOptions& options, Console& console);

struct RulesOptions {
  std::string format = "text";  // text, json
  int domain = 0;               // 0 = all
  std::string language;
  KnowledgeSources knowledge;
};
int run_rules(const RulesOptions& options, Console& console);

struct ExplainOptions {
  std::string rule;
  std::string format = "text";  // text, json, markdown
  std::string language;
  KnowledgeSources knowledge;
};
int run_explain(const ExplainOptions& options, Console& console);

struct TargetsOptions {
  std::string format = "text";  // text, json
  std::string language;
  KnowledgeSources knowledge;
};
int run_targets(const TargetsOptions& options, Console& console);

// A command and its options as words, for completion.
struct CommandWords {
  std::string name;
  std::string description;
  std::vector<std::string> options;
};
int run_completion(const std::string& shell, const std::vector<CommandWords>& commands,
                   Console& console);

}  // namespace npuport
