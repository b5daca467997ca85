// pyproject.toml: PEP 621, 518, 735, and the tables of poetry, uv, pdm, hatch, flit, setuptools,
// pixi.
#include "syntax/manifest/lowering.h"
#include "syntax/manifest/text.h"

namespace npuport::manifest {
namespace {

using document::children;
using document::Document;
using document::Id;
using document::Type;

class PyprojectLowering {
 public:
  PyprojectLowering(const Document& document, TextFacts& out)
      : document_(document), out_(out), root_(document.root()) {}

  void run() {
    project();
    const Id tool = document_.find(root_, "tool");
    poetry(document_.find(tool, "poetry"));
    uv(document_.find(tool, "uv"));
    pdm(document_.find(tool, "pdm"));
    hatch(document_.find(tool, "hatch"));
    flit(document_.find(tool, {"flit", "metadata"}));
    pixi(document_.find(tool, "pixi"));
    setuptools(document_.find(tool, {"setuptools", "dynamic"}));
  }

 private:
  void project() {
    const Id project = document_.find(root_, "project");
    out_.distribution = document_.text(project, "name");
    read_python_requires(document_, project, "requires-python", out_);
    add_requirement_list(document_, document_.find(project, "dependencies"), {}, out_);
    groups(document_.find(project, "optional-dependencies"));
    add_requirement_list(document_, document_.find(root_, {"build-system", "requires"}),
                         {RequirementSource::kBuild, ""}, out_);
    for (Id group : children(document_, document_.find(root_, "dependency-groups"))) {
      add_requirement_list(document_, group, development(document_[group].key), out_);
    }
  }

  static Context development(std::string_view group) {
    return {RequirementSource::kDevelopment, std::string(group)};
  }

  // name = [requirements]
  void groups(Id table) {
    for (Id group : children(document_, table)) {
      add_requirement_list(document_, group, group_context(document_[group].key), out_);
    }
  }

  void table(Id table, const Context& context, bool conda = false) {
    for (Id entry : children(document_, table)) {
      add_table_entry(document_, entry, context, conda, out_);
    }
  }

  void index(Id id, std::string_view option) {
    if (!document_.is_scalar(id) || document_[id].value.empty()) return;
    out_.indexes.push_back(
        {std::string(option), std::string(document_[id].value), document_[id].value_span});
  }

  void index_or_list(Id id, std::string_view option) {
    index(id, option);
    for (Id item : children(document_, id)) index(item, option);
  }

  // [[...]] tables with a url
  void sources(Id array) {
    for (Id source : children(document_, array)) index(document_.find(source, "url"), "source");
  }

  void poetry(Id poetry) {
    if (out_.distribution.empty()) out_.distribution = document_.text(poetry, "name");
    table(document_.find(poetry, "dependencies"), {});
    table(document_.find(poetry, "dev-dependencies"), development("dev"));
    for (Id group : children(document_, document_.find(poetry, "group"))) {
      const Context context = group_context(document_[group].key);
      table(document_.find(group, "dependencies"), context);
    }
    sources(document_.find(poetry, "source"));
  }

  void uv(Id uv) {
    add_requirement_list(document_, document_.find(uv, "dev-dependencies"), development("dev"),
                         out_);
    for (std::string_view key : {"constraint-dependencies", "override-dependencies"}) {
      add_requirement_list(document_, document_.find(uv, key), {RequirementSource::kConstraint, ""},
                           out_);
    }
    sources(document_.find(uv, "index"));
    for (Id owner : {uv, document_.find(uv, "pip")}) {
      for (std::string_view key : {"index-url", "extra-index-url", "find-links", "torch-backend"}) {
        index_or_list(document_.find(owner, key), "--" + std::string(key));
      }
    }
    for (Id source : children(document_, document_.find(uv, "sources"))) uv_source(source);
  }

  // torch = { git = "..." } completes the requirement of that name.
  void uv_source(Id source) {
    std::string url;
    for (std::string_view key : {"git", "url", "path"}) {
      if (url.empty()) url = document_.text(source, key);
    }
    if (url.empty()) return;
    const std::string name = normalize_name(document_[source].key);
    for (Requirement& requirement : out_.requirements) {
      if (requirement.normalized != name || !requirement.url.empty()) continue;
      requirement.url = url;
      requirement.editable = document_.text(source, "editable") == "true";
    }
  }

  void pdm(Id pdm) {
    for (Id group : children(document_, document_.find(pdm, "dev-dependencies"))) {
      add_requirement_list(document_, group, development(document_[group].key), out_);
    }
    sources(document_.find(pdm, "source"));
  }

  void hatch(Id hatch) {
    for (Id environment : children(document_, document_.find(hatch, "envs"))) {
      const Context context = development(document_[environment].key);
      for (std::string_view key : {"dependencies", "extra-dependencies"}) {
        add_requirement_list(document_, document_.find(environment, key), context, out_);
      }
    }
    for (std::string_view key : {"dependencies", "require-runtime-dependencies"}) {
      add_requirement_list(document_, document_.find(hatch, {"build", key}),
                           {RequirementSource::kBuild, ""}, out_);
    }
  }

  void flit(Id metadata) {
    add_requirement_list(document_, document_.find(metadata, "requires"), {}, out_);
    groups(document_.find(metadata, "requires-extra"));
  }

  void pixi(Id pixi) {
    pixi_tables(pixi, {});
    for (Id feature : children(document_, document_.find(pixi, "feature"))) {
      pixi_tables(feature, group_context(document_[feature].key));
    }
    for (std::string_view owner : {"project", "workspace"}) {
      index_or_list(document_.find(pixi, {owner, "channels"}), "channel");
    }
  }

  void pixi_tables(Id owner, const Context& context) {
    table(document_.find(owner, "dependencies"), context, true);
    table(document_.find(owner, "pypi-dependencies"), context);
  }

  // dependencies = { file = ["requirements.txt"] }
  void setuptools(Id dynamic) {
    include_files(document_.find(dynamic, {"dependencies", "file"}));
    for (Id group : children(document_, document_.find(dynamic, "optional-dependencies"))) {
      include_files(document_.find(group, "file"));
    }
  }

  void include_files(Id files) {
    if (document_.is_scalar(files)) out_.includes.emplace_back(document_[files].value);
    for (Id file : children(document_, files)) out_.includes.emplace_back(document_[file].value);
  }

  const Document& document_;
  TextFacts& out_;
  Id root_;
};

}  // namespace

void lower_pyproject(const SourceFile& file, TextFacts& out) {
  const Document document = document::read_toml(file.text);
  PyprojectLowering(document, out).run();
  report_problems(document, out);
}

void lower_pipfile(const SourceFile& file, TextFacts& out) {
  const Document document = document::read_toml(file.text);
  for (Id table : children(document, document.root())) {
    const std::string_view name = document[table].key;
    if (name == "source") {
      for (Id source : children(document, table)) {
        const Id url = document.find(source, "url");
        if (!document.is_scalar(url)) continue;
        out.indexes.push_back(
            {"source", std::string(document[url].value), document[url].value_span});
      }
    } else if (name == "requires") {
      read_python_requires(document, table, "python_version", out);
    } else if (name != "scripts" && name != "pipenv" && document[table].type == Type::kMap) {
      Context context;
      if (name == "dev-packages") {
        context = {RequirementSource::kDevelopment, "dev"};
      } else if (name != "packages") {
        context = group_context(name);
      }
      for (Id entry : children(document, table)) {
        add_table_entry(document, entry, context, false, out);
      }
    }
  }
  report_problems(document, out);
}

}  // namespace npuport::manifest
