// The lowerings behind lower_manifest(), one per format.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "source/source_file.h"
#include "syntax/manifest/document/document.h"
#include "syntax/manifest/manifest.h"

namespace npuport::manifest {

// Bound for hostile files; what lies beyond is left out.
inline constexpr size_t kMaxRequirements = 50'000;

// Where a requirement stands in its file.
struct Context {
  RequirementSource source = RequirementSource::kRequirement;
  std::string group;
};

void lower_requirements(const SourceFile& file, TextFacts& out);
void lower_pyproject(const SourceFile& file, TextFacts& out);
void lower_setup_cfg(const SourceFile& file, TextFacts& out);
void lower_pipfile(const SourceFile& file, TextFacts& out);
void lower_conda(const SourceFile& file, TextFacts& out);
void lower_lock_file(const SourceFile& file, TextFacts& out);

// One logical line of a requirement file: a requirement or options.
void requirement_line(std::string_view line, uint32_t offset, const Context& context,
                      TextFacts& out);

// Adds what parse_requirement makes of `text`.
void add_requirement(std::string_view text, uint32_t offset, const Context& context,
                     TextFacts& out);

// Adds each string of a list of PEP 508 requirements.
void add_requirement_list(const document::Document& document, document::Id list,
                          const Context& context, TextFacts& out);

// An extra or development group, by its name.
Context group_context(std::string_view group);

// A "name = version" or "name = { ... }" entry of poetry, Pipfile and pixi tables.
void add_table_entry(const document::Document& document, document::Id entry, Context context,
                     bool conda, TextFacts& out);

// The Python versions that a key names, and where.
void read_python_requires(const document::Document& document, document::Id parent,
                          std::string_view key, TextFacts& out);

// Moves the problems of a document to the facts.
void report_problems(const document::Document& document, TextFacts& out);

}  // namespace npuport::manifest
