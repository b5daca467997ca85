// Configuration, container and documentation files: YAML, JSON, TOML, INI, Dockerfiles, Markdown.
//
// Every leaf of a structured file is one fact: a variable of an `env:` map, an image, a command of
// a workflow, compose or Kubernetes file, or else a Setting. Of documentation only the commands in
// shell code fences count. Install commands found on the way yield requirements (source kCommand).
// Limits: 20,000 settings a file, then a TextProblem.
#pragma once

#include "facts/text_facts.h"
#include "source/source_file.h"

namespace npuport {

// kYaml, kJson, kToml, kIni, kDockerfile and kMarkdown (also reStructuredText, by its extension).
TextFacts lower_config(const SourceFile& file);

}  // namespace npuport
