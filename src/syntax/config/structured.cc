// YAML, JSON, TOML and INI trees: settings, and the parts of them that are environment, images,
// commands.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "syntax/config/lowering.h"
#include "syntax/shell/shell.h"

namespace npuport::config {
namespace {

using document::children;
using document::Document;
using document::Id;
using document::kNoNode;
using document::Node;
using document::Style;
using document::Type;

constexpr size_t kMaxSettings = 20'000;

// What kind of system reads the file; decides what "image", "env" and "command" mean in it.
enum class Flavor : uint8_t {
  kGeneric,
  kWorkflow,
  kCompose,
  kKubernetes,
  kPipeline,
  kDevcontainer
};

template <size_t N>
bool one_of(std::string_view text, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), text) != names.end();
}

Flavor flavor_of(std::string_view path, const Document& document) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  if (name == "devcontainer.json") return Flavor::kDevcontainer;
  if (name.find("gitlab-ci") != std::string_view::npos || name.starts_with("azure-pipelines") ||
      path.find(".circleci/") != std::string_view::npos || name == ".travis.yml") {
    return Flavor::kPipeline;
  }
  if (path.find(".github/workflows/") != std::string_view::npos) return Flavor::kWorkflow;
  for (Id root : children(document, 0)) {
    if (document.find(root, "apiVersion") != kNoNode && document.find(root, "kind") != kNoNode) {
      return Flavor::kKubernetes;
    }
    const bool has_steps = document.find(root, {"runs", "steps"}) != kNoNode;
    if (has_steps ||
        (document.find(root, "jobs") != kNoNode && document.find(root, "on") != kNoNode)) {
      return Flavor::kWorkflow;
    }
    const Id services = document.find(root, "services");
    if (services != kNoNode && document[services].type == Type::kMap) return Flavor::kCompose;
  }
  return Flavor::kGeneric;
}

