// Install commands of pip, uv, poetry, pdm, pipenv, conda, mamba and pixi.
#include <algorithm>
#include <array>
#include <utility>

#include "syntax/manifest/lowering.h"
#include "syntax/manifest/text.h"
#include "syntax/shell/shell.h"

namespace npuport {
namespace {

using manifest::base_name;

template <size_t N>
bool one_of(std::string_view text, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), text) != names.end();
}

// Options whose value is the next word, beyond those that are facts.
constexpr std::array<std::string_view, 43> kValueOptions = {"-t",
                                                            "--target",
                                                            "--prefix",
                                                            "--root",
                                                            "--python",
                                                            "--python-version",
                                                            "--platform",
                                                            "--implementation",
                                                            "--abi",
                                                            "--no-binary",
                                                            "--only-binary",
                                                            "--progress-bar",
                                                            "--log",
                                                            "--timeout",
                                                            "--default-timeout",
                                                            "--retries",
                                                            "--trusted-host",
                                                            "--cert",
                                                            "--client-cert",
                                                            "--proxy",
                                                            "--cache-dir",
                                                            "--src",
                                                            "--build-option",
                                                            "--global-option",
                                                            "--config-settings",
                                                            "-C",
                                                            "--install-option",
                                                            "--upgrade-strategy",
                                                            "--report",
                                                            "--root-user-action",
                                                            "--exists-action",
                                                            "--index-strategy",
                                                            "--extra",
                                                            "--group",
                                                            "-G",
                                                            "--optional",
                                                            "--subdir",
                                                            "--no-deps-for",
                                                            "-w",
                                                            "--wheel-dir",
                                                            "--keyring-provider",
                                                            "--dest",
                                                            "-d"};
constexpr std::array<std::string_view, 8> kCondaValueOptions = {
    "-n", "--name", "-p", "--prefix", "--solver", "--subdir", "--repodata-fn", "--revision"};

enum class Tool : uint8_t { kNone, kPip, kConda, kProject /* poetry, pdm, pipenv, uv add */ };

struct Installer {
  Tool tool = Tool::kNone;
  size_t arguments = 0;  // index of the first word after the subcommand
};

bool is_python(std::string_view program) {
  if (program == "python" || program == "python3" || program == "py" || program == "$PYTHON" ||
      program == "${PYTHON}" || program == "$(PYTHON)" || program == "{sys.executable}") {
    return true;
  }
  return program.starts_with("python3.") || program.starts_with("python2") ||
         program.starts_with("pypy");
}

bool is_pip(std::string_view program) {
  const std::string lower = manifest::lower_case(program);
  return lower == "pip" || lower == "$pip" || lower == "${pip}" || lower == "$(pip)" ||
         lower == "pip3" || lower == "pip2" || lower.starts_with("pip3.") || lower == "pipx" ||
         lower == "easy_install";
}

// Finds the installer behind sudo, "conda run -n x", "poetry run", "xargs" and their like: the
// first words of a command that name one.
class InstallerFinder {
 public:
  explicit InstallerFinder(const std::vector<Word>& words) : words_(words) {}

  Installer find() const {
    const size_t limit = std::min<size_t>(words_.size(), 12);
    for (size_t i = 0; i < limit; ++i) {
      const Installer found = at(i);
      if (found.tool != Tool::kNone) return found;
      if (i == 0 && !passes_on(base_name(words_[0].text))) return {};
    }
    return {};
  }

 private:
  static bool passes_on(std::string_view program) {
    static constexpr std::array<std::string_view, 24> kWrappers = {
        "sudo",       "time",    "nohup",  "exec",        "command",   "xargs",
        "poetry",     "pdm",     "pipenv", "uv",          "conda",     "mamba",
        "micromamba", "srun",    "yes",    "timeout",     "retry",     "eatmydata",
        "docker",     "kubectl", "podman", "singularity", "apptainer", "rye"};
    return one_of(program, kWrappers) || is_python(program);
  }

  std::string_view word(size_t i) const {
    return i < words_.size() ? std::string_view(words_[i].text) : std::string_view();
  }

