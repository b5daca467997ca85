// Markdown building blocks. Everything from the analysed project passes through one of the escapes,
// so that no path, source line or package name can break a table, start a heading or carry HTML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assess/report.h"

namespace npuport::markdown {

// Plain text: Markdown and HTML specials escaped, line ends and deceptive characters made visible.
std::string plain(std::string_view text);

// Inline code, fenced by more backticks than it holds. Empty text gives "".
std::string code(std::string_view text);

// A rule's own prose on one line: its `code` spans survive, everything else is escaped.
std::string prose(std::string_view text);

// Text for an HTML element such as <summary>, where Markdown escapes are not read.
std::string html(std::string_view text);

// A pipe table. Cells are Markdown; only pipes are escaped here. Rows shorter than the header are
// filled up.
class Table {
 public:
  explicit Table(std::vector<std::string> header);
  void add(std::vector<std::string> cells);
  bool empty() const { return rows_.empty(); }
  std::string str() const;

 private:
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> rows_;
};

// `path:12`
std::string place(std::string_view path, uint32_t line);

// Sites compactly: `a.py`: 3, 14, 15; `b.py`: 9. Needs sites in report order. After `limit` sites
// the rest is counted: "... +12".
std::string places(const std::vector<ReportFinding>& findings, const std::vector<uint32_t>& sites,
                   size_t limit);
std::string places(const std::vector<ReportPlace>& places, size_t limit);

}  // namespace npuport::markdown
