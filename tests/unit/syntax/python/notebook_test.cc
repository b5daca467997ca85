#include <gtest/gtest.h>

#include "unit/syntax/python/lowered.h"

namespace npuport {
namespace {

TEST(PythonNotebook, ShellLines) {
  const Lowered lowered = Lowered::notebook({
      "!pip install flash-attn\n  ! nvidia-smi\n!!ls\n%pip install xformers \\\n  --upgrade\n"
      "%conda install cudatoolkit\n%system uname\nfiles = !ls *.cu\nx = files\n",
      "if a:\n    !pip install apex\n    b()\n",
  });
  EXPECT_EQ(lowered.errors(), "");
  EXPECT_EQ(lowered.shell_lines(),
            "pip install flash-attn\nnvidia-smi\nls\npip install xformers \\\n  --upgrade\n"
            "conda install cudatoolkit\nuname\nls *.cu\npip install apex\n");
  EXPECT_EQ(lowered.roots(), "target files\ntarget x\nvalue files\nif a\nexpression (call b)\n");
  EXPECT_EQ(lowered.guards("b()"), "if=a");
}

TEST(PythonNotebook, MagicsAreNotPython) {
  const Lowered lowered = Lowered::notebook({
      "%matplotlib inline\n%load_ext autoreload\na()\nb?\n?c\nd??\n",
      "%%time\ne()\n",
      "%%html\n<b>not() python</b>\n",
      "%%writefile f.py\nimport torch\n",
      "%%bash\npip install x\nls\n",
      "%time f()\n%timeit g()\n%timeit -n 10 h()\n",
      "i()\n",
  });
  EXPECT_EQ(lowered.errors(), "");
  EXPECT_EQ(lowered.roots(),
            "expression (call a)\nexpression b\nexpression d\nexpression (call e)\n"
            "expression (call f)\nexpression (call g)\nexpression (call i)\n");
  EXPECT_EQ(lowered.shell_lines(), "pip install x\nls\n\n");
  EXPECT_EQ(lowered.imports(), "");
}

TEST(PythonNotebook, MagicsInsideGuardedBlocks) {
  const Lowered lowered =
      Lowered::notebook({"if a: return\ntry:\n  b()\n  %%bash\n  ls\n", "c()\n"});
  EXPECT_EQ(lowered.guards("b()"), "try after=a");
  EXPECT_EQ(lowered.guards("c()"), "");
}

TEST(PythonNotebook, PercentInsideBracketsIsAnOperator) {
  const Lowered lowered = Lowered::notebook({"x = (a\n% b)\ny = '''\n!not a command\n'''\n"});
  EXPECT_EQ(lowered.errors(), "");
  EXPECT_EQ(lowered.shell_lines(), "");
}

TEST(PythonNotebook, CellsEndEverything) {
  const Lowered lowered =
      Lowered::notebook({"if a:\n  b()", "  c()\nd = f(", "e()\nx = '''", "g()"});
  EXPECT_EQ(lowered.guards("c()"), "");
  EXPECT_EQ(lowered.facts().errors.size(), 2u) << lowered.errors();
  EXPECT_EQ(lowered.roots(),
            "if a\nexpression (call b)\nexpression (call c)\nexpression (call e)\n"
            "expression (call g)\n");
}

TEST(PythonNotebook, ScriptsHaveNoMagics) {
  EXPECT_EQ(Lowered("!pip install a\nb()\n").facts().errors.size(), 1u);
}

}  // namespace
}  // namespace npuport
