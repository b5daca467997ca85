#include <gtest/gtest.h>

#include "syntax/manifest/manifest.h"
#include "syntax/shell/shell.h"

namespace npuport {
namespace {

struct Installed {
  std::vector<std::string> requirements;
  std::vector<std::string> indexes;
  std::vector<std::string> includes;
};

Installed install(const std::string& text) {
  TextFacts facts;
  lower_shell_text(text, 0, facts);
  add_install_requirements(facts);
  Installed result;
  for (const Requirement& r : facts.requirements) {
    EXPECT_EQ(r.source, RequirementSource::kCommand);
    std::string extras;
    for (const auto& extra : r.extras) extras += "[" + extra + "]";
    result.requirements.push_back((r.editable ? "-e " : "") + r.name + extras + r.specifier +
                                  (r.url.empty() ? "" : "@" + r.url) + (r.conda ? " conda" : "") +
                                  (r.marker.empty() ? "" : ";" + r.marker));
    const std::string token = text.substr(r.name_span.begin, r.name_span.end - r.name_span.begin);
    if (!r.name.empty()) EXPECT_EQ(token, r.name);
  }
  for (const PackageIndex& i : facts.indexes) {
    EXPECT_EQ(text.substr(i.span.begin, i.span.end - i.span.begin), i.value);
    result.indexes.push_back(i.option + " " + i.value);
  }
  result.includes = facts.includes;
  return result;
}

using Lines = std::vector<std::string>;

TEST(Install, PipSpellings) {
  for (const char* prefix : {"pip install ",
                             "pip3 install ",
                             "pip3.10 install -q ",
                             "python -m pip install ",
                             "python3.11 -u -m pip install --no-cache-dir ",
                             "uv pip install --system ",
                             "sudo -H pip install ",
                             "poetry run pip install ",
                             "conda run -n env pip install ",
                             "/opt/x/bin/pip install ",
                             "A=1 pip install ",
                             "cd x && pip install ",
                             "docker exec c pip install ",
                             "$PIP install ",
                             "pip --no-cache-dir install ",
                             "uv tool install ",
                             "pip download -d out ",
                             "time pip install ",
                             "${PYTHON} -m pip install -U ",
                             "uv --quiet pip install --python 3.11 "}) {
    EXPECT_EQ(install(std::string(prefix) + "torch==2.4.0").requirements, Lines{"torch==2.4.0"})
        << prefix;
  }
}

TEST(Install, Arguments) {
  const Installed seen = install(
      "pip install 'torch>=2.0,<3' \"xformers[a]\" flash-attn==2.6.3 --no-build-isolation -e "
      ".[gpu] "
      "git+https://h/o/apex.git@1 . ./sub/knn https://h/x-1.0-py3-none-any.whl -t out numpy "
      "\"a>1; python_version<'3.9'\" b @$C $PKGS torchvision==$TV torchaudio${S}");
  EXPECT_EQ(seen.requirements,
            (Lines{"torch>=2.0,<3", "xformers[a]", "flash-attn==2.6.3", "-e [gpu]@.",
                   "@git+https://h/o/apex.git@1", "@.", "@./sub/knn",
                   "x==1.0@https://h/x-1.0-py3-none-any.whl", "numpy", "a>1;python_version<'3.9'",
                   "b", "torchvision==$TV", "torchaudio"}));
}

TEST(Install, IndexesAndFiles) {
  const Installed seen = install(
      "pip install --index-url=https://h/cu121 --extra-index-url https://h/2 -f 'https://h/f.html' "
      "-i https://h/3 "
      "-r requirements.txt -c c.txt torch\nuv pip install --torch-backend=cu128 torch");
  EXPECT_EQ(seen.indexes,
            (Lines{"--index-url https://h/cu121", "--extra-index-url https://h/2",
                   "-f https://h/f.html", "-i https://h/3", "--torch-backend cu128"}));
  EXPECT_EQ(seen.includes, (Lines{"requirements.txt", "c.txt"}));
  EXPECT_EQ(seen.requirements, (Lines{"torch", "torch"}));
}

TEST(Install, UnquotedBoundIsARedirection) {
  EXPECT_EQ(install("pip install torch>=2.0").requirements, Lines{"torch"});
}

TEST(Install, Conda) {
  const Installed seen = install(
      "conda install -y pytorch=2.1 pytorch-cuda=12.1 -c pytorch -c nvidia\n"
      "mamba create -n env python=3.10 'cudatoolkit>=11.3' nvidia/label/x::cuda-nvcc\n"
      "conda env create -f environment.yml\nmicromamba install --file r.txt -p /x cudnn");
  EXPECT_EQ(seen.requirements,
            (Lines{"pytorch=2.1 conda", "pytorch-cuda=12.1 conda", "cudatoolkit>=11.3 conda",
                   "cuda-nvcc conda", "cudnn conda"}));
  EXPECT_EQ(seen.indexes, (Lines{"channel pytorch", "channel nvidia", "channel nvidia/label/x"}));
  EXPECT_EQ(seen.includes, (Lines{"environment.yml", "r.txt"}));
}

TEST(Install, ProjectTools) {
  EXPECT_EQ(install("poetry add torch@^2.1 --group dev\nuv add 'flash-attn>=2' --no-sync\npipenv "
                    "install cupy\n"
                    "pdm add -G gpu xformers")
                .requirements,
            (Lines{"torch", "flash-attn>=2", "cupy", "xformers"}));
}

TEST(Install, OtherCommandsInstallNothing) {
  for (const char* text :
       {"pip uninstall torch", "pip freeze", "echo pip install torch", "apt-get install cuda",
        "conda activate torch", "pip list", "python install.py torch", "uv sync",
        "conda list torch", "# pip install torch", "poetry install", "npm install torch"}) {
    EXPECT_EQ(install(text).requirements, Lines{}) << text;
  }
}

}  // namespace
}  // namespace npuport
