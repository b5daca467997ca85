#include "source/notebook.h"

#include <gtest/gtest.h>

#include <string>

#include "source/tree.h"

namespace npuport {
namespace {

constexpr std::string_view kNotebook = R"json({
 "cells": [
  {
   "cell_type": "markdown",
   "source": ["# model.cuda()\n"]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "outputs": [{"data": {"image/png": "aGVsbG8=\n"}}],
   "source": [
    "import torch\n",
    "x = \"a\"; y.cuda()"
   ]
},
  {
   "cell_type": "code",
   "source": "a = 1\nb.cuda()\n"
  }
 ],
 "metadata": {"kernelspec": {"language": "python"}},
 "nbformat": 4
}
)json";

Position position_of(const SourceFile& file, std::string_view what) {
  return file.lines.position(file.text, static_cast<uint32_t>(file.text.find(what)));
}

TEST(Notebook, JoinsCodeCells) {
  const SourceFile file = make_source_file("demo.ipynb", std::string(kNotebook));
  EXPECT_EQ(FileKind::kNotebook, file.kind);
  EXPECT_EQ("import torch\nx = \"a\"; y.cuda()\n\na = 1\nb.cuda()\n", file.text);
  ASSERT_EQ(2u, file.cells.size());
  EXPECT_EQ(2u, file.cells[0].number);
  EXPECT_EQ(3u, file.cells[1].number);
  EXPECT_EQ("a = 1\nb.cuda()\n", file.text.substr(file.cells[1].span.begin));
}

TEST(Notebook, LinesAreThoseOfTheIpynb) {
  const SourceFile file = make_source_file("demo.ipynb", std::string(kNotebook));
  EXPECT_EQ((Position{12, 6}), position_of(file, "import"));
  EXPECT_EQ(13u, position_of(file, "y.cuda").line);
  // A source given as one string stands on one line; columns find the text within it.
  EXPECT_EQ((Position{18, 15}), position_of(file, "a = 1"));
  EXPECT_EQ((Position{18, 22}), position_of(file, "b.cuda"));
}

TEST(Notebook, TypeMayFollowTheSource) {
  const NotebookText read = read_notebook(
      R"json({"cells":[{"source":["p"],"cell_type":"raw"},{"source":["c"],"cell_type":"code"}]})json");
  EXPECT_EQ("", read.error);
  EXPECT_EQ("c\n", read.text);
}

TEST(Notebook, OldFormatWithWorksheets) {
  const NotebookText read = read_notebook(
      R"json({"nbformat":3,"worksheets":[{"cells":[{"cell_type":"code","input":["x.cuda()\n"]},)json"
      R"json({"cell_type":"heading","source":["h"]}]}]})json");
  EXPECT_EQ("", read.error);
  EXPECT_EQ("x.cuda()\n", read.text);
}

TEST(Notebook, BrokenJsonKeepsWhatWasRead) {
  const std::string whole(kNotebook);
  const NotebookText read = read_notebook(whole.substr(0, whole.find("b.cuda")));
  EXPECT_NE("", read.error);
  EXPECT_EQ(2u, read.cells.size());
  EXPECT_EQ("import torch\nx = \"a\"; y.cuda()\n\na = 1\n", read.text);
}

TEST(Notebook, EveryTruncationEndsWithAnError) {
  const std::string whole = std::string(kNotebook.substr(0, kNotebook.rfind('}')));
  for (size_t size = 0; size <= whole.size(); ++size) {
    const NotebookText read = read_notebook(whole.substr(0, size));
    EXPECT_NE("", read.error) << size;
    EXPECT_EQ(read.line_numbers.size(), LineIndex(read.text).line_count()) << size;
  }
}

TEST(Notebook, UnusualShapesAreNoErrors) {
  for (const char* json : {"{}", R"({"cells":null})", R"({"cells":[null,1,"x"]})",
                           R"json({"cells":[{"cell_type":"code","source":[1,null,["x"]]}]})json",
                           R"({"cells":[{"cell_type":1,"source":{}}],"metadata":[]})"}) {
    const NotebookText read = read_notebook(json);
    EXPECT_EQ("", read.error) << json;
    EXPECT_EQ("", read.text) << json;
  }
}

TEST(Notebook, OtherLanguagesAreNotPython) {
  const SourceFile file = make_source_file(
      "r.ipynb",
      R"json({"cells":[{"cell_type":"code","source":["x <- 1"]}],"metadata":{"language_info":{"name":"R"}}})json");
  EXPECT_EQ(FileKind::kOther, file.kind);
  EXPECT_EQ("", file.text);
}

TEST(Notebook, LineEndsWithinStringsStayInStep) {
  const NotebookText read =
      read_notebook(R"json({"cells":[{"cell_type":"code","source":["a\r\n","b\rc\n","d"]}]})json");
  EXPECT_EQ("a\nb\nc\nd\n", read.text);
  EXPECT_EQ(4u, read.line_numbers.size());
}

}  // namespace
}  // namespace npuport
