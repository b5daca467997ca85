#include "assess/target_asks.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "assess/report.h"
#include "detect/packages.h"
#include "facts/python_nodes.h"

namespace npuport {
namespace {

constexpr int kImageRank = 5;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "2.5.1" of "2.5.1-cuda12.4"; "" when the text does not begin with a version of two parts.
std::string leading_version(std::string_view text) {
  size_t end = 0;
  while (end < text.size() && (is_digit(text[end]) || text[end] == '.')) ++end;
  std::string_view version = text.substr(0, end);
  while (version.ends_with('.')) version.remove_suffix(1);
  const bool whole = end == text.size() || text[end] == '-' || text[end] == '_';
  return whole && version.find('.') != std::string_view::npos && is_digit(version.front())
             ? std::string(version)
             : "";
}

// The chip part of the tag of an Ascend image.
std::string_view soc_of(std::string_view part) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kChips = {
      {{"910b", "A2"},
       {"a2", "A2"},
       {"a3", "A3"},
       {"310p", "310P"},
       {"950", "950"},
       {"a5", "950"}}};
  for (const auto& [chip, soc] : kChips) {
    if (part == chip) return soc;
  }
  return {};
}

int python_rank(FileKind kind) {
  switch (kind) {
    case FileKind::kPyproject:
    case FileKind::kSetupCfg:
    case FileKind::kPipfile:
    case FileKind::kConda:
      return binding_rank(RequirementSource::kRequirement);
    case FileKind::kLockFile:
      return binding_rank(RequirementSource::kLocked);
    default:
      return binding_rank(RequirementSource::kCommand);
  }
}

// "=${PYTHON_VERSION}", "==" and "!=2.0" ask for no version.
bool asks_for_version(std::string_view specifier) {
  const std::optional<VersionBound> bound = VersionBound::parse(specifier);
  return bound && bound->anchor() != nullptr;
}

// Keeps the ask that binds most.
class Best {
 public:
  void offer(const Project& project, FileId file, int rank, std::string_view text, Span span) {
    if (text.empty()) return;
    const SourceFile& source = project.file(file);
    const auto depth = std::count(source.path.begin(), source.path.end(), '/');
    const Key key = {is_aside(source.tags), rank, depth, source.path, span.begin};
    if (ask_ && !(key < key_)) return;
    key_ = key;
    ask_ = PlacedAsk{std::string(text), file, span};
  }
  std::optional<PlacedAsk> take() { return std::move(ask_); }

 private:
  using Key = std::tuple<bool, int, int64_t, std::string, uint32_t>;
  Key key_;
  std::optional<PlacedAsk> ask_;
};

class AskCollector {
 public:
  explicit AskCollector(const Project& project) : project_(project) {}

  ProjectAsks run() {
    for (const DeclaredPackage& package : declared_packages(project_)) {
      const Requirement& r = package.requirement;
      const std::string name = distribution_name(r);
      const int rank = binding_rank(r.source);
      if (name == "torch" || (r.conda && name == "pytorch")) {
        offer(torch_, package.file, rank, r.specifier, r.span);
      } else if (name == "python") {
        offer(python_, package.file, rank, r.specifier, r.span);
      }
    }
    for (FileId id = 0; id < project_.file_count(); ++id) {
      if (project_.file(id).tags & kTagVendored) continue;
      const TextFacts& text = project_.facts(id).text;
      offer(python_, id, python_rank(project_.file(id).kind), text.python_requires,
            text.python_span);
      for (const ImageReference& image : text.images) add_image(id, image);
      if (project_.file(id).path.ends_with("setup.py")) add_setup(id);
    }
    return {torch_.take(), python_.take(), cann_.take(), soc_.take()};
  }

 private:
  void offer(Best& best, FileId id, int rank, std::string_view specifier, Span span) {
    if (asks_for_version(specifier)) best.offer(project_, id, rank, specifier, span);
  }

  void add_image(FileId id, const ImageReference& image) {
    const TargetAsks asks = asks_of_image(image.image);
    offer(torch_, id, kImageRank, asks.torch, image.span);
    offer(python_, id, kImageRank, asks.python, image.span);
    cann_.offer(project_, id, kImageRank, asks.cann, image.span);
    soc_.offer(project_, id, kImageRank, asks.soc, image.span);
  }

  // setup(python_requires=">=3.8")
  void add_setup(FileId id) {
    const PythonFacts& facts = project_.python(id);
    for (NodeId node = 0; node < facts.nodes.size(); ++node) {
      const Node& n = facts.nodes[node];
      if (n.kind != NodeKind::kKeyword || project_.spelling(n.name) != "python_requires") continue;
      for (const Value& value : project_.evaluate(id, node - 1)) {
        if (value.kind != Value::Kind::kString || value.open_ended) continue;
        offer(python_, id, 0, value.text, project_.span(id, node - 1));
      }
    }
  }

  const Project& project_;
  Best torch_, python_, cann_, soc_;
};

}  // namespace

TargetAsks ProjectAsks::values() const {
  const auto text = [](const std::optional<PlacedAsk>& ask) { return ask ? ask->text : ""; };
  return {text(torch), text(python), text(cann), text(soc)};
}

ProjectAsks collect_asks(const Project& project) { return AskCollector(project).run(); }

TargetAsks asks_of_image(std::string_view image) {
  TargetAsks asks;
  image = image.substr(0, image.find('@'));
  const size_t slash = image.rfind('/');
  const size_t name_begin = slash == std::string_view::npos ? 0 : slash + 1;
  const size_t colon = image.find(':', name_begin);
  if (colon == std::string_view::npos) return asks;
  const std::string_view name = image.substr(name_begin, colon - name_begin);
  const std::string_view repository = image.substr(0, colon);
  std::string_view tag = image.substr(colon + 1);
  const std::string version = leading_version(tag);
  if (repository == "pytorch/pytorch" || repository.ends_with("/pytorch/pytorch")) {
    if (!version.empty()) asks.torch = "==" + version;
  } else if (repository == "python" || repository.ends_with("library/python")) {
    if (!version.empty()) asks.python = "==" + version;
  } else if (name == "cann" && repository.find("ascend") != std::string_view::npos) {
    // <version>-<chip>-<system>-py<version>; versions such as 8.3.rc1 keep their suffix
    const std::string_view first = tag.substr(0, tag.find('-'));
    if (Version::parse(first)) asks.cann = std::string(first);
    while (!tag.empty()) {
      const size_t dash = tag.find('-');
      const std::string_view part = tag.substr(0, dash);
      if (const std::string_view soc = soc_of(part); !soc.empty()) asks.soc = soc;
      if (part.starts_with("py") && !leading_version(part.substr(2)).empty()) {
        asks.python = "==" + leading_version(part.substr(2));
      }
      tag = dash == std::string_view::npos ? std::string_view() : tag.substr(dash + 1);
    }
  }
  return asks;
}

}  // namespace npuport