bool is_variable_name(std::string_view text) {
  if (text.empty() || (text[0] >= '0' && text[0] <= '9')) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

ValueKind value_kind(Type type) {
  switch (type) {
    case Type::kNumber:
      return ValueKind::kNumber;
    case Type::kBoolean:
      return ValueKind::kBoolean;
    case Type::kNull:
      return ValueKind::kNull;
    case Type::kMap:
    case Type::kSequence:
      return ValueKind::kContainer;
    default:
      return ValueKind::kString;
  }
}

class StructuredLowering {
 public:
  StructuredLowering(const SourceFile& file, const Document& document, TextFacts& out)
      : text_(file.text), document_(document), out_(out), flavor_(flavor_of(file.path, document)) {}

  void run() {
    for (Id root : children(document_, 0)) value(root, Span{});
    if (dropped_) {
      out_.problems.push_back({dropped_at_, "more settings than the limit; the rest was not read"});
    }
  }

 private:
  // `key_span`: of the nearest key above.
  void value(Id id, Span key_span) {
    const Node& node = document_[id];
    if (node.type == Type::kMap && node.child != kNoNode) {
      map(id);
    } else if (node.type == Type::kSequence && node.child != kNoNode) {
      const size_t size = path_.size();
      size_t index = 0;
      for (Id item : children(document_, id)) {
        path_ += '[';
        path_ += std::to_string(index++);
        path_ += ']';
        value(item, key_span);
        path_.resize(size);
      }
    } else {
      setting(node, key_span);
    }
  }

  void map(Id id) {
    const Id command = command_list(id);
    const size_t size = path_.size();
    for (Id entry : children(document_, id)) {
      const Node& node = document_[entry];
      if (entry == command || (command != kNoNode && node.key == "args")) continue;
      if (environment(entry) || image(entry) || script(entry)) continue;
      if (size > 0) path_ += '.';
      path_ += node.key;
      value(entry, node.key_span);
      path_.resize(size);
    }
  }

  void setting(const Node& node, Span key_span) {
    if (node.type == Type::kAlias) return;
    if (out_.settings.size() >= kMaxSettings) {
      if (!dropped_) dropped_at_ = node.value_span.begin;
      dropped_ = true;
      return;
    }
    const bool container = node.type == Type::kMap || node.type == Type::kSequence;
    out_.settings.push_back({path_, container ? std::string() : std::string(node.value),
                             value_kind(node.type), key_span, node.value_span});
  }

  // ---- environment

  bool environment(Id entry) {
    static constexpr std::array<std::string_view, 9> kKeys = {
        "env",       "environment", "variables",
        "env_vars",  "envs",        "containerEnv",
        "remoteEnv", "build_args",  "environment_variables"};
    const Node& node = document_[entry];
    if (!one_of(node.key, kKeys) || node.child == kNoNode) return false;
    if (node.type == Type::kMap) return environment_map(entry);
    return node.type == Type::kSequence && environment_list(entry);
  }

  bool environment_map(Id map) {
    for (Id entry : children(document_, map)) {
      const Node& node = document_[entry];
      if (!document_.is_scalar(entry) && node.type != Type::kNull) return false;
      if (flavor_ == Flavor::kGeneric && !is_variable_name(node.key)) return false;
    }
    for (Id entry : children(document_, map)) {
      const Node& node = document_[entry];
      if (node.type == Type::kAlias) continue;
      out_.environment.push_back(
          {std::string(node.key),
           std::string(node.value),
           node.key_span,
           {node.key_span.begin, std::max(node.key_span.end, node.value_span.end)}});
    }
    return true;
  }

  // "- NAME=value" of compose, "- name: NAME, value: x" of Kubernetes.
  bool environment_list(Id list) {
    for (Id item : children(document_, list)) {
      const Node& node = document_[item];
      const bool pair = node.type == Type::kMap && document_.find(item, "name") != kNoNode;
      const size_t equals = node.value.find('=');
      const bool assignment =
          node.type == Type::kString && is_variable_name(node.value.substr(0, equals));
      if (!pair && !assignment) return false;
    }
    for (Id item : children(document_, list)) {
      const Node& node = document_[item];
      if (node.type == Type::kMap) {
        const Node& name = document_[document_.find(item, "name")];
        const Id id = document_.find(item, "value");
        if (!document_.is_scalar(id)) continue;
        const Node& assigned = document_[id];
        out_.environment.push_back({std::string(name.value),
                                    std::string(assigned.value),
                                    name.value_span,
                                    {std::min(name.value_span.begin, assigned.value_span.begin),
                                     std::max(name.value_span.end, assigned.value_span.end)}});
        continue;
      }
      const size_t equals = node.value.find('=');
      if (equals == std::string_view::npos) continue;
      const uint32_t begin = node.value_span.begin;
      out_.environment.push_back({std::string(node.value.substr(0, equals)),
                                  std::string(node.value.substr(equals + 1)),
                                  {begin, begin + static_cast<uint32_t>(equals)},
                                  node.value_span});
    }
    return true;
  }

  // ---- images

  bool image(Id entry) {
    static constexpr std::array<std::string_view, 8> kKeys = {
        "image",      "container",       "image_id", "docker_image",
        "base_image", "container_image", "docker",   "baseImage"};
    const Node& node = document_[entry];
    if (!one_of(node.key, kKeys)) return false;
    if (node.type == Type::kMap) return chart_image(entry);
    if (node.type != Type::kString) return false;
    const bool certain = (node.key == "image" && flavor_ != Flavor::kGeneric) ||
                         (node.key == "container" && flavor_ == Flavor::kWorkflow);
    if (!certain && !looks_like_image(node.value)) return false;
    std::string_view name = node.value;
    Span span = node.value_span;
    for (std::string_view prefix : {"docker://", "docker:"}) {
      if (!name.starts_with(prefix)) continue;
      name.remove_prefix(prefix.size());
      span.begin += static_cast<uint32_t>(prefix.size());
      break;
    }
    out_.images.push_back({std::string(name), span});
    return true;
  }

  // Helm values: image: { repository: nvcr.io/nvidia/pytorch, tag: 24.05-py3 }
  bool chart_image(Id map) {
    const Id repository = document_.find(map, "repository");
    if (!document_.is_scalar(repository)) return false;
    std::string name(document_[repository].value);
    const std::string_view tag = document_.text(map, "tag");
    if (!tag.empty()) name.append(":").append(tag);
    out_.images.push_back({std::move(name), document_[repository].value_span});
    return false;  // its entries stay settings
  }

  // ---- commands

  bool script(Id entry) {
    const Node& node = document_[entry];
    if (!is_script_key(node)) return false;
    if (node.type == Type::kSequence) {
      bool all_text = true;
      for (Id item : children(document_, entry)) all_text &= document_.is_scalar(item);
      if (!all_text || flavor_ != Flavor::kPipeline) return false;
      for (Id item : children(document_, entry)) shell_text(document_[item]);
      return node.child != kNoNode;
    }
    if (node.type != Type::kString) return false;
    shell_text(node);
    return true;
  }

  bool is_script_key(const Node& node) const {
    static constexpr std::array<std::string_view, 2> kWorkflow = {"run", "postCreateCommand"};
    static constexpr std::array<std::string_view, 10> kPipeline = {
        "run",     "script",         "before_script", "after_script", "bash",
        "command", "before_install", "install",       "inlineScript", "after_success"};
    static constexpr std::array<std::string_view, 4> kCompose = {"command", "entrypoint", "args",
                                                                 "test"};
    static constexpr std::array<std::string_view, 9> kBlocks = {
        "run", "setup",      "script",         "command", "commands",
        "cmd", "entrypoint", "initialization", "bash"};
    const std::string_view key = node.key;
    switch (flavor_) {
      case Flavor::kWorkflow:
        return one_of(key, kWorkflow);
      case Flavor::kPipeline:
        return one_of(key, kPipeline);
      case Flavor::kCompose:
      case Flavor::kKubernetes:
        return one_of(key, kCompose);
      case Flavor::kDevcontainer:
        return key.ends_with("Command") && key != "updateContentCommand";
      case Flavor::kGeneric:
        break;
    }
    const bool block = node.style == Style::kLiteral || node.style == Style::kFolded;
    return block && one_of(key, kBlocks);
  }

  void shell_text(const Node& node) {
    ShellDialect dialect;
    dialect.fold_newlines = node.style != Style::kLiteral;
    const Span span = node.value_span;
    if (span.end > text_.size()) return;
    lower_shell_text(text_.substr(span.begin, span.end - span.begin), span.begin, out_, dialect);
  }

  // command: [bash, -c], args: ["..."] is one command. Returns the entry that was taken.
  Id command_list(Id map) {
    if (flavor_ != Flavor::kCompose && flavor_ != Flavor::kKubernetes) return kNoNode;
    for (std::string_view key : {"command", "entrypoint", "args"}) {
      const Id list = document_.find(map, key);
      if (list == kNoNode || document_[list].type != Type::kSequence) continue;
      Command command;
      append_words(list, command);
      const Id arguments = document_.find(map, "args");
      if (key == "command" && arguments != kNoNode &&
          document_[arguments].type == Type::kSequence) {
        append_words(arguments, command);
      }
      if (command.words.empty()) continue;
      command.span = {command.words.front().span.begin, command.words.back().span.end};
      add_command(std::move(command), text_, out_);
      return list;
    }
    return kNoNode;
  }

  void append_words(Id list, Command& command) {
    for (Id item : children(document_, list)) {
      if (document_.is_scalar(item)) command.words.push_back(word_of(document_[item]));
    }
  }

  std::string_view text_;
  const Document& document_;
  TextFacts& out_;
  Flavor flavor_;
  std::string path_;
  bool dropped_ = false;
  uint32_t dropped_at_ = 0;
};

}  // namespace

