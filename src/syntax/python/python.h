// The Python front end: one file in, its facts out.
//
// Reads Python 3.8 to 3.14 and, tolerantly, Python 2; in notebooks also shell lines and magics.
// Any bytes are accepted: a statement that cannot be parsed is left out and recorded in
// PythonFacts::errors, everything else is kept. Never throws for any input, takes time and memory
// linear in its size, and nests at most a few hundred levels deep.
#pragma once

#include "base/symbol.h"
#include "facts/python_facts.h"
#include "source/source_file.h"

namespace npuport {

// `file` is a kPython or kNotebook file. Any number of threads may share `symbols`.
PythonFacts lower_python(const SourceFile& file, SymbolTable& symbols);

}  // namespace npuport