  // Index of the subcommand: the first word from `i` that is no option.
  size_t subcommand(size_t i) const {
    while (i < words_.size() && words_[i].text.starts_with('-')) ++i;
    return i;
  }

  Installer at(size_t i) const {
    const std::string_view program = base_name(word(i));
    if (is_python(program)) {
      size_t module = i + 1;
      while (module < words_.size() && word(module) != "-m" && word(module).starts_with('-')) {
        ++module;
      }
      if (word(module) == "-m" && word(module + 1) == "pip") return pip(module + 2);
      if (word(module) == "-m" && word(module + 1) == "uv") return uv(module + 2);
      return {};
    }
    if (program == "easy_install") return {Tool::kPip, i + 1};
    if (is_pip(program)) return pip(i + 1);
    if (program == "uv" || program == "uvx" || program == "rye") return uv(i + 1);
    if (program == "conda" || program == "mamba" || program == "micromamba") return conda(i + 1);
    if (program == "poetry" || program == "pdm" || program == "hatch") {
      return word(subcommand(i + 1)) == "add" ? Installer{Tool::kProject, subcommand(i + 1) + 1}
                                              : Installer{};
    }
    if (program == "pipenv") {
      return word(subcommand(i + 1)) == "install" ? Installer{Tool::kProject, subcommand(i + 1) + 1}
                                                  : Installer{};
    }
    if (program == "pixi" && word(subcommand(i + 1)) == "add") {
      return {Tool::kConda, subcommand(i + 1) + 1};
    }
    return {};
  }

  Installer pip(size_t i) const {
    i = subcommand(i);
    const std::string_view name = word(i);
    const bool installs = name == "install" || name == "download" || name == "wheel";
    return installs ? Installer{Tool::kPip, i + 1} : Installer{};
  }

  Installer uv(size_t i) const {
    i = subcommand(i);
    if (word(i) == "pip") return pip(i + 1);
    if (word(i) == "add") return {Tool::kProject, i + 1};
    if (word(i) == "tool" && word(i + 1) == "install") return {Tool::kPip, i + 2};
    return {};
  }

  Installer conda(size_t i) const {
    i = subcommand(i);
    if (word(i) == "env") ++i;
    const std::string_view name = word(i);
    const bool installs = name == "install" || name == "create" || name == "update";
    return installs ? Installer{Tool::kConda, i + 1} : Installer{};
  }

  const std::vector<Word>& words_;
};

class InstallLowering {
 public:
  InstallLowering(const Command& command, Installer installer, TextFacts& out)
      : words_(command.words), tool_(installer.tool), pos_(installer.arguments), out_(out) {}

  void run() {
    while (pos_ < words_.size()) {
      const Word& word = words_[pos_++];
      const std::string_view text = word.text;
      if (text == "--") continue;
      if (text.size() > 1 && text[0] == '-') {
        option(word);
      } else {
        package(inner_span(word), text, false);
      }
    }
  }

 private:
  struct Value {
    std::string text;
    Span span;
    const Word* word = nullptr;
  };

  // The value of "--name=value" or of "--name value", which is consumed.
  Value value_of(const Word& word, size_t name_size) {
    Value value;
    if (name_size < word.text.size()) {
      const size_t skip = name_size + (word.text[name_size] == '=' ? 1 : 0);
      value.text = word.text.substr(skip);
      const Span inner = inner_span(word);
      const bool literal = inner.end - inner.begin == word.text.size();
      value.span = {literal ? inner.begin + static_cast<uint32_t>(skip) : inner.begin, inner.end};
    } else if (pos_ < words_.size()) {
      value.word = &words_[pos_++];
      value.text = value.word->text;
      value.span = inner_span(*value.word);
    }
    return value;
  }

