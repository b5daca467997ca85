#include "syntax/python/python.h"

#include <algorithm>

#include "syntax/python/facts_builder.h"
#include "syntax/python/lexer.h"
#include "syntax/python/names.h"
#include "syntax/python/statements.h"

namespace npuport {

PythonFacts lower_python(const SourceFile& file, SymbolTable& symbols) {
  const std::string& text = file.text;
  python::FactsBuilder builder(text.size());
  python::NameCache names(text, symbols);
  python::Lexer lexer(text, names);
  const bool is_notebook = file.kind == FileKind::kNotebook;
  python::StatementParser parser(text, lexer, builder, is_notebook);
  const auto size = static_cast<uint32_t>(text.size());
  if (!is_notebook || file.cells.empty()) parser.parse_range(0, size);
  if (is_notebook) {
    for (const NotebookCell& cell : file.cells) {
      parser.parse_range(std::min(cell.span.begin, size), std::min(cell.span.end, size));
    }
  }
  return builder.take();
}

}  // namespace npuport
