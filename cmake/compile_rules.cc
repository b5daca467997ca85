// Build-time tool: checks the shipped rules, and packs the knowledge folder into one file that
// embed.cmake puts into the binary.
//
//   compile_rules check FOLDER...           reports every problem of the rule files below the
//   folders compile_rules pack KNOWLEDGE FILE       writes the pack; rules with problems are
//   reported and left out
//
// The pack is a list of "path<TAB>size" lines, an empty line, and the files one after another.
// "rules.bin" in it is the compact form of all rule files.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "knowledge/rule_loader.h"

namespace fs = std::filesystem;
using npuport::FileProblem;
using npuport::RuleFile;

namespace {

int report(const std::vector<FileProblem>& problems) {
  for (const FileProblem& problem : problems) std::fprintf(stderr, "%s\n", problem.text().c_str());
  if (problems.empty()) return 0;
  std::fprintf(stderr, "%zu problem(s)\n", problems.size());
  return 1;
}

int check(const std::vector<std::string>& folders) {
  std::vector<FileProblem> problems;
  npuport::LoadedRules all;
  for (const std::string& folder : folders) {
    const std::vector<RuleFile> files = npuport::read_rule_files(folder, problems);
    npuport::add_rules(npuport::load_rules(files, npuport::default_vocabulary()), all);
  }
  problems.insert(problems.end(), all.problems.begin(), all.problems.end());
  if (problems.empty()) std::printf("%zu rules, no problem\n", all.rules.size());
  return report(problems);
}

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

int pack(const fs::path& knowledge, const fs::path& output) {
  std::vector<FileProblem> problems;
  std::vector<RuleFile> rules = npuport::read_rule_files((knowledge / "rules").string(), problems);
  for (RuleFile& file : rules) file.path = fs::relative(file.path, knowledge).generic_string();
  const std::string compact =
      npuport::compact_rules(rules, npuport::default_vocabulary(), problems);
  report(problems);

  std::vector<std::pair<std::string, std::string>> entries = {{"rules.bin", compact}};
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(knowledge)) {
    if (!entry.is_regular_file()) continue;
    entries.emplace_back(fs::relative(entry.path(), knowledge).generic_string(),
                         slurp(entry.path()));
  }
  std::sort(entries.begin(), entries.end());
  std::ofstream out(output, std::ios::binary);
  for (const auto& [path, bytes] : entries) out << path << '\t' << bytes.size() << '\n';
  out << '\n';
  for (const auto& [path, bytes] : entries) out << bytes;
  out.close();
  if (out) return 0;
  std::fprintf(stderr, "%s: cannot be written\n", output.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() >= 2 && arguments[0] == "check") {
    return check({arguments.begin() + 1, arguments.end()});
  }
  if (arguments.size() == 3 && arguments[0] == "pack") return pack(arguments[1], arguments[2]);
  std::fprintf(stderr,
               "usage: compile_rules check FOLDER... | compile_rules pack KNOWLEDGE FILE\n");
  return 2;
}
