#include "source/notebook.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "source/json_cursor.h"

namespace npuport {
namespace {

// Line and column of growing offsets, in one pass over the text.
class PositionTracker {
 public:
  explicit PositionTracker(std::string_view text) : text_(text) {}

  Position advance(size_t offset) {
    for (size_t end = text_.find('\n', at_); end < offset; end = text_.find('\n', at_)) {
      at_ = end + 1;
      ++position_.line;
      position_.column = 1;
    }
    for (; at_ < offset; ++at_) {
      position_.column += (static_cast<uint8_t>(text_[at_]) & 0xC0) != 0x80 ? 1 : 0;
    }
    return position_;
  }

 private:
  std::string_view text_;
  size_t at_ = 0;
  Position position_{1, 1};
};

std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  return text;
}

class Reader {
 public:
  explicit Reader(std::string_view json) : json_(json), cursor_(json), tracker_(json) {}

  NotebookText read() {
    const bool complete = cursor_.read_object([this](std::string_view key) {
      if (key == "cells" && cursor_.at_array()) return read_cells();
      if (key == "worksheets" && cursor_.at_array()) return read_worksheets();
      if (key == "metadata" && cursor_.at_object()) return read_metadata();
      return cursor_.skip_value();
    });
    if (!complete || !cursor_.finish()) {
      const Position where = PositionTracker(json_).advance(cursor_.offset());
      result_.error = "line " + std::to_string(where.line) + ", column " +
                      std::to_string(where.column) + ": " + cursor_.error();
    }
    return std::move(result_);
  }

 private:
  bool read_worksheets() {
    return cursor_.read_array([this] {
      if (!cursor_.at_object()) return cursor_.skip_value();
      return cursor_.read_object([this](std::string_view key) {
        return key == "cells" && cursor_.at_array() ? read_cells() : cursor_.skip_value();
      });
    });
  }

  bool read_metadata() {
    return cursor_.read_object([this](std::string_view key) {
      const bool kernel = key == "kernelspec";
      if ((!kernel && key != "language_info") || !cursor_.at_object()) return cursor_.skip_value();
      const std::string_view wanted = kernel ? "language" : "name";
      return cursor_.read_object([this, wanted](std::string_view inner) {
        if (inner != wanted || !cursor_.at_string()) return cursor_.skip_value();
        const bool ok = cursor_.read_string(result_.language);
        result_.language = lower(std::move(result_.language));
        return ok;
      });
    });
  }

  bool read_cells() {
    return cursor_.read_array([this] {
      ++number_;
      return cursor_.at_object() ? read_cell() : cursor_.skip_value();
    });
  }

  // The type may come behind the source, so the source is kept until the cell ends.
  bool read_cell() {
    std::vector<JsonCursor::Fragment> source;
    bool is_code = false;
    bool type_seen = false;
    const bool complete = cursor_.read_object([&](std::string_view key) {
      if (key == "cell_type" && cursor_.at_string()) {
        std::string type;
        const bool ok = cursor_.read_string(type);
        type_seen = true;
        is_code = type == "code";
        return ok;
      }
      const bool is_source = key == "source" || key == "input";  // "input" in nbformat 3
      return is_source ? read_source(source) : cursor_.skip_value();
    });
    // A cell cut off by an error counts when nothing says that it is prose.
    if (is_code || (!complete && !type_seen)) add_cell(source);
    return complete;
  }

  bool read_source(std::vector<JsonCursor::Fragment>& source) {
    const auto add = [&](JsonCursor::Fragment&& fragment) {
      source.push_back(std::move(fragment));
    };
    if (cursor_.at_string()) return cursor_.read_string(add);
    if (!cursor_.at_array()) return cursor_.skip_value();
    return cursor_.read_array(
        [&] { return cursor_.at_string() ? cursor_.read_string(add) : cursor_.skip_value(); });
  }

  void add_cell(const std::vector<JsonCursor::Fragment>& source) {
    std::string& text = result_.text;
    if (source.empty()) return;
    if (!text.empty()) {
      text += '\n';
      add_line(last_);
    }
    const auto begin = static_cast<uint32_t>(text.size());
    bool line_start = true;
    for (const JsonCursor::Fragment& fragment : source) {
      if (line_start) add_line(tracker_.advance(fragment.raw_begin));
      text += fragment.text;
      line_start = text.ends_with('\n');
    }
    if (!line_start) text += '\n';
    result_.cells.push_back({number_, {begin, static_cast<uint32_t>(text.size())}});
  }

  void add_line(Position raw) {
    last_ = raw;
    result_.line_numbers.push_back(raw.line);
    result_.column_shift.push_back(raw.column - 1);
  }

  std::string_view json_;
  JsonCursor cursor_;
  PositionTracker tracker_;
  NotebookText result_;
  Position last_{1, 1};
  uint32_t number_ = 0;
};

}  // namespace

NotebookText read_notebook(std::string_view json) { return Reader(json).read(); }

}  // namespace npuport
