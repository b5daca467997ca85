#include "source/kind.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace npuport {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  return result;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

template <size_t N>
bool is_one_of(std::string_view text, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), text) != names.end();
}

constexpr auto kKindOfExtension = std::to_array<std::pair<std::string_view, FileKind>>({
    {"py", FileKind::kPython},
    {"pyi", FileKind::kPython},
    {"pyw", FileKind::kPython},
    {"ipynb", FileKind::kNotebook},
    {"toml", FileKind::kToml},
    {"yaml", FileKind::kYaml},
    {"yml", FileKind::kYaml},
    {"json", FileKind::kJson},
    {"ini", FileKind::kIni},
    {"cfg", FileKind::kIni},
    {"md", FileKind::kMarkdown},
    {"markdown", FileKind::kMarkdown},
    {"sh", FileKind::kShell},
    {"bash", FileKind::kShell},
    {"zsh", FileKind::kShell},
    {"ksh", FileKind::kShell},
    {"env", FileKind::kShell},
    {"slurm", FileKind::kShell},
    {"sbatch", FileKind::kShell},
    {"pbs", FileKind::kShell},
    {"lsf", FileKind::kShell},
    {"qsub", FileKind::kShell},
    {"mk", FileKind::kMakefile},
    {"mak", FileKind::kMakefile},
    {"cmake", FileKind::kCMake},
    {"cu", FileKind::kCuda},
    {"cuh", FileKind::kCuda},
    {"c", FileKind::kCpp},
    {"cc", FileKind::kCpp},
    {"cpp", FileKind::kCpp},
    {"cxx", FileKind::kCpp},
    {"c++", FileKind::kCpp},
    {"h", FileKind::kCpp},
    {"hh", FileKind::kCpp},
    {"hpp", FileKind::kCpp},
    {"hxx", FileKind::kCpp},
    {"h++", FileKind::kCpp},
    {"inl", FileKind::kCpp},
    {"ipp", FileKind::kCpp},
    {"tpp", FileKind::kCpp},
    {"inc", FileKind::kCpp},
    {"dockerfile", FileKind::kDockerfile},
    {"containerfile", FileKind::kDockerfile},
});

constexpr auto kKindOfName = std::to_array<std::pair<std::string_view, FileKind>>({
    {"pyproject.toml", FileKind::kPyproject},
    {"setup.cfg", FileKind::kSetupCfg},
    {"pipfile", FileKind::kPipfile},
    {"pipfile.lock", FileKind::kLockFile},
    {"poetry.lock", FileKind::kLockFile},
    {"uv.lock", FileKind::kLockFile},
    {"pdm.lock", FileKind::kLockFile},
    {"pylock.toml", FileKind::kLockFile},
    {"conda-lock.yml", FileKind::kLockFile},
    {"conda-lock.yaml", FileKind::kLockFile},
    {"cmakelists.txt", FileKind::kCMake},
    {"makefile", FileKind::kMakefile},
    {"gnumakefile", FileKind::kMakefile},
    {"dockerfile", FileKind::kDockerfile},
    {"containerfile", FileKind::kDockerfile},
    {".env", FileKind::kShell},
    {".envrc", FileKind::kShell},
    {".bashrc", FileKind::kShell},
    {".bash_profile", FileKind::kShell},
    {".profile", FileKind::kShell},
    {"package-lock.json", FileKind::kOther},
    {"npm-shrinkwrap.json", FileKind::kOther},
    {"manifest.in", FileKind::kOther},
});

// Lists of requirements that pip reads are recognised by name or by the folder they lie in.
bool names_requirements(std::string_view stem) {
  return contains(stem, "requirement") || stem.starts_with("constraint");
}

bool is_requirements_folder(std::string_view name) {
  constexpr std::array<std::string_view, 5> kFolders = {"requirements", "requirement", "reqs",
                                                        "constraints", "pip-requirements"};
  return is_one_of(name, kFolders);
}

std::string_view parent_name(std::string_view path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return {};
  path = path.substr(0, slash);
  return path.substr(path.rfind('/') + 1);
}

std::string_view extension_of(std::string_view name) {
  const size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view() : name.substr(dot + 1);
}

FileKind kind_of_extension(std::string_view extension) {
  for (const auto& [known, kind] : kKindOfExtension) {
    if (known == extension) return kind;
  }
  return FileKind::kOther;
}

// Dockerfile.gpu, Dockerfile-cuda, Makefile.am: the extension names a variant, unless it is one of
// its own (Dockerfile.md, Makefile.py).
FileKind kind_of_variant(std::string_view name) {
  constexpr auto kFamilies = std::to_array<std::pair<std::string_view, FileKind>>({
      {"dockerfile", FileKind::kDockerfile},
      {"containerfile", FileKind::kDockerfile},
      {"makefile", FileKind::kMakefile},
  });
  for (const auto& [family, kind] : kFamilies) {
    if (!name.starts_with(family) || name.size() == family.size()) continue;
    if (!contains("._-", name.substr(family.size(), 1))) continue;
    const std::string_view extension = extension_of(name);
    const bool other = kind_of_extension(extension) != FileKind::kOther || extension == "rst" ||
                       extension == "dockerignore";
    if (!other) return kind;
  }
  return FileKind::kOther;
}

// The value of `key:` at the start of a line is present in a YAML text.
bool has_top_level_key(std::string_view text, std::string_view key) {
  for (size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    const bool line_start = at == 0 || text[at - 1] == '\n';
    if (line_start && text.substr(at + key.size()).starts_with(':')) return true;
  }
  return false;
}

