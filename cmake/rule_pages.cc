// Writes docs/rules: a page per folder of knowledge/rules and an index, in English and Chinese.
//
//   rule_pages KNOWLEDGE FOLDER [--check]     with --check the folder must already hold exactly
//   what would be written
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "knowledge/rule_loader.h"
#include "render/rule_page.h"

using namespace npuport;  // NOLINT: a small tool of this project
namespace fs = std::filesystem;

namespace {

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// Pages that no rule folder stands behind any more.
std::vector<fs::path> stale_pages(const fs::path& folder, const std::set<std::string>& current) {
  std::vector<fs::path> stale;
  std::error_code error;
  for (fs::recursive_directory_iterator walk(folder, error), end; !error && walk != end;
       walk.increment(error)) {
    const std::string path = fs::relative(walk->path(), folder).generic_string();
    if (walk->path().extension() == ".md" && !current.contains(path)) stale.push_back(walk->path());
  }
  return stale;
}

int check(const fs::path& folder, const std::vector<RulePage>& pages,
          const std::vector<fs::path>& stale) {
  int status = 0;
  for (const RulePage& page : pages) {
    if (slurp(folder / page.path) == page.text) continue;
    std::fprintf(stderr, "%s is out of date; build the target \"rule_docs\"\n",
                 (folder / page.path).c_str());
    status = 1;
  }
  for (const fs::path& path : stale) {
    std::fprintf(stderr, "%s belongs to no folder of rules\n", path.c_str());
    status = 1;
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  const bool checking = argc == 4 && std::string(argv[3]) == "--check";
  if (argc != 3 && !checking) {
    std::fprintf(stderr, "usage: rule_pages KNOWLEDGE FOLDER [--check]\n");
    return 2;
  }
  const Result<Knowledge> knowledge = Knowledge::load({std::string(argv[1]), {}});
  if (!knowledge) {
    std::fprintf(stderr, "%s\n", knowledge.error().message.c_str());
    return 2;
  }
  const std::vector<RulePage> pages = rule_pages(knowledge.value().rules(), knowledge.value());
  const fs::path folder = argv[2];
  std::set<std::string> current;
  for (const RulePage& page : pages) current.insert(page.path);
  const std::vector<fs::path> stale = stale_pages(folder, current);
  if (checking) return check(folder, pages, stale);
  for (const fs::path& path : stale) fs::remove(path);
  for (const RulePage& page : pages) {
    fs::create_directories((folder / page.path).parent_path());
    std::ofstream(folder / page.path, std::ios::binary) << page.text;
  }
  std::printf("%zu pages\n", pages.size());
  return 0;
}
