#include "syntax/build/build.h"

#include <gtest/gtest.h>

namespace npuport {
namespace {

using Lines = std::vector<std::string>;

TextFacts lower(FileKind kind, const std::string& text) {
  SourceFile file;
  file.kind = kind;
  file.text = text;
  return lower_build(file);
}

// "name|argument|..."; spans of the name and of plain arguments must hold the text.
Lines build(const std::string& text, const TextFacts& facts) {
  Lines lines;
  for (const BuildCommand& command : facts.build) {
    std::string line = command.name;
    for (const Word& word : command.arguments) line += "|" + word.text;
    lines.push_back(line);
    const std::string name =
        text.substr(command.name_span.begin, command.name_span.end - command.name_span.begin);
    EXPECT_TRUE(name == command.name || name + ":" == command.name) << name;
  }
  return lines;
}

Lines commands(const TextFacts& facts) {
  Lines lines;
  for (const Command& command : facts.commands) {
    std::string line;
    for (const Word& word : command.words) line += (line.empty() ? "" : "|") + word.text;
    lines.push_back(line);
  }
  return lines;
}

TEST(CMake, Invocations) {
  const std::string text =
      "# find_package(No)\nproject(toy LANGUAGES CXX CUDA)\nfind_package (CUDAToolkit 12.1 "
      "REQUIRED) # x\n"
      "#[[ enable_language(CUDA)\n]]\nset(X \"a b\\\"\" [=[raw ]] text]=] ${Y};z)\n"
      "if(NOT (A AND USE_CUDA))\n  target_link_libraries(t\n    CUDA::cudart # note )\n    "
      "c10_cuda)\nendif()\n"
      "set(F -D\"G=1 2\")\n";
  EXPECT_EQ(build(text, lower(FileKind::kCMake, text)),
            (Lines{"project|toy|LANGUAGES|CXX|CUDA", "find_package|CUDAToolkit|12.1|REQUIRED",
                   "set|X|a b\"|raw ]] text|${Y}|z", "if|NOT|A|AND|USE_CUDA",
                   "target_link_libraries|t|CUDA::cudart|c10_cuda", "endif", "set|F|-DG=1 2"}));
}

TEST(CMake, Spans) {
  const std::string text = "set_property(TARGET toy PROPERTY CUDA_ARCHITECTURES \"80\")\n";
  const TextFacts facts = lower(FileKind::kCMake, text);
  const BuildCommand& command = facts.build.at(0);
  EXPECT_EQ(command.span, (Span{0, 57}));
  const Span word = command.arguments.at(3).span;
  EXPECT_EQ(text.substr(word.begin, word.end - word.begin), "CUDA_ARCHITECTURES");
  EXPECT_TRUE(command.arguments.at(4).quoted);
}

TEST(CMake, MissingParenthesisIsReported) {
  const TextFacts facts = lower(FileKind::kCMake, "project(x LANGUAGES CUDA\n");
  EXPECT_EQ(facts.build.size(), 1u);
  EXPECT_EQ(facts.problems.size(), 1u);
}

TEST(Makefile, AssignmentsRulesRecipes) {
  const std::string text =
      "# NVCC = no\nNVCC ?= nvcc # note\nFLAGS := -O2 \\\n  -arch=sm_80\nexport "
      "CUDA_HOME=/usr/local/cuda\n"
      "V != nvcc --version\nW = $(shell nvidia-smi -L | wc -l)\n\n%.o: %.cu $(DEPS) | dir\n"
      "\t@$(NVCC) -c $< -o $@ \\\n\t  -lineinfo\n\n\t-python -m pip install torch # x\n"
      "ifeq ($(USE_CUDA),1)\nall: a b\nendif\nclean: ; rm -f x\nt: CFLAGS += -g\ninclude a.mk\n"
      "define X\nfoo: bar\nendef\n";
  const TextFacts facts = lower(FileKind::kMakefile, text);
  EXPECT_EQ(build(text, facts),
            (Lines{"NVCC|nvcc", "FLAGS|-O2 \\\n  -arch=sm_80", "CUDA_HOME|/usr/local/cuda",
                   "V|nvcc --version", "W|$(shell nvidia-smi -L | wc -l)",
                   "%.o:|%.cu|$(DEPS)|||dir", "ifeq|($(USE_CUDA),1)", "all:|a|b", "endif",
                   "clean:", "CFLAGS|-g", "t:", "include|a.mk"}));
  EXPECT_EQ(commands(facts),
            (Lines{"nvcc|--version", "nvidia-smi|-L", "wc|-l", "$(NVCC)|-c|$<|-o|$@|-lineinfo",
                   "python|-m|pip|install|torch", "rm|-f|x"}));
  EXPECT_EQ(facts.environment.at(0).name, "CUDA_HOME");
}

TEST(Makefile, HostileInputIsBounded) {
  lower(FileKind::kMakefile, std::string(300000, '$'));
  std::string text = "x = ";
  for (int i = 0; i < 50000; ++i) text += "$(shell ";
  lower(FileKind::kMakefile, text);
  lower(FileKind::kCMake, std::string(300000, '('));
  lower(FileKind::kCMake, "a(" + std::string(300000, '['));
}

}  // namespace
}  // namespace npuport
