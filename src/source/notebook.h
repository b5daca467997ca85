// Jupyter notebooks: the code cells as one text whose lines report where they stand in the .ipynb.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"
#include "source/source_file.h"

namespace npuport {

struct NotebookText {
  std::string text;  // code cells, each ended by a newline, with an empty line in between
  std::vector<NotebookCell> cells;
  // Per line of `text`: the line of the .ipynb file, and what to add to its columns.
  std::vector<uint32_t> line_numbers;
  std::vector<uint32_t> column_shift;
  std::string language;  // as the notebook names it, lower case; empty when it does not
  // When the JSON is broken: what and where; the cells before it are there.
  std::string error;
};

// `json` is the decoded .ipynb. Reads nbformat 4 (cells) and 3 (worksheets).
NotebookText read_notebook(std::string_view json);

}  // namespace npuport
