#include "render/markdown_text.h"

#include <algorithm>
#include <utility>

#include "render/text.h"

namespace npuport::markdown {
namespace {

bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<uint8_t>(c) >= 0x80;
}

// An underscore inside a word, as in torch_npu, is never emphasis.
bool needs_backslash(std::string_view text, size_t i) {
  constexpr std::string_view kSpecials = "\\`*[]|~$";
  if (kSpecials.find(text[i]) != std::string_view::npos) return true;
  if (text[i] == '#') return i == 0;
  if (text[i] != '_') return false;
  return i == 0 || i + 1 == text.size() || !is_word(text[i - 1]) || !is_word(text[i + 1]);
}

}  // namespace

std::string html(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 16);
  for (const char c : visible(text)) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '"') {
      out += "&quot;";
    } else {
      out += c;
    }
  }
  return out;
}

namespace {

// Escapes are kept to what Markdown would read as markup in the middle of a line, so that the
// source stays readable: "a -> b" and "torch_npu" come through as they are.
std::string escape(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 16);
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool next_is_word = i + 1 < text.size() && (is_word(text[i + 1]) || text[i + 1] == '#');
    if (c == '<') {
      out += "&lt;";
    } else if (c == '>' && i == 0) {
      out += "&gt;";
    } else if (c == '&' && next_is_word) {
      out += "&amp;";
    } else {
      if (needs_backslash(text, i)) out += '\\';
      out += c;
    }
  }
  return out;
}

// One line: line ends and runs of blanks of a rule's folded text become one space.
std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const char blank_free = c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
    if (blank_free == ' ' && (out.empty() || out.back() == ' ')) continue;
    out += blank_free;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return visible(out);
}

size_t longest_backtick_run(std::string_view text) {
  size_t longest = 0;
  size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

// Appends one site, sharing the path with the site before it.
class PlaceList {
 public:
  explicit PlaceList(size_t limit) : limit_(limit) {}

  void add(const std::string& path, uint32_t line) {
    if (shown_ >= limit_) {
      ++hidden_;
      return;
    }
    ++shown_;
    if (last_ != nullptr && *last_ == path) {
      if (line != line_) out_ += ", " + std::to_string(line);
    } else {
      if (!out_.empty()) out_ += "; ";
      out_ += code(path) + ": " + std::to_string(line);
    }
    last_ = &path;
    line_ = line;
  }
  std::string str() && {
    if (hidden_ > 0) out_ += "; \u2026 +" + std::to_string(hidden_);
    return std::move(out_);
  }

 private:
  size_t limit_;
  size_t shown_ = 0;
  size_t hidden_ = 0;
  const std::string* last_ = nullptr;
  uint32_t line_ = 0;
  std::string out_;
};

}  // namespace

std::string plain(std::string_view text) { return escape(one_line(text)); }

std::string code(std::string_view text) {
  const std::string shown = visible(text);
  if (shown.empty()) return {};
  const std::string fence(longest_backtick_run(shown) + 1, '`');
  const bool padded = shown.front() == '`' || shown.back() == '`' || shown.front() == ' ';
  const std::string space = padded ? " " : "";
  return fence + space + shown + space + fence;
}

std::string prose(std::string_view text) {
  const std::string line = one_line(text);
  const std::string_view view = line;
  std::string out;
  for (size_t i = 0; i < view.size();) {
    const size_t open = view.find('`', i);
    const size_t close = open == std::string_view::npos ? open : view.find('`', open + 1);
    if (close == std::string_view::npos) {
      out += escape(view.substr(i));
      break;
    }
    out += escape(view.substr(i, open - i));
    out += code(view.substr(open + 1, close - open - 1));
    i = close + 1;
  }
  return out;
}

Table::Table(std::vector<std::string> header) : header_(std::move(header)) {}

void Table::add(std::vector<std::string> cells) {
  cells.resize(header_.size());
  rows_.push_back(std::move(cells));
}

std::string Table::str() const {
  std::string out;
  const auto line = [&](const std::vector<std::string>& cells) {
    out += '|';
    for (const std::string& cell : cells) {
      out += ' ';
      for (const char c : cell.empty() ? std::string_view("-") : std::string_view(cell)) {
        if (c == '|') out += '\\';  // a table takes this one back before it reads the cell
        out += c;
      }
      out += " |";
    }
    out += '\n';
  };
  line(header_);
  out += '|';
  for (size_t i = 0; i < header_.size(); ++i) out += "---|";
  out += '\n';
  for (const auto& row : rows_) line(row);
  return out;
}

std::string place(std::string_view path, uint32_t line) {
  return code(std::string(path) + ":" + std::to_string(line));
}

std::string places(const std::vector<ReportFinding>& findings, const std::vector<uint32_t>& sites,
                   size_t limit) {
  PlaceList list(limit);
  for (const uint32_t site : sites) list.add(findings[site].path, findings[site].line);
  return std::move(list).str();
}

std::string places(const std::vector<ReportPlace>& all, size_t limit) {
  PlaceList list(limit);
  for (const ReportPlace& p : all) list.add(p.path, p.line);
  return std::move(list).str();
}

}  // namespace npuport::markdown
