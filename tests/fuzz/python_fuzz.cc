// libFuzzer target for the Python front end: any bytes, as a script and as a notebook of two cells.
// Beside crashes it looks for facts that break what facts/python_facts.h promises.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "../unit/syntax/python/facts_check.h"
#include "syntax/python/python.h"

namespace {

using namespace npuport;  // NOLINT: a tool of one file

// A new table every few thousand inputs: making one costs more than parsing a small input.
SymbolTable& symbol_table() {
  static std::unique_ptr<SymbolTable> table;
  static int uses = 0;
  if (uses++ % 4096 == 0) table = std::make_unique<SymbolTable>();
  return *table;
}

void run(const SourceFile& file) {
  SymbolTable& symbols = symbol_table();
  const PythonFacts facts = lower_python(file, symbols);
  const std::string broken = FactsCheck(facts, file.text).check();
  if (broken.empty()) return;
  std::fprintf(stderr, "broken promise: %s\n", broken.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  SourceFile file;
  file.path = "fuzz.py";
  file.text.assign(reinterpret_cast<const char*>(data), size);
  file.kind = FileKind::kPython;
  run(file);
  file.kind = FileKind::kNotebook;
  const auto whole = static_cast<uint32_t>(size);
  const auto newline = file.text.find('\n', size / 2);
  const auto middle = newline == std::string::npos ? whole : static_cast<uint32_t>(newline + 1);
  file.cells = {{1, {0, middle}}, {2, {middle, whole}}};
  run(file);
  return 0;
}