bool is_conda_environment(std::string_view path, std::string_view text) {
  if (!has_top_level_key(text, "dependencies")) return false;
  if (has_top_level_key(text, "channels")) return true;
  const std::string name = lower(path.substr(path.rfind('/') + 1));
  const bool named = contains(name, "env") || contains(name, "conda");
  return named && has_top_level_key(text, "name");
}

// Every line is a requirement, an option or a comment.
bool reads_as_requirements(std::string_view text) {
  constexpr int kLinesToSee = 40;
  int seen = 0;
  for (size_t begin = 0; begin < text.size() && seen < kLinesToSee;) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    ++seen;
    if (line.starts_with("-r ") || line.starts_with("-c ") || line.starts_with("-e ") ||
        line.starts_with("--")) {
      continue;
    }
    constexpr std::string_view kNameBytes =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    const size_t name_end = std::min(line.find_first_not_of(kNameBytes), line.size());
    const size_t next = line.find_first_not_of(' ', name_end);
    const bool named = name_end > 0;
    if (!named ||
        (next != std::string_view::npos && !contains("[=<>!~@;#", line.substr(next, 1)))) {
      return false;
    }
  }
  return seen > 0;
}

}  // namespace

std::string_view to_string(FileKind kind) {
  switch (kind) {
    case FileKind::kPython:
      return "python";
    case FileKind::kNotebook:
      return "notebook";
    case FileKind::kRequirements:
      return "requirements";
    case FileKind::kPyproject:
      return "pyproject";
    case FileKind::kSetupCfg:
      return "setup.cfg";
    case FileKind::kPipfile:
      return "pipfile";
    case FileKind::kLockFile:
      return "lock file";
    case FileKind::kConda:
      return "conda";
    case FileKind::kMetadata:
      return "package metadata";
    case FileKind::kYaml:
      return "yaml";
    case FileKind::kJson:
      return "json";
    case FileKind::kToml:
      return "toml";
    case FileKind::kIni:
      return "ini";
    case FileKind::kShell:
      return "shell";
    case FileKind::kDockerfile:
      return "dockerfile";
    case FileKind::kCMake:
      return "cmake";
    case FileKind::kMakefile:
      return "makefile";
    case FileKind::kCpp:
      return "cpp";
    case FileKind::kCuda:
      return "cuda";
    case FileKind::kMarkdown:
      return "markdown";
    case FileKind::kOther:
      return "other";
  }
  return "other";
}

KindGuess kind_of_path(std::string_view path) {
  const std::string name = lower(path.substr(path.rfind('/') + 1));
  for (const auto& [known, kind] : kKindOfName) {
    if (known == name) return {kind, false};
  }
  const std::string_view extension = extension_of(name);
  if (extension == "txt" || extension == "in") {
    const std::string_view stem =
        std::string_view(name).substr(0, name.size() - extension.size() - 1);
    if (names_requirements(stem) || is_requirements_folder(lower(parent_name(path)))) {
      return {FileKind::kRequirements, false};
    }
    if (const FileKind variant = kind_of_variant(name); variant != FileKind::kOther) {
      return {variant, false};
    }
    return {FileKind::kOther, extension == "in" && !contains(stem, ".")};
  }
  if (contains(name, ".cu.")) return {FileKind::kCuda, false};  // kernel.cu.cc, kernel.cu.h
  if (const FileKind kind = kind_of_extension(extension); kind != FileKind::kOther) {
    return {kind, false};
  }
  if (const FileKind variant = kind_of_variant(name); variant != FileKind::kOther) {
    return {variant, false};
  }
  return {FileKind::kOther, extension.empty()};
}

FileKind kind_of_shebang(std::string_view head) {
  if (!head.starts_with("#!")) return FileKind::kOther;
  std::string_view line = head.substr(2, std::min(head.find_first_of("\r\n"), head.size()) - 2);
  // The interpreter is the last part of the first word that is neither env, an option nor
  // NAME=value.
  while (!line.empty()) {
    const size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos) break;
    line.remove_prefix(begin);
    const size_t end = std::min(line.find_first_of(" \t"), line.size());
    std::string_view word = line.substr(0, end);
    line.remove_prefix(end);
    word = word.substr(word.rfind('/') + 1);
    if (word == "env" || word.starts_with('-') || contains(word, "=")) continue;
    if (word.starts_with("python") || word.starts_with("pypy")) return FileKind::kPython;
    constexpr std::array<std::string_view, 6> kShells = {"sh", "bash", "zsh", "ksh", "dash", "ash"};
    return is_one_of(word, kShells) ? FileKind::kShell : FileKind::kOther;
  }
  return FileKind::kOther;
}

FileKind refine_kind(KindGuess guess, std::string_view path, std::string_view text) {
  if (guess.kind == FileKind::kYaml && is_conda_environment(path, text)) return FileKind::kConda;
  if (!guess.look_inside) return guess.kind;
  if (path.ends_with(".in") || path.ends_with(".IN")) {
    return reads_as_requirements(text) ? FileKind::kRequirements : FileKind::kOther;
  }
  return kind_of_shebang(text);
}

uint64_t size_limit(FileKind kind, uint64_t otherwise) {
  switch (kind) {
    case FileKind::kJson:
      return std::min(kMaxJsonBytes, otherwise);
    case FileKind::kYaml:
    case FileKind::kToml:
    case FileKind::kIni:
      return std::min(kMaxConfigBytes, otherwise);
    default:
      return otherwise;
  }
}

}  // namespace npuport
