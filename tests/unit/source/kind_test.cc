#include "source/kind.h"

#include <gtest/gtest.h>

namespace npuport {
namespace {

FileKind kind(std::string_view path) { return kind_of_path(path).kind; }

TEST(Kind, Requirements) {
  for (const char* path : {"requirements.txt", "requirements-dev.txt", "dev-requirements.txt",
                           "a/Requirements.txt", "requirements/base.txt", "constraints.txt",
                           "constraints-cu121.txt", "requirements.in", "reqs/test.in"}) {
    EXPECT_EQ(FileKind::kRequirements, kind(path)) << path;
  }
  for (const char* path : {"notes.txt", "MANIFEST.in", "config.h.in", "LICENSE.txt"}) {
    EXPECT_EQ(FileKind::kOther, kind(path)) << path;
  }
}

TEST(Kind, RequirementsAmongInFilesByContent) {
  const KindGuess guess = kind_of_path("dev.in");
  ASSERT_TRUE(guess.look_inside);
  EXPECT_EQ(FileKind::kRequirements,
            refine_kind(guess, "dev.in",
                        "# tools\n-r base.in\ntorch==2.1.0+cu121\nxformers\nvllm>=0.4\n"));
  EXPECT_EQ(FileKind::kOther, refine_kind(guess, "dev.in", "some words of prose\n"));
  EXPECT_EQ(FileKind::kOther, refine_kind(guess, "dev.in", ""));
}

TEST(Kind, PackagingFiles) {
  EXPECT_EQ(FileKind::kPyproject, kind("pkg/pyproject.toml"));
  EXPECT_EQ(FileKind::kToml, kind("config.toml"));
  EXPECT_EQ(FileKind::kSetupCfg, kind("setup.cfg"));
  EXPECT_EQ(FileKind::kPython, kind("setup.py"));
  EXPECT_EQ(FileKind::kPipfile, kind("Pipfile"));
  for (const char* path :
       {"poetry.lock", "uv.lock", "pdm.lock", "Pipfile.lock", "conda-lock.yml"}) {
    EXPECT_EQ(FileKind::kLockFile, kind(path)) << path;
  }
  EXPECT_EQ(FileKind::kOther, kind("web/package-lock.json"));
}

TEST(Kind, CondaEnvironmentsByContent) {
  const KindGuess yaml{FileKind::kYaml, false};
  const std::string_view with_channels =
      "name: x\nchannels:\n - nvidia\ndependencies:\n - pytorch-cuda\n";
  EXPECT_EQ(FileKind::kConda, refine_kind(yaml, "environment.yml", with_channels));
  EXPECT_EQ(FileKind::kConda, refine_kind(yaml, "deploy.yaml", with_channels));
  EXPECT_EQ(FileKind::kConda,
            refine_kind(yaml, "conda_gpu.yaml", "name: x\ndependencies: [pip]\n"));
  EXPECT_EQ(FileKind::kYaml, refine_kind(yaml, "chart.yaml", "name: x\ndependencies:\n - redis\n"));
  EXPECT_EQ(FileKind::kYaml,
            refine_kind(yaml, "environment.yml", "a:\n  dependencies: 1\n  channels: 2\n"));
}

TEST(Kind, BuildFilesAndTheirVariants) {
  for (const char* path : {"Dockerfile", "docker/Dockerfile.gpu", "Dockerfile-cuda",
                           "gpu.Dockerfile", "x.dockerfile", "Containerfile", "Dockerfile.txt"}) {
    EXPECT_EQ(FileKind::kDockerfile, kind(path)) << path;
  }
  EXPECT_EQ(FileKind::kMarkdown, kind("Dockerfile.md"));
  EXPECT_EQ(FileKind::kOther, kind("Dockerfile.dockerignore"));
  EXPECT_EQ(FileKind::kMakefile, kind("Makefile"));
  EXPECT_EQ(FileKind::kMakefile, kind("GNUmakefile"));
  EXPECT_EQ(FileKind::kMakefile, kind("rules.mk"));
  EXPECT_EQ(FileKind::kCMake, kind("csrc/CMakeLists.txt"));
  EXPECT_EQ(FileKind::kCMake, kind("cmake/cuda.cmake"));
}

TEST(Kind, Sources) {
  EXPECT_EQ(FileKind::kPython, kind("a.pyi"));
  EXPECT_EQ(FileKind::kOther, kind("a.pyx"));
  EXPECT_EQ(FileKind::kNotebook, kind("demo.ipynb"));
  EXPECT_EQ(FileKind::kCuda, kind("k.CU"));
  EXPECT_EQ(FileKind::kCuda, kind("k.cuh"));
  EXPECT_EQ(FileKind::kCuda, kind("kernel.cu.cc"));
  EXPECT_EQ(FileKind::kCpp, kind("bind.cpp"));
  EXPECT_EQ(FileKind::kCpp, kind("x.hpp"));
  EXPECT_EQ(FileKind::kOther, kind("x.hip"));
  EXPECT_EQ(FileKind::kShell, kind("run.sbatch"));
  EXPECT_EQ(FileKind::kShell, kind("conf/.env"));
  EXPECT_EQ(FileKind::kMarkdown, kind("README.md"));
  EXPECT_EQ(FileKind::kOther, kind("README.rst"));
  EXPECT_EQ(FileKind::kOther, kind("data.jsonl"));
  EXPECT_EQ(FileKind::kOther, kind("x.csv"));
}

TEST(Kind, Shebangs) {
  EXPECT_TRUE(kind_of_path("bin/train").look_inside);
  EXPECT_FALSE(kind_of_path("weights.bin").look_inside);
  EXPECT_EQ(FileKind::kPython, kind_of_shebang("#!/usr/bin/env python3\nimport torch"));
  EXPECT_EQ(FileKind::kPython, kind_of_shebang("#!/usr/bin/env -S FOO=1 python3.11 -u\n"));
  EXPECT_EQ(FileKind::kShell, kind_of_shebang("#! /bin/bash -e\r\n"));
  EXPECT_EQ(FileKind::kShell, kind_of_shebang("#!/bin/sh"));
  EXPECT_EQ(FileKind::kOther, kind_of_shebang("#!/usr/bin/perl\n"));
  EXPECT_EQ(FileKind::kOther, kind_of_shebang("#!"));
  EXPECT_EQ(FileKind::kOther, kind_of_shebang("#"));
  EXPECT_EQ(FileKind::kOther, kind_of_shebang("import os"));
}

TEST(Kind, SizeLimits) {
  EXPECT_EQ(kMaxJsonBytes, size_limit(FileKind::kJson, 1u << 30));
  EXPECT_EQ(kMaxConfigBytes, size_limit(FileKind::kYaml, 1u << 30));
  EXPECT_EQ(100u, size_limit(FileKind::kYaml, 100));
  EXPECT_EQ(1u << 30, size_limit(FileKind::kPython, 1u << 30));
}

}  // namespace
}  // namespace npuport
