#include "syntax/manifest/manifest.h"

#include <gtest/gtest.h>

namespace npuport {
namespace {

SourceFile file(std::string path, FileKind kind, std::string text) {
  SourceFile source;
  source.path = std::move(path);
  source.kind = kind;
  source.text = std::move(text);
  return source;
}

using Lines = std::vector<std::string>;

const char* source_name(RequirementSource source) {
  static const char* const kNames[] = {"req", "con", "lock", "build", "extra", "dev", "cmd"};
  return kNames[static_cast<int>(source)];
}

// "source(group) name spec url" with flags; checks that spans hold the name.
Lines show(const SourceFile& source, const TextFacts& facts) {
  Lines lines;
  for (const Requirement& r : facts.requirements) {
    std::string line = source_name(r.source);
    if (!r.group.empty()) line += "(" + r.group + ")";
    line += " " + r.name + r.specifier;
    for (const auto& extra : r.extras) line += "[" + extra + "]";
    if (!r.url.empty()) line += " @" + r.url;
    if (!r.marker.empty()) line += " ;" + r.marker;
    if (r.editable) line += " editable";
    if (r.conda) line += " conda";
    lines.push_back(line);
    if (!r.name.empty()) {
      EXPECT_EQ(source.text.substr(r.name_span.begin, r.name_span.end - r.name_span.begin), r.name);
      EXPECT_LE(r.span.begin, r.name_span.begin);
      EXPECT_GE(r.span.end, r.name_span.end);
    }
  }
  return lines;
}

Lines indexes(const SourceFile& source, const TextFacts& facts) {
  Lines lines;
  for (const PackageIndex& index : facts.indexes) {
    lines.push_back(index.option + " " + index.value);
    EXPECT_EQ(source.text.substr(index.span.begin, index.span.end - index.span.begin), index.value);
  }
  return lines;
}

TEST(RequirementsFile, Everything) {
  const SourceFile source =
      file("requirements.txt", FileKind::kRequirements,
           "# torch==1\n"
           "--extra-index-url https://h/whl/cu118\r\n"
           "-i https://h/simple # note\n"
           "--find-links=https://h/f.html\n"
           "-r base.txt\n-c ../c.txt\n--requirement other.txt\n"
           "torch==2.4.0+cu121   # comment\r\n"
           "  xformers[x]>=0.0.23 ; python_version >= '3.8'\n"
           "cupy-cuda12x==13.0 \\\n    --hash=sha256:aa \\\n    --hash=sha256:bb\n"
           "-e git+https://h/o/apex.git#egg=apex\n"
           "-e .[gpu]\n"
           "fused @ git+https://${TOKEN}@h/o/fused\n"
           "git+https://h/o/nvdiffrast\n"
           "./wheels/flash_attn-2.7+cu12-cp310-cp310-linux_x86_64.whl\n"
           "numpy\\\n>=1.2\n"
           "\n   \n--no-binary :all:\nbroken line here\n"
           "last");
  const TextFacts facts = lower_manifest(source);
  EXPECT_EQ(
      show(source, facts),
      (Lines{"req torch==2.4.0+cu121", "req xformers>=0.0.23[x] ;python_version >= '3.8'",
             "req cupy-cuda12x==13.0", "req apex @git+https://h/o/apex.git#egg=apex editable",
             "req [gpu] @. editable", "req fused @git+https://${TOKEN}@h/o/fused",
             "req  @git+https://h/o/nvdiffrast",
             "req flash_attn==2.7+cu12 @./wheels/flash_attn-2.7+cu12-cp310-cp310-linux_x86_64.whl",
             "req numpy>=1.2", "req last"}));
  EXPECT_EQ(indexes(source, facts),
            (Lines{"--extra-index-url https://h/whl/cu118", "-i https://h/simple",
                   "--find-links https://h/f.html"}));
  EXPECT_EQ(facts.includes, (Lines{"base.txt", "../c.txt", "other.txt"}));
}

TEST(RequirementsFile, SourceFollowsTheFileName) {
  auto first = [](const char* path) {
    return source_name(
        lower_manifest(file(path, FileKind::kRequirements, "x\n")).requirements.at(0).source);
  };
  EXPECT_STREQ(first("requirements.txt"), "req");
  EXPECT_STREQ(first("requirements/gpu.txt"), "req");
  EXPECT_STREQ(first("constraints.txt"), "con");
  EXPECT_STREQ(first("requirements-dev.txt"), "dev");
  EXPECT_STREQ(first("requirements/test.in"), "dev");
  EXPECT_STREQ(first("docs_requirements.txt"), "dev");
  EXPECT_STREQ(first("requirements/build.txt"), "build");
  EXPECT_STREQ(first("requirements-device.txt"), "req");
}

TEST(Pyproject, Standards) {
  const SourceFile source = file("pyproject.toml", FileKind::kPyproject, R"toml(
# dependencies = ["no"]
[build-system]
requires = ["setuptools>=61", "torch"]
[project]
requires-python = ">=3.9"
dependencies = [
    "torch>=2.1",  # "no"
    # "no",
    'flash_attn @ https://h/f.whl ; sys_platform == "linux"',
]
[project.optional-dependencies]
gpu = ["cupy-cuda12x"]
dev = ["pytest"]
[dependency-groups]
test = ["pynvml", {include-group = "x"}]
)toml");
  const TextFacts facts = lower_manifest(source);
  EXPECT_EQ(show(source, facts),
            (Lines{"req torch>=2.1", "req flash_attn @https://h/f.whl ;sys_platform == \"linux\"",
                   "extra(gpu) cupy-cuda12x", "dev(dev) pytest", "build setuptools>=61",
                   "build torch", "dev(test) pynvml"}));
  EXPECT_EQ(facts.python_requires, ">=3.9");
}

TEST(Pyproject, Poetry) {
  const SourceFile source = file("pyproject.toml", FileKind::kPyproject, R"toml(
[tool.poetry.dependencies]
python = "^3.10"
torch = {version = "^2.1", source = "cu121", markers = "sys_platform == 'linux'"}
"ruamel.yaml" = "*"
xformers = { git = "https://h/o/x.git", optional = true, extras = ["a"] }
triton = [
  { version = "2.1", markers = "a" },
  { version = "2.2", markers = "b" },
]
apex.path = "third_party/apex"
[tool.poetry.group.gpu.dependencies]
cupy = "13"
[tool.poetry.group.dev.dependencies]
pytest = "^8"
[tool.poetry.dev-dependencies]
black = "*"
[[tool.poetry.source]]
name = "cu121"
url = "https://h/whl/cu121"
)toml");
  const TextFacts facts = lower_manifest(source);
  EXPECT_EQ(show(source, facts),
            (Lines{"req torch^2.1 ;sys_platform == 'linux'", "req ruamel.yaml",
                   "extra xformers[a] @https://h/o/x.git", "req triton2.1 ;a", "req triton2.2 ;b",
                   "req apex @third_party/apex", "dev(dev) black", "extra(gpu) cupy13",
                   "dev(dev) pytest^8"}));
  EXPECT_EQ(indexes(source, facts), (Lines{"source https://h/whl/cu121"}));
  EXPECT_EQ(facts.python_requires, "^3.10");
}

TEST(Pyproject, UvPdmHatchPixiSetuptools) {
  const SourceFile source = file("pyproject.toml", FileKind::kPyproject, R"toml(
[project]
dependencies = ["torch", "Flash_Attn"]
dynamic = ["x"]
[tool.uv]
dev-dependencies = ["ruff"]
constraint-dependencies = ["numpy<2"]
extra-index-url = ["https://h/a"]
[tool.uv.pip]
torch-backend = "cu124"
[tool.uv.sources]
torch = { index = "pt" }
flash-attn = { git = "https://h/o/fa" }
[[tool.uv.index]]
name = "pt"
url = "https://h/cu124"
explicit = true
[tool.pdm.dev-dependencies]
lint = ["mypy"]
[[tool.pdm.source]]
url = "https://h/pdm"
[tool.hatch.envs.gpu]
dependencies = ["pynvml"]
[tool.setuptools.dynamic]
dependencies = { file = ["requirements.txt"] }
[tool.pixi.project]
channels = ["nvidia"]
[tool.pixi.feature.cuda.dependencies]
cudatoolkit = "11.8.*"
[tool.pixi.pypi-dependencies]
deepspeed = { version = ">=0.14" }
)toml");
  const TextFacts facts = lower_manifest(source);
  EXPECT_EQ(show(source, facts),
            (Lines{"req torch", "req Flash_Attn @https://h/o/fa", "dev(dev) ruff", "con numpy<2",
                   "dev(lint) mypy", "dev(gpu) pynvml", "req deepspeed>=0.14",
                   "extra(cuda) cudatoolkit11.8.* conda"}));
  EXPECT_EQ(indexes(source, facts),
            (Lines{"source https://h/cu124", "--extra-index-url https://h/a",
                   "--torch-backend cu124", "source https://h/pdm", "channel nvidia"}));
  EXPECT_EQ(facts.includes, (Lines{"requirements.txt"}));
}

TEST(SetupCfg, Options) {
  const SourceFile source =
      file("setup.cfg", FileKind::kSetupCfg,
           "[metadata]\nname = x\n[options]\npython_requires = >=3.8\ninstall_requires =\n"
           "    torch>=1.8  # note\n    # cupy\n    numpy; python_version<'3.9'\n"
           "setup_requires = torch\ntests_require =\n  pytest\n"
           "dependency_links =\n  https://h/x.html\n"
           "[options.extras_require]\ngpu =\n    cupy-cuda11x\ntest = pytest-cov\n"
           "all = file: a.txt, b.txt\n[tool:pytest]\naddopts = -x\n");
  const TextFacts facts = lower_manifest(source);
  EXPECT_EQ(show(source, facts),
            (Lines{"req torch>=1.8", "req numpy ;python_version<'3.9'", "build torch",
                   "dev(tests) pytest", "extra(gpu) cupy-cuda11x", "dev(test) pytest-cov"}));
  EXPECT_EQ(indexes(source, facts), (Lines{"dependency_links https://h/x.html"}));
  EXPECT_EQ(facts.includes, (Lines{"a.txt", "b.txt"}));
  EXPECT_EQ(facts.python_requires, ">=3.8");
}

TEST(Pipfile, Packages) {
  const SourceFile source = file("Pipfile", FileKind::kPipfile, R"toml(
[[source]]
url = "https://h/simple"
verify_ssl = true
[packages]
torch = "==2.0"
x = {editable = true, path = "."}
y = "*"
[dev-packages]
pytest = "*"
[requires]
python_version = "3.10"
)toml");
  const TextFacts facts = lower_manifest(source);
  EXPECT_EQ(show(source, facts),
            (Lines{"req torch==2.0", "req x @. editable", "req y", "dev(dev) pytest"}));
  EXPECT_EQ(indexes(source, facts), (Lines{"source https://h/simple"}));
  EXPECT_EQ(facts.python_requires, "3.10");
}

TEST(Conda, Environment) {
  const SourceFile source = file(
      "environment.yml", FileKind::kConda,
      "name: x\nchannels: [pytorch, nvidia]\ndependencies:\n  - python=3.10\n"
      "  - pytorch3d=0.4.0=py38_cu102_pyt171  # note\n  # - cudnn\n  - nvidia::cuda-nvcc=12.1\n"
      "  - \"cudatoolkit>=11\"\n  - pip\n  - pip:\n    - deepspeed==0.14\n"
      "    - --extra-index-url https://h/cu118\n    - -r requirements.txt\n    - -e .\n"
      "    - torch --index-url https://h/2\nvariables:\n  CUDA_HOME: /usr/local/cuda\n");
  const TextFacts facts = lower_manifest(source);
  EXPECT_EQ(show(source, facts),
            (Lines{"req pytorch3d=0.4.0=py38_cu102_pyt171 conda", "req cuda-nvcc=12.1 conda",
                   "req cudatoolkit>=11 conda", "req pip conda", "req deepspeed==0.14",
                   "req  @. editable", "req torch"}));
  EXPECT_EQ(indexes(source, facts),
            (Lines{"channel pytorch", "channel nvidia", "channel nvidia",
                   "--extra-index-url https://h/cu118", "--index-url https://h/2"}));
  EXPECT_EQ(facts.includes, (Lines{"requirements.txt"}));
  EXPECT_EQ(facts.environment.at(0).name, "CUDA_HOME");
  EXPECT_EQ(facts.python_requires, "=3.10");
}

TEST(Conda, RecipeWithTemplates) {
  const SourceFile source =
      file("meta.yaml", FileKind::kConda,
           "{% set version = \"1\" %}\npackage:\n  name: x\nrequirements:\n  build:\n    - {{ "
           "compiler('cuda') }}\n"
           "    - ninja\n  run:\n    - pytorch {{ v }}\n    - cudatoolkit  # [linux]\n");
  EXPECT_EQ(show(source, lower_manifest(source)),
            (Lines{"req pytorch{{ v }} conda", "req cudatoolkit conda", "build ninja conda"}));
}

TEST(LockFile, PoetryAndUv) {
  const SourceFile source = file("uv.lock", FileKind::kLockFile, R"toml(
version = 1
requires-python = ">=3.10"
[[package]]
name = "me"
version = "0.1"
source = { editable = "." }
[[package]]
name = "torch"
version = "2.4.0+cu121"
source = { registry = "https://h/whl/cu121" }
wheels = [ { url = "https://h/torch.whl", hash = "sha256:0" } ]
[[package]]
name = "nvidia-nccl-cu12"
version = "2.20"
source = { registry = "https://h/whl/cu121" }
[[package]]
name = "apex"
version = "0.1"
source = { git = "https://h/o/apex?rev=1" }
[package.dependencies]
torch = "*"
)toml");
  const TextFacts facts = lower_manifest(source);
  EXPECT_EQ(show(source, facts), (Lines{"lock torch==2.4.0+cu121", "lock nvidia-nccl-cu12==2.20",
                                        "lock apex==0.1 @https://h/o/apex?rev=1"}));
  EXPECT_EQ(indexes(source, facts), (Lines{"source https://h/whl/cu121"}));
  EXPECT_EQ(facts.python_requires, ">=3.10");
}

TEST(LockFile, PipfileLock) {
  const SourceFile source =
      file("Pipfile.lock", FileKind::kLockFile,
           "{\"_meta\": {\"sources\": [{\"url\": \"https://h/s\"}]}, \"default\": {\"torch\": "
           "{\"hashes\": [\"a\"], "
           "\"version\": \"==2.0\"}}, \"develop\": {\"pytest\": {\"version\": \"==8\"}}}");
  const TextFacts facts = lower_manifest(source);
  EXPECT_EQ(show(source, facts), (Lines{"lock torch==2.0", "lock(develop) pytest==8"}));
  EXPECT_EQ(indexes(source, facts), (Lines{"source https://h/s"}));
}

TEST(LockFile, CondaLockAndExplicit) {
  const SourceFile yaml =
      file("conda-lock.yml", FileKind::kLockFile,
           "version: 1\npackage:\n- name: cudatoolkit\n  version: 11.8.0\n  manager: conda\n"
           "  platform: linux-64\n- name: cudatoolkit\n  version: 11.8.0\n  manager: conda\n"
           "- name: torch\n  version: '2.0'\n  manager: pip\n");
  EXPECT_EQ(show(yaml, lower_manifest(yaml)),
            (Lines{"lock cudatoolkit==11.8.0 conda", "lock torch==2.0"}));
  const SourceFile list =
      file("conda-linux-64.lock", FileKind::kLockFile,
           "# platform: linux-64\n@EXPLICIT\n"
           "https://h/pytorch/linux-64/pytorch-1.7.1-py3.8_cuda10.2_0.tar.bz2#00\n"
           "https://h/x/linux-64/cuda-nvcc-12.1-0.conda\n");
  const TextFacts facts = lower_manifest(list);
  EXPECT_EQ(show(list, facts),
            (Lines{"lock pytorch=1.7.1=py3.8_cuda10.2_0 "
                   "@https://h/pytorch/linux-64/pytorch-1.7.1-py3.8_cuda10.2_0.tar.bz2 conda",
                   "lock cuda-nvcc=12.1=0 @https://h/x/linux-64/cuda-nvcc-12.1-0.conda conda"}));
}

TEST(RequirementsFile, RequirementsAreCapped) {
  std::string text;
  for (int i = 0; i < 60000; ++i) text += "a\n";
  EXPECT_EQ(
      lower_manifest(file("requirements.txt", FileKind::kRequirements, text)).requirements.size(),
      50000u);
}

TEST(Manifest, DamagedFilesAreReported) {
  const SourceFile source = file("pyproject.toml", FileKind::kPyproject,
                                 "[project]\ndependencies = [\"torch\",\n[tool.x]\ny = 1\n");
  const TextFacts facts = lower_manifest(source);
  EXPECT_EQ(show(source, facts), (Lines{"req torch"}));
  EXPECT_FALSE(facts.problems.empty());
}

}  // namespace
}  // namespace npuport
