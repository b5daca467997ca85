// Any bytes, read as a file of each kind that the source stage opens: the text is valid UTF-8,
// every place in it has a position, and ignore files and git's index never harm.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "source/git_index.h"
#include "source/gitignore.h"
#include "source/notebook.h"
#include "source/tree.h"
#include "source/utf8.h"

namespace {

using namespace npuport;

void check(bool holds) {
  if (!holds) std::abort();
}

void read_as_file(const char* name, const std::string& bytes) {
  const SourceFile file = make_source_file(name, bytes);
  check(is_valid_utf8(file.text));
  Position last{0, 0};
  for (uint32_t offset = 0; offset < file.text.size(); ++offset) {
    const Position here = file.lines.position(file.text, offset);
    check(here.line >= last.line && here.column >= 1);
    last = here;
  }
  for (const NotebookCell& cell : file.cells) {
    check(cell.span.begin < cell.span.end && cell.span.end <= file.text.size());
  }
}

void read_as_notebook(const std::string& bytes) {
  const NotebookText notebook = read_notebook(bytes);
  check(notebook.line_numbers.size() == LineIndex(notebook.text).line_count());
  check(notebook.line_numbers.size() == notebook.column_shift.size());
}

void decide_about_path(const std::string& bytes) {
  const size_t split = bytes.find('\0');
  if (split == std::string::npos) return;
  const IgnoreRules rules(nullptr, "", ".gitignore", bytes.substr(0, split));
  (void)rules.decide(bytes.substr(split + 1), bytes.size() % 2 == 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr const char* kNames[] = {"a.py", "a.yaml", "dev.in", "run", "a.ipynb"};
  if (size == 0) return 0;
  const std::string bytes(reinterpret_cast<const char*>(data + 1), size - 1);
  switch (data[0] % 8) {
    case 5:
      read_as_notebook(bytes);
      break;
    case 6:
      decide_about_path(bytes);
      break;
    case 7:
      (void)GitIndex::parse(bytes).tracks_below("a");
      break;
    default:
      read_as_file(kNames[data[0] % 8], bytes);
  }
  return 0;
}
