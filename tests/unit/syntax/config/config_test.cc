#include "syntax/config/config.h"

#include <gtest/gtest.h>

namespace npuport {
namespace {

using Lines = std::vector<std::string>;

class Config : public ::testing::Test {
 protected:
  void lower(std::string path, FileKind kind, std::string text) {
    file_.path = std::move(path);
    file_.kind = kind;
    file_.text = std::move(text);
    facts_ = lower_config(file_);
  }
  std::string slice(Span span) const {
    return file_.text.substr(span.begin, span.end - span.begin);
  }

  Lines settings() const {
    Lines lines;
    for (const Setting& setting : facts_.settings)
      lines.push_back(setting.key + "=" + setting.value);
    return lines;
  }
  Lines commands() const {
    Lines lines;
    for (const Command& command : facts_.commands) {
      std::string line;
      for (const Word& word : command.words) line += (line.empty() ? "" : "|") + word.text;
      lines.push_back(line);
    }
    return lines;
  }
  Lines environment() const {
    Lines lines;
    for (const EnvAssignment& e : facts_.environment) {
      EXPECT_EQ(slice(e.name_span), e.name);
      lines.push_back(e.name + "=" + e.value);
    }
    return lines;
  }
  Lines images() const {
    Lines lines;
    for (const ImageReference& image : facts_.images)
      lines.push_back(image.image + " @" + slice(image.span));
    return lines;
  }
  Lines requirements() const {
    Lines lines;
    for (const Requirement& r : facts_.requirements) lines.push_back(r.name + r.specifier);
    return lines;
  }