Word word_of(const Node& node, uint32_t shift) {
  Word word;
  word.text = node.value;
  word.span = {node.value_span.begin + shift, node.value_span.end + shift};
  const bool literal = node.value_span.end - node.value_span.begin == node.value.size();
  if (node.style == Style::kQuoted) {
    word.span = {word.span.begin - 1, word.span.end + 1};
    word.quoted = literal;
  }
  return word;
}

bool looks_like_image(std::string_view text) {
  for (std::string_view prefix : {"docker://", "docker:", "nvcr.io/", "nvidia/", "quay.io/",
                                  "ghcr.io/", "docker.io/", "pytorch/pytorch", "rapidsai/"}) {
    if (text.starts_with(prefix) && text.find(' ') == std::string_view::npos) return true;
  }
  // owner/name:tag, no scheme, no file suffix
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 >= text.size()) return false;
  if (text.find_first_of(" \t\n\"'{}()[],;=") != std::string_view::npos) return false;
  const std::string_view name = text.substr(0, colon);
  if (name.find('/') == std::string_view::npos || text.find("://") != std::string_view::npos)
    return false;
  return text[0] != '/' && text[0] != '.' && text.find('/', colon) == std::string_view::npos;
}

void lower_structured(const SourceFile& file, const Document& document, TextFacts& out) {
  StructuredLowering(file, document, out).run();
  out.problems.insert(out.problems.end(), document.problems().begin(), document.problems().end());
}

void lower_environment_file(const Document& document, TextFacts& out) {
  for (Id entry : children(document, document.root())) {
    const Node& node = document[entry];
    if (node.type == Type::kMap) continue;
    out.environment.push_back(
        {std::string(node.key),
         std::string(node.value),
         node.key_span,
         {node.key_span.begin, std::max(node.key_span.end, node.value_span.end)}});
  }
}

}  // namespace npuport::config
