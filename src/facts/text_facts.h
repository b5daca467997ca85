// What the lowerings of manifests, configs, scripts and build files say about one file. Types only.
// Spans are byte offsets into SourceFile::text and cover exactly the token meant.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/span.h"

namespace npuport {

enum class RequirementSource : uint8_t {
  kRequirement,  // a declared dependency
  kConstraint,   // only bounds others
  kLocked,       // resolved by a lock file
  kBuild,        // build-system requires, setup_requires
  kExtra,        // optional dependency group
  kDevelopment,  // dev / test / docs group
  kCommand,      // pip / conda / uv install in a script, Dockerfile, notebook or README
};

// One dependency declaration.
struct Requirement {
  std::string
      name;  // as written ("flash_attn"); empty for a bare URL or path whose name is unknown
  std::string normalized;  // PEP 503
  std::vector<std::string> extras;
  std::string specifier;  // ">=2.4.0,<3", "==2.1.0+cu118", "" when none
  std::string marker;     // PEP 508 marker text
  std::string url;        // direct reference, VCS address or local path
  std::string group;      // extra or group name
  RequirementSource source = RequirementSource::kRequirement;
  bool conda = false;  // conda package naming
  bool editable = false;
  Span span;  // the requirement as written, for the finding
  Span name_span;
};

// An index, find-links or channel that decides which build is fetched.
struct PackageIndex {
  std::string option;  // "--extra-index-url", "--index-url", "-f", "channel", "source"
  std::string value;
  Span span;
};

enum class ValueKind : uint8_t { kString, kNumber, kBoolean, kNull, kContainer };

// A leaf of a YAML, JSON, TOML or INI document.
struct Setting {
  std::string key;    // dotted path, list items as [0]: "runtime.devices[1]"
  std::string value;  // scalar text after unquoting
  ValueKind kind = ValueKind::kString;
  Span key_span;
  Span value_span;  // without quotes
};

// One simple command with its words, from a shell script, a Docker RUN/CMD, a workflow "run:", a
// README code fence, a notebook "!" line or a Makefile recipe.
struct Word {
  std::string text;  // quotes removed; expansions kept as written ("$X", "${X}")
  Span span;
  bool quoted = false;  // the span is one pair of quotes around exactly `text`
};

struct EnvAssignment {
  std::string name;
  std::string value;
  Span name_span;
  Span span;  // NAME=value
  bool unset = false;
};

struct Command {
  std::vector<EnvAssignment> environment;  // FOO=1 prefix
  std::vector<Word> words;                 // words[0] is the program
  Span span;
};

// FROM in a Dockerfile, image: in compose, Kubernetes and workflows.
struct ImageReference {
  std::string image;
  Span span;
};

// #SBATCH --gres=gpu:8 and its like (PBS, LSF).
struct SchedulerDirective {
  std::string text;
  Span span;
};

// CMake command or Makefile assignment/rule, at inventory level.
struct BuildCommand {
  std::string name;  // "find_package", "enable_language", "project"; Makefile: the variable
  std::vector<Word> arguments;
  Span span;
  Span name_span;
};

struct TextProblem {
  uint32_t offset = 0;
  std::string message;
};

struct TextFacts {
  std::vector<Requirement> requirements;
  std::vector<PackageIndex> indexes;
  std::vector<std::string> includes;  // -r / -c files, as written
  std::vector<Setting> settings;
  std::vector<Command> commands;
  std::vector<EnvAssignment> environment;  // export X=, ENV X=, env: maps; also those of `commands`
  std::vector<ImageReference> images;
  std::vector<SchedulerDirective> directives;
  std::vector<BuildCommand> build;
  std::string distribution;     // the name that the project gives its own distribution
  std::string python_requires;  // requires-python, python=3.10 of a conda command
  Span python_span;             // its value
  std::vector<TextProblem> problems;
};

}  // namespace npuport
