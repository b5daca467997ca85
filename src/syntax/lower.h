// The syntax stage: parses one file of any kind and lowers it to facts. Never throws.
#pragma once

#include "base/symbol.h"
#include "facts/file_facts.h"
#include "source/source_file.h"

namespace npuport {

FileFacts lower(const SourceFile& file, SymbolTable& symbols);

}  // namespace npuport
