// Shell text as simple commands: words, environment, scheduler directives.
//
// The scanner is an inventory, not a shell: it knows quoting, continuation lines, here-documents,
// command substitution and the reserved words, and it never fails. What it cannot make sense of (an
// unterminated quote) costs the rest of that line. Linear in the input, nesting is bounded.
//
// Every simple command yields one Command, in source order; those inside $(...), backticks,
// `bash -c '...'` and here-documents fed to a shell are listed as well. `export`, `declare`,
// `unset` and plain assignments yield EnvAssignments and no Command. Word spans cover the token as
// written, quotes included. Installed packages are not looked for here: see
// add_install_requirements() in manifest.h. At most 100,000 commands and assignments a file are
// kept, then a TextProblem tells.
#pragma once

#include <cstdint>
#include <string_view>

#include "facts/text_facts.h"
#include "source/source_file.h"

namespace npuport {

// How the host format of an embedded script changes the meaning of its bytes.
struct ShellDialect {
  bool fold_newlines = false;   // YAML ">" and quoted scalars: a line end is a space
  bool docker = false;          // comment lines inside a continued instruction vanish
  bool make_variables = false;  // Makefile recipe: $(X) is a variable and $$ a dollar
};

TextFacts lower_shell(const SourceFile& file);

// Appends what `text`, found at `offset` of its file, says to `out`.
void lower_shell_text(std::string_view text, uint32_t offset, TextFacts& out,
                      ShellDialect dialect = {});

// The span of `word` without its enclosing quotes: where its text lies when nothing was unescaped.
Span inner_span(const Word& word);

// Appends a command given as separate words (Docker exec form, Kubernetes command lists), with what
// follows from its program: `env` prefixes, `export`, scripts behind `bash -c`, `docker run -e`.
void add_command(Command command, std::string_view file_text, TextFacts& out);

}  // namespace npuport
