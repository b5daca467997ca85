// poetry.lock, uv.lock, pdm.lock, pylock.toml, Pipfile.lock, conda-lock.yml, explicit conda lists.
#include <unordered_set>

#include "syntax/manifest/lowering.h"
#include "syntax/manifest/text.h"

namespace npuport::manifest {
namespace {

using document::children;
using document::Document;
using document::Id;

class LockLowering {
 public:
  LockLowering(const Document& document, TextFacts& out) : document_(document), out_(out) {}

  // [[package]] tables and the "package:" list of conda-lock.
  void packages(Id list) {
    for (Id package : children(document_, list)) {
      const Id name = document_.find(package, "name");
      if (!document_.is_scalar(name) || is_own_project(package)) continue;
      Requirement requirement = locked(document_[name].value, document_[name].value_span);
      const Id version = document_.find(package, "version");
      if (document_.is_scalar(version)) set_version(requirement, version);
      requirement.conda = document_.text(package, "manager") == "conda";
      source(package, requirement);
      add(std::move(requirement));
    }
  }

  // Pipfile.lock: { "default": { name: { "version": "==1" } } }
  void pipfile_lock() {
    const Id root = document_.root();
    for (Id source : children(document_, document_.find(root, {"_meta", "sources"}))) {
      index(document_.find(source, "url"), "source");
    }
    for (Id group : children(document_, root)) {
      if (document_[group].key == "_meta") continue;
      for (Id entry : children(document_, group)) {
        Requirement requirement = locked(document_[entry].key, document_[entry].key_span);
        requirement.specifier = document_.text(entry, "version");
        requirement.url = document_.text(entry, "git");
        requirement.group = document_[group].key == "default" ? "" : document_[group].key;
        add(std::move(requirement));
      }
    }
  }

 private:
  static Requirement locked(std::string_view name, Span span) {
    Requirement requirement;
    requirement.name = name;
    requirement.normalized = normalize_name(name);
    requirement.source = RequirementSource::kLocked;
    requirement.span = requirement.name_span = span;
    return requirement;
  }

  void set_version(Requirement& requirement, Id version) {
    requirement.specifier = "==" + std::string(document_[version].value);
    const Span span = document_[version].value_span;
    if (span.begin > requirement.span.end && span.begin - requirement.span.end < 64) {
      requirement.span.end = span.end;
    }
  }

  // uv lists the project itself as a package.
  bool is_own_project(Id package) const {
    const Id source = document_.find(package, "source");
    return document_.is_scalar(document_.find(source, "virtual")) ||
           document_.text(source, "editable") == ".";
  }

  void source(Id package, Requirement& requirement) {
    const Id source = document_.find(package, "source");
    for (std::string_view key : {"git", "url", "path", "directory"}) {
      if (requirement.url.empty()) requirement.url = document_.text(source, key);
    }
    const Id registry = document_.find(source, "registry");
    if (document_.is_scalar(registry)) index(registry, "source");
    if (document_.text(source, "type") == "legacy") index(document_.find(source, "url"), "source");
    requirement.group = document_.text(package, "category");
    if (requirement.group == "main") requirement.group.clear();
  }

  // Once per address: a lock file repeats its index with every package.
  void index(Id url, std::string_view option) {
    if (!document_.is_scalar(url)) return;
    std::string value(document_[url].value);
    if (!seen_.insert(value).second) return;
    out_.indexes.push_back({std::string(option), std::move(value), document_[url].value_span});
  }

  // conda-lock repeats a package for every platform.
  void add(Requirement requirement) {
    const std::string key = requirement.normalized + ' ' + requirement.specifier + '\n';
    if (seen_.insert(key).second) out_.requirements.push_back(std::move(requirement));
  }

  const Document& document_;
  TextFacts& out_;
  std::unordered_set<std::string> seen_;
};

// "https://host/channel/linux-64/pytorch-1.7.1-py38_cuda10.2.tar.bz2#md5"
void explicit_line(std::string_view line, uint32_t offset, TextFacts& out) {
  line = line.substr(0, line.find('#'));
  line = trim(line);
  const size_t slash = line.rfind('/');
  if (slash == std::string_view::npos) return;
  std::string_view file = line.substr(slash + 1);
  for (std::string_view suffix : {".conda", ".tar.bz2"}) {
    if (file.ends_with(suffix)) file.remove_suffix(suffix.size());
  }
  const size_t build = file.rfind('-');
  if (build == std::string_view::npos || build == 0) return;
  const size_t version = file.rfind('-', build - 1);
  if (version == std::string_view::npos) return;
  Requirement requirement;
  requirement.name = file.substr(0, version);
  requirement.normalized = normalize_name(requirement.name);
  requirement.specifier = "=" + std::string(file.substr(version + 1, build - version - 1)) + "=" +
                          std::string(file.substr(build + 1));
  requirement.url = line;
  requirement.conda = true;
  requirement.source = RequirementSource::kLocked;
  const auto begin = offset + static_cast<uint32_t>(slash) + 1;
  requirement.span = {begin, begin + static_cast<uint32_t>(file.size())};
  requirement.name_span = {begin, begin + static_cast<uint32_t>(version)};
  out.requirements.push_back(std::move(requirement));
}

void explicit_list(std::string_view text, TextFacts& out) {
  for (size_t pos = 0; pos < text.size();) {
    const size_t end = std::min(text.find('\n', pos), text.size());
    const std::string_view line = text.substr(pos, end - pos);
    if (line.starts_with("http")) explicit_line(line, static_cast<uint32_t>(pos), out);
    pos = end + 1;
  }
}

}  // namespace

void lower_lock_file(const SourceFile& file, TextFacts& out) {
  const std::string_view text = file.text;
  const std::string_view head = trim(text.substr(0, 4096));
  if (head.find("@EXPLICIT") != std::string_view::npos) return explicit_list(text, out);
  const bool yaml = file.path.ends_with(".yml") || file.path.ends_with(".yaml") ||
                    file.path.ends_with("pixi.lock");
  const Document document = head.starts_with('{') ? document::read_json(text)
                            : yaml                ? document::read_yaml(text)
                                                  : document::read_toml(text);
  LockLowering lowering(document, out);
  if (head.starts_with('{')) {
    lowering.pipfile_lock();
  } else {
    lowering.packages(document.find(document.root(), "package"));
    lowering.packages(document.find(document.root(), "packages"));
  }
  read_python_requires(document, document.root(), "requires-python", out);
  report_problems(document, out);
}

}  // namespace npuport::manifest
