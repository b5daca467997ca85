// Conda environment files and recipes.
#include "syntax/manifest/lowering.h"
#include "syntax/manifest/text.h"

namespace npuport::manifest {
namespace {

using document::children;
using document::Document;
using document::Id;
using document::Type;

void add_conda(const Document& document, Id item, const Context& context, TextFacts& out) {
  const document::Node& node = document[item];
  std::optional<Requirement> requirement =
      parse_conda_requirement(node.value, node.value_span.begin);
  if (!requirement) return;
  if (!requirement->group.empty()) {  // "channel::name"
    const uint32_t begin = requirement->span.begin;
    const auto end = begin + static_cast<uint32_t>(requirement->group.size());
    out.indexes.push_back({"channel", requirement->group, {begin, end}});
  }
  if (requirement->normalized == "python") {
    out.python_requires = requirement->specifier;
    out.python_span = requirement->span;
    return;
  }
  requirement->source = context.source;
  requirement->group = context.group;
  out.requirements.push_back(std::move(*requirement));
}

// Strings are conda specs; the map item "pip:" holds requirement file lines.
void dependency_list(const Document& document, Id list, const Context& context, TextFacts& out) {
  for (Id item : children(document, list)) {
    if (document[item].type == Type::kMap) {
      for (Id line : children(document, document.find(item, "pip"))) {
        const document::Node& node = document[line];
        if (document.is_scalar(line)) {
          requirement_line(node.value, node.value_span.begin, context, out);
        }
      }
    } else if (document.is_scalar(item)) {
      add_conda(document, item, context, out);
    }
  }
}

void variables(const Document& document, Id map, TextFacts& out) {
  for (Id entry : children(document, map)) {
    const document::Node& node = document[entry];
    if (!document.is_scalar(entry)) continue;
    out.environment.push_back({std::string(node.key),
                               std::string(node.value),
                               node.key_span,
                               {node.key_span.begin, node.value_span.end}});
  }
}

}  // namespace

void lower_conda(const SourceFile& file, TextFacts& out) {
  const Document document = document::read_yaml(file.text);
  for (Id root : children(document, 0)) {
    for (Id channel : children(document, document.find(root, "channels"))) {
      out.indexes.push_back(
          {"channel", std::string(document[channel].value), document[channel].value_span});
    }
    const Context context =
        is_development_name(base_name(file.path).substr(0, base_name(file.path).rfind('.')))
            ? Context{RequirementSource::kDevelopment, "dev"}
            : Context{};
    dependency_list(document, document.find(root, "dependencies"), context, out);
    const Id recipe = document.find(root, "requirements");
    dependency_list(document, document.find(recipe, "run"), {}, out);
    for (std::string_view key : {"build", "host"}) {
      dependency_list(document, document.find(recipe, key), {RequirementSource::kBuild, ""}, out);
    }
    dependency_list(document, document.find(root, {"test", "requires"}),
                    {RequirementSource::kDevelopment, "test"}, out);
    variables(document, document.find(root, "variables"), out);
  }
  report_problems(document, out);
}

}  // namespace npuport::manifest