  void option(const Word& word) {
    const std::string_view text = word.text;
    size_t name_size = text.starts_with("--") ? std::min(text.find('='), text.size()) : 2;
    const std::string_view name = text.substr(0, name_size);
    if (tool_ == Tool::kConda) return conda_option(word, name);
    static constexpr std::array<std::string_view, 9> kIndex = {
        "--index-url", "--extra-index-url", "-i",      "-f", "--find-links", "--torch-backend",
        "--index",     "--default-index",   "--source"};
    if (one_of(name, kIndex)) {
      index(std::string(name), value_of(word, name_size));
    } else if (name == "-r" || name == "--requirement" || name == "--requirements" ||
               name == "-c" || name == "--constraint" || name == "--constraints") {
      include(value_of(word, name_size));
    } else if (name == "-e" || name == "--editable") {
      const Value value = value_of(word, name_size);
      if (!value.text.empty()) package(value.span, value.text, true);
    } else if (one_of(name, kValueOptions) && name_size == text.size()) {
      ++pos_;
    }
  }

  void conda_option(const Word& word, std::string_view name) {
    if (name == "-c" || name == "--channel") {
      index("channel", value_of(word, name.size()));
    } else if (name == "-f" || name == "--file") {
      // "-f" means --force to old "conda install", a file to "conda env create".
      if (pos_ < words_.size() || name.size() < word.text.size())
        include(value_of(word, name.size()));
    } else if (one_of(name, kCondaValueOptions) && name.size() == word.text.size()) {
      ++pos_;
    }
  }

  void index(std::string option, const Value& value) {
    if (value.text.empty()) return;
    out_.indexes.push_back({std::move(option), value.text, value.span});
  }

  void include(const Value& value) {
    if (!value.text.empty()) out_.includes.push_back(value.text);
  }

  // Spans of a word with escapes inside cannot follow its parts: they cover the whole word then.
  void package(Span span, std::string_view text, bool editable) {
    if (out_.requirements.size() >= manifest::kMaxRequirements) return;
    if (text.starts_with('$') || text.starts_with('<') || text.starts_with('{') || text == "\\")
      return;
    // "pip install x >= 1.0": the shell takes the sign away and leaves the number.
    if (text.find_first_not_of("0123456789.") == std::string_view::npos && text != "." &&
        text != "..") {
      return;
    }
    std::optional<Requirement> requirement =
        tool_ == Tool::kConda ? parse_conda_requirement(text, span.begin)
                              : parse_requirement(project_form(text), span.begin);
    if (!requirement) requirement = without_expansion(text, span.begin);
    if (!requirement) return;
    if (span.end - span.begin != text.size()) requirement->span = requirement->name_span = span;
    if (requirement->conda && !requirement->group.empty()) {
      const auto end = span.begin + static_cast<uint32_t>(requirement->group.size());
      out_.indexes.push_back({"channel", requirement->group, {span.begin, end}});
      requirement->group.clear();
    }
    if (requirement->conda && requirement->normalized == "python") {
      if (out_.python_requires.empty()) {
        out_.python_requires = requirement->specifier;
        out_.python_span = requirement->span;
      }
      return;
    }
    requirement->source = RequirementSource::kCommand;
    requirement->editable = editable;
    out_.requirements.push_back(std::move(*requirement));
  }

  // "torch@^2.1" and "torch@latest" of poetry and uv name a version, not an address.
  std::string_view project_form(std::string_view text) {
    if (tool_ != Tool::kProject) return text;
    const size_t at = text.find('@');
    const bool address = text.find("://") != std::string_view::npos;
    return at == std::string_view::npos || address ? text : text.substr(0, at);
  }

  // "torch$SUFFIX", "torch${V:+==$V}": the name is certain.
  std::optional<Requirement> without_expansion(std::string_view text, uint32_t offset) const {
    const size_t dollar = text.find('$');
    if (dollar == std::string_view::npos || dollar == 0) return std::nullopt;
    return parse_requirement(text.substr(0, dollar), offset);
  }

  const std::vector<Word>& words_;
  Tool tool_;
  size_t pos_;
  TextFacts& out_;
};

}  // namespace

void install_command(const Command& command, TextFacts& out) {
  if (command.words.empty()) return;
  const Installer installer = InstallerFinder(command.words).find();
  if (installer.tool != Tool::kNone) InstallLowering(command, installer, out).run();
}

void add_install_requirements(TextFacts& facts, size_t first) {
  for (size_t i = first; i < facts.commands.size(); ++i) install_command(facts.commands[i], facts);
}

}  // namespace npuport
