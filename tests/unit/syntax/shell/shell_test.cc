#include "syntax/shell/shell.h"

#include <gtest/gtest.h>

namespace npuport {
namespace {

TextFacts lower(const std::string& text, ShellDialect dialect = {}) {
  TextFacts facts;
  lower_shell_text(text, 0, facts, dialect);
  return facts;
}

std::string words(const Command& command) {
  std::string text;
  for (const Word& word : command.words) text += (text.empty() ? "" : "|") + word.text;
  return text;
}

std::vector<std::string> commands(const std::string& text, ShellDialect dialect = {}) {
  std::vector<std::string> result;
  for (const Command& command : lower(text, dialect).commands) result.push_back(words(command));
  return result;
}

std::string slice(const std::string& text, Span span) {
  return text.substr(span.begin, span.end - span.begin);
}

using Lines = std::vector<std::string>;

TEST(Shell, CommandsAndSeparators) {
  EXPECT_EQ(commands("a 1; b 2 && c|d || e & f\ng"),
            (Lines{"a|1", "b|2", "c", "d", "e", "f", "g"}));
}

TEST(Shell, CommentsYieldNothing) {
  EXPECT_EQ(commands("# export A=1\n  # nvcc\na b#c # d\n#!/bin/bash\n"), (Lines{"a|b#c"}));
  EXPECT_TRUE(lower("# export A=1\n").environment.empty());
}

TEST(Shell, QuotesAndEscapes) {
  EXPECT_EQ(commands(R"(a 'x y' "p \"q\" $Z" c\ d $'e\'f' "" g"h"'i')"),
            (Lines{R"(a|x y|p "q" $Z|c d|e'f||ghi)"}));
}

TEST(Shell, ContinuationLines) {
  EXPECT_EQ(commands("torchrun \\\n  --nproc 4 \\\r\n  train.py --dev\\\nice cuda\nnext"),
            (Lines{"torchrun|--nproc|4|train.py|--device|cuda", "next"}));
}

TEST(Shell, SpansCoverTheToken) {
  const std::string text = "A=1 python  \"train.py\" --device=cuda # x";
  const TextFacts facts = lower(text);
  ASSERT_EQ(facts.commands.size(), 1u);
  const Command& command = facts.commands[0];
  EXPECT_EQ(slice(text, command.span), "A=1 python  \"train.py\" --device=cuda");
  EXPECT_EQ(slice(text, command.words[1].span), "\"train.py\"");
  EXPECT_EQ(slice(text, inner_span(command.words[1])), "train.py");
  EXPECT_EQ(slice(text, command.words[2].span), "--device=cuda");
  ASSERT_EQ(command.environment.size(), 1u);
  EXPECT_EQ(slice(text, command.environment[0].name_span), "A");
  EXPECT_EQ(slice(text, command.environment[0].span), "A=1");
}

TEST(Shell, OffsetIsAdded) {
  TextFacts facts;
  lower_shell_text("export A=1\nb", 100, facts);
  EXPECT_EQ(facts.environment[0].name_span, (Span{107, 108}));
  EXPECT_EQ(facts.commands[0].span, (Span{111, 112}));
}

TEST(Shell, ExportDeclareUnset) {
  const std::string text =
      "export A=0,1 B=\"x y\"\ndeclare -x C=2\nunset D E\nsetenv F cuda\nG=5\nexport H\n";
  const TextFacts facts = lower(text);
  EXPECT_TRUE(facts.commands.empty());
  Lines seen;
  for (const auto& e : facts.environment) {
    seen.push_back((e.unset ? "-" : "") + e.name + "=" + e.value + "@" + slice(text, e.name_span));
  }
  EXPECT_EQ(seen, (Lines{"A=0,1@A", "B=x y@B", "C=2@C", "-D=@D", "-E=@E", "F=cuda@F", "G=5@G"}));
}

TEST(Shell, EnvironmentPrefixesReachTheFile) {
  const TextFacts facts =
      lower("CUDA_VISIBLE_DEVICES=0 X=$(date) python a.py\nenv -u Y Z=1 nvcc b.cu");
  ASSERT_EQ(facts.commands.size(), 3u);
  EXPECT_EQ(words(facts.commands[0]), "python|a.py");
  EXPECT_EQ(words(facts.commands[1]), "date");
  EXPECT_EQ(words(facts.commands[2]), "nvcc|b.cu");
  EXPECT_EQ(facts.commands[2].environment.at(0).name, "Z");
  EXPECT_EQ(facts.environment.size(), 4u);
}

TEST(Shell, CommandSubstitution) {
  EXPECT_EQ(
      commands("N=$(nvidia-smi -L | wc -l)\necho \"n: $(a \"b c\" $(d))\" `e f` $((1 + (2)))"),
      (Lines{"nvidia-smi|-L", "wc|-l", "echo|n: $(a \"b c\" $(d))|`e f`|$((1 + (2)))", "a|b c|$(d)",
             "d", "e|f"}));
}

TEST(Shell, ReservedWords) {
  EXPECT_EQ(
      commands(
          "if [ -f x ]; then a; elif b; then c; else d; fi\n"
          "for i in 1 2 $(seq 3); do e $i; done\nwhile f; do g; done\n"
          "h() { i; }\nfunction j { k; }\nfor ((i=0; i<3; i++)); do l; done\n! m\n{ n; }\n(o; p)"),
      (Lines{"[|-f|x|]", "a", "b", "c", "d", "seq|3", "e|$i", "f", "g", "i", "k", "l", "m", "n",
             "o", "p"}));
}

TEST(Shell, CasePatternsAreNoCommands) {
  EXPECT_EQ(commands("case \"$1\" in\n  cuda|gpu) a cuda ;;\n  (npu) b;;\n  *)\n c\n ;;\nesac\nd\n"
                     "x=$(case $y in z) e;; esac)\nf"),
            (Lines{"a|cuda", "b", "c", "d", "e", "f"}));
}

TEST(Shell, DoubleBracketTest) {
  EXPECT_EQ(commands("[[ $A == cuda && ( -n $B || $C < 3 ) ]] && run"),
            (Lines{"[[|$A|==|cuda|&&|(|-n|$B||||$C|<|3|)|]]", "run"}));
}

TEST(Shell, Redirections) {
  EXPECT_EQ(commands("a > log.txt 2>&1 < in b &> c >> d; e <<< word f <(g h)"),
            (Lines{"a|b", "e|f", "g|h"}));
}

TEST(Shell, HeredocBodiesAreNoCommands) {
  EXPECT_EQ(
      commands("cat <<EOF > cfg\ndevice: cuda\nx $(hostname)\nEOF\nb\ncat <<'E O'\n$(c)\nE O\nd\n"
               "python - <<-X\n\timport torch\n\tX\ne"),
      (Lines{"cat", "hostname", "b", "cat", "d", "python|-", "e"}));
}

TEST(Shell, HeredocScripts) {
  const TextFacts facts = lower(
      "sbatch <<EOT\n#!/bin/bash\n#SBATCH --gres=gpu:2\nsrun a\nEOT\nssh h bash <<'E'\nb\nE\n"
      "cat > run.sh <<'E'\n#!/bin/bash\nc\nE\n");
  Lines seen;
  for (const auto& command : facts.commands) seen.push_back(words(command));
  EXPECT_EQ(seen, (Lines{"sbatch", "srun|a", "ssh|h|bash", "b", "cat", "c"}));
  ASSERT_EQ(facts.directives.size(), 1u);
  EXPECT_EQ(facts.directives[0].text, "#SBATCH --gres=gpu:2");
}

TEST(Shell, LostHeredocCostsNothing) {
  EXPECT_EQ(commands("a << NEVER\nb\nc"), (Lines{"a", "b", "c"}));
}

TEST(Shell, NestedScripts) {
  EXPECT_EQ(
      commands("docker run img bash -c 'cd /x && nvcc a.cu'\neval \"b c\"\nssh host \"d e; f\""),
      (Lines{"docker|run|img|bash|-c|cd /x && nvcc a.cu", "cd|/x", "nvcc|a.cu", "eval|b c", "b|c",
             "ssh|host|d e; f", "d|e", "f"}));
}

TEST(Shell, ContainerEnvironment) {
  const std::string text = "docker run -e NVIDIA_VISIBLE_DEVICES=all --env=A=1 --env \"B=2\" img";
  const TextFacts facts = lower(text);
  ASSERT_EQ(facts.environment.size(), 3u);
  EXPECT_EQ(slice(text, facts.environment[0].name_span), "NVIDIA_VISIBLE_DEVICES");
  EXPECT_EQ(slice(text, facts.environment[1].span), "A=1");
  EXPECT_EQ(slice(text, facts.environment[2].span), "B=2");
}

TEST(Shell, Directives) {
  const std::string text =
      "#!/bin/bash\n#SBATCH --gres=gpu:8  # eight\n#PBS -l ngpus=1\r\n#BSUB -gpu num=2\n##SBATCH "
      "--x\n"
      "# SBATCH --y\n#$ -l gpu=1\na #SBATCH --z\n";
  const TextFacts facts = lower(text);
  Lines seen;
  for (const auto& directive : facts.directives) {
    EXPECT_EQ(slice(text, directive.span), directive.text);
    seen.push_back(directive.text);
  }
  EXPECT_EQ(seen,
            (Lines{"#SBATCH --gres=gpu:8", "#PBS -l ngpus=1", "#BSUB -gpu num=2", "#$ -l gpu=1"}));
}

TEST(Shell, Arrays) {
  const std::string text =
      "ARGS=(--device cuda # no\n  \"--x y\")\ndeclare -a B=(1 2)\nrun \"${ARGS[@]}\"";
  const TextFacts facts = lower(text);
  EXPECT_EQ(facts.environment.at(0).value, "--device cuda --x y");
  EXPECT_EQ(facts.environment.at(1).value, "1 2");
  EXPECT_EQ(words(facts.commands.at(0)), "run|${ARGS[@]}");
}

TEST(Shell, PromptsAreSkipped) {
  EXPECT_EQ(commands("$ pip install x\n!nvcc a\n%pip list\n! b\n"),
            (Lines{"pip|install|x", "nvcc|a", "pip|list", "b"}));
}

TEST(Shell, UnterminatedQuotesCostTheirLine) {
  EXPECT_EQ(commands("a don't\nb\nc \"open\nd\n"), (Lines{"a|don't", "b", "c|open", "d"}));
}

TEST(Shell, WindowsLineEnds) {
  EXPECT_EQ(commands("a b\r\ncat <<E\r\nx\r\nE\r\nc\r\n"), (Lines{"a|b", "cat", "c"}));
}

TEST(Shell, DockerDialect) {
  const ShellDialect docker{.docker = true};
  EXPECT_EQ(
      commands("apt-get install \\\n  # note\n\n  nvidia-toolkit && \\\n # more\n pip x", docker),
      (Lines{"apt-get|install|nvidia-toolkit", "pip|x"}));
  EXPECT_EQ(commands("<<EOF\npip install a\nb\nEOF\n", docker), (Lines{"pip|install|a", "b"}));
}

TEST(Shell, FoldedDialect) {
  EXPECT_EQ(commands("docker run\n  --gpus all\n  img", {.fold_newlines = true}),
            (Lines{"docker|run|--gpus|all|img"}));
}

TEST(Shell, MakeDialect) {
  EXPECT_EQ(
      commands("$(NVCC) -c $< -o $@ $$HOME $(shell which nvcc) $$(date)", {.make_variables = true}),
      (Lines{"$(NVCC)|-c|$<|-o|$@|$HOME|$(shell which nvcc)|$$(date)", "which|nvcc", "date"}));
}

TEST(Shell, CommandsAreCapped) {
  std::string text;
  for (int i = 0; i < 300000; ++i) text += "a;";
  const TextFacts facts = lower(text);
  EXPECT_EQ(facts.commands.size(), 100000u);
  EXPECT_EQ(facts.problems.size(), 1u);
  std::string words = "a";
  for (int i = 0; i < 100000; ++i) words += " b";
  EXPECT_EQ(lower(words).commands.at(0).words.size(), 20000u);
}

TEST(Shell, HostileInputIsBounded) {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += "$(";
  lower(text);
  lower(std::string(200000, '"'));
  lower(std::string(200000, '`'));
  lower(std::string(200000, '('));
  std::string heredocs;
  for (int i = 0; i < 20000; ++i) heredocs += "a <<X" + std::to_string(i) + "\n";
  lower(heredocs);
  std::string nested;
  for (int i = 0; i < 2000; ++i) nested += "bash -c \"";
  lower(nested);
  lower(std::string("a\0b \0 c", 7));
}

}  // namespace
}  // namespace npuport