  SourceFile file_;
  TextFacts facts_;
};

TEST_F(Config, YamlSettings) {
  lower("c.yaml", FileKind::kYaml,
        "# device: cuda\nrun:\n  device: \"cuda:0\"  # x\n  list: [a, {b: nccl}]\n  fp16: true\n  "
        "n: 1\n  z:\n");
  EXPECT_EQ(settings(), (Lines{"run.device=cuda:0", "run.list[0]=a", "run.list[1].b=nccl",
                               "run.fp16=true", "run.n=1", "run.z="}));
  EXPECT_EQ(slice(facts_.settings[0].value_span), "cuda:0");
  EXPECT_EQ(slice(facts_.settings[0].key_span), "device");
  EXPECT_EQ(slice(facts_.settings[1].key_span), "list");
  EXPECT_EQ(facts_.settings[3].kind, ValueKind::kBoolean);
  EXPECT_EQ(facts_.settings[4].kind, ValueKind::kNumber);
  EXPECT_EQ(facts_.settings[5].kind, ValueKind::kNull);
}

TEST_F(Config, JsonTomlIniSettings) {
  lower("ds.json", FileKind::kJson,
        "{\"optimizer\": {\"params\": {\"comm_backend_name\": \"nccl\"}}, \"x\": []}");
  EXPECT_EQ(settings(), (Lines{"optimizer.params.comm_backend_name=nccl", "x="}));
  EXPECT_EQ(facts_.settings[1].kind, ValueKind::kContainer);
  lower("c.toml", FileKind::kToml, "[a]\ndevice = \"cuda\" # x\n");
  EXPECT_EQ(settings(), (Lines{"a.device=cuda"}));
  lower("c.ini", FileKind::kIni, "[a]\ndevice = cuda ; x\n");
  EXPECT_EQ(settings(), (Lines{"a.device=cuda"}));
  lower(".env", FileKind::kIni, "# A=1\nCUDA_VISIBLE_DEVICES=0\nexport B=\"x\"\n");
  EXPECT_EQ(environment(), (Lines{"CUDA_VISIBLE_DEVICES=0", "B=x"}));
}

TEST_F(Config, Workflow) {
  lower(".github/workflows/gpu.yml", FileKind::kYaml,
        "on: [push]\nenv:\n  A: 1\njobs:\n  t:\n    runs-on: gpu\n    container:\n      image: "
        "nvidia/cuda:12.6.3-devel\n"
        "      options: --gpus all\n    env:\n      CUDA_VISIBLE_DEVICES: \"0\"\n\n      B: c\n    "
        "steps:\n"
        "      - uses: a/b@v4\n      - run: |\n          nvidia-smi # x\n          pip install "
        "torch==2.7.1 --index-url "
        "https://h/cu126\n\n          pytest -m \"not slow\" \\\n            --x\n      - run: "
        "ruff check .\n"
        "      - run: >\n          docker run\n          --gpus all img\n  u:\n    container: "
        "nvcr.io/nvidia/pytorch:24.05-py3\n");
  EXPECT_EQ(commands(),
            (Lines{"nvidia-smi", "pip|install|torch==2.7.1|--index-url|https://h/cu126",
                   "pytest|-m|not slow|--x", "ruff|check|.", "docker|run|--gpus|all|img"}));
  EXPECT_EQ(environment(), (Lines{"A=1", "CUDA_VISIBLE_DEVICES=0", "B=c"}));
  EXPECT_EQ(images(),
            (Lines{"nvidia/cuda:12.6.3-devel @nvidia/cuda:12.6.3-devel",
                   "nvcr.io/nvidia/pytorch:24.05-py3 @nvcr.io/nvidia/pytorch:24.05-py3"}));
  EXPECT_EQ(requirements(), (Lines{"torch==2.7.1"}));
  EXPECT_EQ(facts_.indexes.at(0).value, "https://h/cu126");
  EXPECT_EQ(slice(facts_.commands[0].words[0].span), "nvidia-smi");
  EXPECT_EQ(settings(),
            (Lines{"on[0]=push", "jobs.t.runs-on=gpu", "jobs.t.container.options=--gpus all",
                   "jobs.t.steps[0].uses=a/b@v4"}));
}

TEST_F(Config, Compose) {
  lower("docker-compose.yml", FileKind::kYaml,
        "services:\n  a:\n    image: nvidia/cuda:12.1\n    environment:\n      - "
        "NVIDIA_VISIBLE_DEVICES=all\n      - X\n"
        "    command: python train.py --device cuda\n    deploy:\n      resources:\n        "
        "reservations:\n          devices:\n"
        "            - driver: nvidia\n              device_ids: [\"0\"]\n  b:\n    image: "
        "redis:7\n    environment:\n"
        "      C: d\n    command: [\"bash\", \"-c\", \"nvidia-smi -L\"]\n");
  EXPECT_EQ(images(), (Lines{"nvidia/cuda:12.1 @nvidia/cuda:12.1", "redis:7 @redis:7"}));
  EXPECT_EQ(environment(), (Lines{"NVIDIA_VISIBLE_DEVICES=all", "C=d"}));
  EXPECT_EQ(commands(),
            (Lines{"python|train.py|--device|cuda", "bash|-c|nvidia-smi -L", "nvidia-smi|-L"}));
  EXPECT_EQ(settings(),
            (Lines{"services.a.deploy.resources.reservations.devices[0].driver=nvidia",
                   "services.a.deploy.resources.reservations.devices[0].device_ids[0]=0"}));
}

TEST_F(Config, Kubernetes) {
  lower("job.yaml", FileKind::kYaml,
        "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - image: img:1\n    command: "
        "[\"/bin/bash\", \"-c\"]\n    args:\n"
        "    - |\n      pip install flash-attn\n      torchrun x.py\n    env:\n    - name: "
        "NCCL_DEBUG\n      value: INFO\n"
        "    - name: S\n      valueFrom: {secretKeyRef: {name: k}}\n    resources:\n      "
        "limits:\n        nvidia.com/gpu: 8\n");
  EXPECT_EQ(images(), (Lines{"img:1 @img:1"}));
  EXPECT_EQ(environment(), (Lines{"NCCL_DEBUG=INFO"}));
  ASSERT_EQ(commands().size(), 3u);
  EXPECT_EQ(commands()[1], "pip|install|flash-attn");
  EXPECT_EQ(commands()[2], "torchrun|x.py");
  EXPECT_EQ(requirements(), (Lines{"flash-attn"}));
  EXPECT_EQ(settings().back(), "spec.containers[0].resources.limits.nvidia.com/gpu=8");
}

TEST_F(Config, ResearchConfigsAreNoOperations) {
  lower("exp.yaml", FileKind::kYaml,
        "env:\n  name: CartPole\n  device: cuda\nimage: data/cat.png\ncommand: train\nrun: 3\n"
        "setup: |\n  pip install apex\nenvs:\n  NCCL_DEBUG: INFO\n");
  EXPECT_EQ(settings(), (Lines{"env.name=CartPole", "env.device=cuda", "image=data/cat.png",
                               "command=train", "run=3"}));
  EXPECT_EQ(commands(), (Lines{"pip|install|apex"}));
  EXPECT_EQ(environment(), (Lines{"NCCL_DEBUG=INFO"}));
  EXPECT_TRUE(images().empty());
}

TEST_F(Config, GitlabAndCharts) {
  lower(".gitlab-ci.yml", FileKind::kYaml,
        "image: nvidia/cuda:11\nt:\n  variables:\n    A: b\n  script:\n    - pip install x\n    - "
        "'nvcc a.cu'\n");
  EXPECT_EQ(commands(), (Lines{"pip|install|x", "nvcc|a.cu"}));
  EXPECT_EQ(environment(), (Lines{"A=b"}));
  EXPECT_EQ(images(), (Lines{"nvidia/cuda:11 @nvidia/cuda:11"}));
  lower("values.yaml", FileKind::kYaml,
        "image:\n  repository: nvcr.io/nvidia/pytorch\n  tag: 24.05-py3\n");
  EXPECT_EQ(images(), (Lines{"nvcr.io/nvidia/pytorch:24.05-py3 @nvcr.io/nvidia/pytorch"}));
}

TEST_F(Config, Dockerfile) {
  lower("Dockerfile", FileKind::kDockerfile,
        "# FROM no\nARG BASE=nvidia/cuda:12.1.1-devel\nARG TAG=\"2.4\"\nFROM ${BASE} AS build\n"
        "FROM --platform=linux/amd64 pytorch/pytorch:${TAG:-x}-cuda12.1\nENV "
        "CUDA_HOME=/usr/local/cuda A=\"b c\"\nENV OLD style value\n"
        "RUN --mount=type=cache,target=/x \\\n    apt-get update && \\\n    # RUN pip install "
        "no\n\n    pip install torch==2.4.0 \\\n"
        "      --index-url https://h/cu121\n"
        "RUN <<EOF\npip install flash-attn\nEOF\nCOPY --from=build /a /b\nCOPY --from=nvcr.io/x:1 "
        "/a /b\n"
        "RUN [\"pip\", \"install\", \"apex\"]\nONBUILD RUN nvcc -V\nHEALTHCHECK --interval=1s CMD "
        "nvidia-smi\n"
        "FROM build\nFROM scratch\ncmd [\"python\", \"/app/serve.py\"]\nENTRYPOINT exec torchrun "
        "x.py\n");
  EXPECT_EQ(images(), (Lines{"nvidia/cuda:12.1.1-devel @nvidia/cuda:12.1.1-devel",
                             "pytorch/pytorch:2.4-cuda12.1 @pytorch/pytorch:${TAG:-x}-cuda12.1",
                             "nvcr.io/x:1 @nvcr.io/x:1"}));
  EXPECT_LT(facts_.images[0].span.begin, 40u);
  EXPECT_EQ(environment(), (Lines{"BASE=nvidia/cuda:12.1.1-devel", "TAG=2.4",
                                  "CUDA_HOME=/usr/local/cuda", "A=b c", "OLD=style value"}));
  EXPECT_EQ(commands(),
            (Lines{"apt-get|update", "pip|install|torch==2.4.0|--index-url|https://h/cu121",
                   "pip|install|flash-attn", "pip|install|apex", "nvcc|-V", "nvidia-smi",
                   "python|/app/serve.py", "exec|torchrun|x.py"}));
  EXPECT_EQ(requirements(), (Lines{"torch==2.4.0", "flash-attn", "apex"}));
  EXPECT_EQ(slice(facts_.requirements[2].span), "apex");
}

TEST_F(Config, DockerfileWindowsLineEnds) {
  lower("Dockerfile", FileKind::kDockerfile,
        "FROM nvidia/cuda:12\r\nRUN pip install \\\r\n  torch\r\nENV A=1\r\n");
  EXPECT_EQ(images(), (Lines{"nvidia/cuda:12 @nvidia/cuda:12"}));
  EXPECT_EQ(requirements(), (Lines{"torch"}));
  EXPECT_EQ(environment(), (Lines{"A=1"}));
}

TEST_F(Config, Singularity) {
  lower("x.def", FileKind::kDockerfile,
        "Bootstrap: docker\nFrom: nvcr.io/nvidia/pytorch:24.05-py3\n%files\n  a b\n%post\n  pip "
        "install apex\n"
        "%environment\n  export A=1\n");
  EXPECT_EQ(images().at(0), "nvcr.io/nvidia/pytorch:24.05-py3 @nvcr.io/nvidia/pytorch:24.05-py3");
  EXPECT_EQ(requirements(), (Lines{"apex"}));
  EXPECT_EQ(environment(), (Lines{"A=1"}));
}

TEST_F(Config, MarkdownFences) {
  lower("README.md", FileKind::kMarkdown,
        "# pip install no\nUse `pip install no`.\n\n```bash\npip install torch # x\n# pip install "
        "no\n```\n"
        "```python\nimport torch\n```\n~~~sh\nexport A=1\n~~~\n"
        "1. x\n   ```console\n   $ pip install apex \\\n       cupy\n   Successfully installed "
        "pip\n   (env) $ nvidia-smi\n   ```\n"
        "```\npip install xformers\npython run.py --device cuda\n```\n```\nTraceback: "
        "pip\n```\n```text\npip install no\n```\n"
        "<!--\n```bash\npip install no\n```\n-->\n````md\n```bash\npip install no\n```\n````\n"
        "```{.bash .copy}\nconda install cudnn\n```\n```\nCUDA_VISIBLE_DEVICES=0 python "
        "x.py\n```\n```sh\nlast");
  EXPECT_EQ(commands(), (Lines{"pip|install|torch", "pip|install|apex|cupy", "nvidia-smi",
                               "pip|install|xformers", "python|run.py|--device|cuda",
                               "conda|install|cudnn", "python|x.py", "last"}));
  EXPECT_EQ(environment(), (Lines{"A=1", "CUDA_VISIBLE_DEVICES=0"}));
  EXPECT_EQ(requirements(), (Lines{"torch", "apex", "cupy", "xformers", "cudnn"}));
}

TEST_F(Config, RestructuredText) {
  lower("index.rst", FileKind::kMarkdown,
        "Title\n=====\n.. code-block:: bash\n   :caption: x\n\n   pip install torch\n\n   nvcc "
        "-V\n\ntext\n"
        ".. code:: python\n\n   import x\n\n.. code:: console\n\n   $ pip install apex\n");
  EXPECT_EQ(commands(), (Lines{"pip|install|torch", "nvcc|-V", "pip|install|apex"}));
}

TEST_F(Config, SettingsAreCapped) {
  std::string text = "[";
  for (int i = 0; i < 30000; ++i) text += "1,";
  lower("big.json", FileKind::kJson, text + "1]");
  EXPECT_EQ(facts_.settings.size(), 20000u);
  EXPECT_EQ(facts_.problems.size(), 1u);
}

}  // namespace
}  // namespace npuport
