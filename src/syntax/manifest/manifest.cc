#include "syntax/manifest/manifest.h"

#include <utility>

#include "syntax/manifest/lowering.h"
#include "syntax/manifest/metadata.h"
#include "syntax/manifest/text.h"

namespace npuport {

TextFacts lower_manifest(const SourceFile& file) {
  TextFacts facts;
  switch (file.kind) {
    case FileKind::kRequirements:
      manifest::lower_requirements(file, facts);
      break;
    case FileKind::kPyproject:
      manifest::lower_pyproject(file, facts);
      break;
    case FileKind::kSetupCfg:
      manifest::lower_setup_cfg(file, facts);
      break;
    case FileKind::kPipfile:
      manifest::lower_pipfile(file, facts);
      break;
    case FileKind::kConda:
      manifest::lower_conda(file, facts);
      break;
    case FileKind::kLockFile:
      manifest::lower_lock_file(file, facts);
      break;
    case FileKind::kMetadata:
      lower_metadata(file, facts);
      break;
    default:
      break;
  }
  return facts;
}

namespace manifest {

using document::Document;
using document::Id;
using document::Type;

void add_requirement(std::string_view text, uint32_t offset, const Context& context,
                     TextFacts& out) {
  if (out.requirements.size() >= kMaxRequirements) return;
  std::optional<Requirement> requirement = parse_requirement(text, offset);
  if (!requirement) return;
  requirement->source = context.source;
  requirement->group = context.group;
  out.requirements.push_back(std::move(*requirement));
}

void add_requirement_list(const Document& document, Id list, const Context& context,
                          TextFacts& out) {
  for (Id item : document::children(document, list)) {
    if (document[item].type != Type::kString) continue;
    add_requirement(document[item].value, document[item].value_span.begin, context, out);
  }
}

Context group_context(std::string_view group) {
  return {is_development_name(group) ? RequirementSource::kDevelopment : RequirementSource::kExtra,
          std::string(group)};
}

namespace {

bool is_true(const Document& document, Id map, std::string_view key) {
  return document.text(map, key) == "true";
}

// {version = "^2", extras = [...], git = "...", optional = true}
void read_entry_table(const Document& document, Id table, Requirement& requirement) {
  requirement.specifier = document.text(table, "version");
  requirement.marker = document.text(table, "markers");
  for (std::string_view key : {"git", "url", "path", "file", "hg", "svn"}) {
    if (requirement.url.empty()) requirement.url = document.text(table, key);
  }
  for (Id extra : document::children(document, document.find(table, "extras"))) {
    requirement.extras.emplace_back(document[extra].value);
  }
  requirement.editable =
      is_true(document, table, "develop") || is_true(document, table, "editable");
  if (is_true(document, table, "optional") &&
      requirement.source == RequirementSource::kRequirement) {
    requirement.source = RequirementSource::kExtra;
  }
}

uint32_t end_of(const Document& document, Id id) {
  uint32_t end = document[id].value_span.end;
  for (Id item : document::children(document, id))
    end = std::max(end, document[item].value_span.end);
  return end;
}

}  // namespace

void read_python_requires(const Document& document, Id parent, std::string_view key,
                          TextFacts& out) {
  const Id id = document.find(parent, key);
  if (!document.is_scalar(id)) return;
  out.python_requires = document[id].value;
  out.python_span = document[id].value_span;
}

void add_table_entry(const Document& document, Id entry, Context context, bool conda,
                     TextFacts& out) {
  const document::Node& node = document[entry];
  if (node.key == "python" && node.type == Type::kString) {
    out.python_requires = node.value;
    out.python_span = node.value_span;
    return;
  }
  Requirement requirement;
  requirement.name = node.key;
  requirement.normalized = normalize_name(node.key);
  requirement.name_span = node.key_span;
  requirement.span = {node.key_span.begin, std::max(node.key_span.end, end_of(document, entry))};
  requirement.source = context.source;
  requirement.group = context.group;
  requirement.conda = conda;
  if (node.type == Type::kSequence) {  // one table per platform or Python version
    for (Id choice : document::children(document, entry)) {
      Requirement copy = requirement;
      copy.span.end = std::max(copy.span.end, end_of(document, choice));
      read_entry_table(document, choice, copy);
      out.requirements.push_back(std::move(copy));
    }
    return;
  }
  if (node.type == Type::kMap) {
    read_entry_table(document, entry, requirement);
  } else {
    requirement.specifier = node.value;
  }
  if (requirement.specifier == "*") requirement.specifier.clear();
  out.requirements.push_back(std::move(requirement));
}

void report_problems(const Document& document, TextFacts& out) {
  out.problems.insert(out.problems.end(), document.problems().begin(), document.problems().end());
}

}  // namespace manifest
}  // namespace npuport
