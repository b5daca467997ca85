#include "syntax/build/build.h"

#include "syntax/build/lowering.h"

namespace npuport {

TextFacts lower_build(const SourceFile& file) {
  TextFacts facts;
  if (file.kind == FileKind::kCMake) build::lower_cmake(file.text, facts);
  if (file.kind == FileKind::kMakefile) build::lower_makefile(file.text, facts);
  return facts;
}

}  // namespace npuport
