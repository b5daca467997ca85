// Declared dependencies: requirement files, pyproject.toml, setup.cfg, Pipfile, conda environments,
// lock files, and install commands wherever they stand.
//
// Spans cover one requirement as written, without quotes or comments. Nothing here fails: what
// cannot be read as a requirement is left out, damaged files yield a TextProblem and what could
// still be read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "facts/text_facts.h"
#include "source/source_file.h"

namespace npuport {

// kRequirements, kPyproject, kSetupCfg, kPipfile, kConda, kLockFile and kMetadata.
TextFacts lower_manifest(const SourceFile& file);

// One PEP 508 requirement, VCS or archive address, wheel name or local path, found at `offset` of
// its file. A bare address has a name only when it tells one (#egg=, wheel file name). Pip options
// that follow
// (" --hash=...") and a trailing " # comment" are not part of it.
std::optional<Requirement> parse_requirement(std::string_view text, uint32_t offset);

// "pytorch=1.7.1=py3.8_cuda10.2", "nvidia::cuda-toolkit >=12", "faiss-gpu[version='>=1.7']".
std::optional<Requirement> parse_conda_requirement(std::string_view text, uint32_t offset);

// PEP 503: lower case, runs of "-", "_" and "." as one "-".
std::string normalize_name(std::string_view name);

// Last folder or file of an address or path, without ".git", "@revision", "#fragment" and "?query":
// "git+https://host/NVlabs/nvdiffrast.git@v1#egg=x" -> "nvdiffrast". A hint, not a name.
std::string address_basename(std::string_view url);

// Requirements, indexes and -r files of one pip, uv, poetry, pdm, pipenv, conda, mamba or pixi
// command.
void install_command(const Command& command, TextFacts& out);

// install_command() for every command from `first` on. To be called once per file after
// lower_shell, lower_build or lower_shell_text; lower_config has done it already.
void add_install_requirements(TextFacts& facts, size_t first = 0);

}  // namespace npuport
