// setup.cfg: the [options] of setuptools.
#include "syntax/manifest/lowering.h"
#include "syntax/manifest/text.h"

namespace npuport::manifest {
namespace {

using document::children;
using document::Document;
using document::Id;

// One requirement a line, or separated by ';' in older files; "file: a.txt, b.txt" names files.
void requirement_lines(const Document& document, Id id, const Context& context, TextFacts& out) {
  if (!document.is_scalar(id)) return;
  const std::string_view value = document[id].value;
  const uint32_t offset = document[id].value_span.begin;
  if (value.starts_with("file:")) {
    std::string_view files = value.substr(5);
    while (!files.empty()) {
      const size_t comma = std::min(files.find_first_of(",\n"), files.size());
      const std::string_view name = trim(files.substr(0, comma));
      if (!name.empty()) out.includes.emplace_back(name);
      files.remove_prefix(std::min(comma + 1, files.size()));
    }
    return;
  }
  for (size_t pos = 0; pos < value.size();) {
    const size_t end = std::min(value.find('\n', pos), value.size());
    requirement_line(value.substr(pos, end - pos), offset + static_cast<uint32_t>(pos), context,
                     out);
    pos = end + 1;
  }
}

void dependency_links(const Document& document, Id id, TextFacts& out) {
  if (!document.is_scalar(id)) return;
  const std::string_view value = document[id].value;
  for (size_t pos = 0; pos < value.size();) {
    const size_t end = std::min(value.find('\n', pos), value.size());
    const std::string_view link = trim(value.substr(pos, end - pos));
    if (!link.empty() && link[0] != '#') {
      const auto begin =
          document[id].value_span.begin + static_cast<uint32_t>(link.data() - value.data());
      out.indexes.push_back({"dependency_links",
                             std::string(link),
                             {begin, begin + static_cast<uint32_t>(link.size())}});
    }
    pos = end + 1;
  }
}

}  // namespace

void lower_setup_cfg(const SourceFile& file, TextFacts& out) {
  const Document document = document::read_ini(file.text);
  for (Id section : children(document, document.root())) {
    const std::string_view name = document[section].key;
    if (name == "metadata") {
      out.distribution = document.text(section, "name");
    } else if (name == "options.extras_require") {
      for (Id group : children(document, section)) {
        requirement_lines(document, group, group_context(document[group].key), out);
      }
    } else if (name == "options") {
      read_python_requires(document, section, "python_requires", out);
      for (Id entry : children(document, section)) {
        const std::string_view key = document[entry].key;
        if (key == "install_requires") requirement_lines(document, entry, {}, out);
        if (key == "setup_requires") {
          requirement_lines(document, entry, {RequirementSource::kBuild, ""}, out);
        }
        if (key == "tests_require") {
          requirement_lines(document, entry, {RequirementSource::kDevelopment, "tests"}, out);
        }
        if (key == "dependency_links") dependency_links(document, entry, out);
      }
    }
  }
  report_problems(document, out);
}

}  // namespace npuport::manifest
