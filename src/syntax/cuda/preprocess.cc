#include "syntax/cuda/preprocess.h"

#include <algorithm>
#include <utility>

#include "syntax/cuda/condition_text.h"
#include "syntax/cuda/names.h"
#include "syntax/cuda/tokens.h"

namespace npuport::cuda {
namespace {

uint32_t skip_blanks(std::string_view text, uint32_t at, uint32_t end) {
  while (at < end && (is_blank(text[at]) || text[at] == '\\' || is_line_end(text[at]))) ++at;
  return at;
}

// A line with its continuations: [begin, end), without the final line end.
Span logical_line(std::string_view text, uint32_t begin) {
  size_t i = begin;
  while (true) {
    while (i < text.size() && !is_line_end(text[i])) ++i;
    if (i == text.size()) return {begin, static_cast<uint32_t>(i)};
    bool continued = i > begin && text[i - 1] == '\\';
    if (!continued) return {begin, static_cast<uint32_t>(i)};
    i += (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ? 2 : 1;
  }
}

// One branch of an #if group while it is open.
struct Branch {
  uint32_t begin = 0;  // after the directive
  uint32_t end = 0;
  bool dead = false;
};

struct Group {
  std::vector<Branch> branches;
  std::vector<std::string> tested;  // conditions of the branches so far
  std::string outer;                // condition that holds around the group
  int32_t outer_index = -1;
  bool is_guard = false;  // include guard or default of a macro: gates nothing
};

class Preprocessor {
 public:
  explicit Preprocessor(std::string_view text) {
    UncommentedText clean = blank_comments(text);
    raw_strings_ = std::move(clean.raw_strings);
    out_.code = clean.text;
    out_.macro_text = std::move(clean.text);
  }

  Preprocessed run() {
    const std::string& text = out_.macro_text;
    uint32_t at = 0;
    while (at < text.size()) {
      Span line = logical_line(text, at);
      uint32_t hash = at;
      while (hash < line.end && is_blank(text[hash])) ++hash;
      if (hash < line.end && text[hash] == '#' && !in_raw_string(hash)) {
        directive({hash, line.end});
        blank(out_.code, line);
      }
      at = line.end + 1;
    }
    while (!groups_.empty()) close_group(static_cast<uint32_t>(text.size()));
    return std::move(out_);
  }

 private:
  void directive(Span line) {
    const std::string& text = out_.macro_text;
    uint32_t name_begin = skip_blanks(text, line.begin + 1, line.end);
    uint32_t name_end = name_begin;
    while (name_end < line.end && is_identifier_char(text[name_end])) ++name_end;
    std::string_view name = std::string_view(text).substr(name_begin, name_end - name_begin);
    Span rest{skip_blanks(text, name_end, line.end), line.end};
    while (rest.end > rest.begin && is_blank(text[rest.end - 1])) --rest.end;

    std::string guard = std::exchange(pending_guard_, std::string());
    if (!guard.empty() && name == "define" && word_at(rest) == guard) drop_guard(guard);
    if (name == "if" || name == "ifdef" || name == "ifndef") {
      open_group(name, line, rest);
    } else if (name == "elif" || name == "elifdef" || name == "elifndef") {
      next_branch(condition_text(name, rest), line, rest);
    } else if (name == "else") {
      next_branch("", line, {rest.begin, rest.begin});
    } else if (name == "endif") {
      if (!groups_.empty()) close_group(line.begin);
    } else if (is_dead()) {
      return;
    } else if (name == "include" || name == "import" || name == "include_next") {
      include(rest);
    } else if (name == "define") {
      define(line, rest);
    }
  }

  std::string word_at(Span rest) const {
    uint32_t end = rest.begin;
    while (end < rest.end && is_identifier_char(out_.macro_text[end])) ++end;
    return out_.macro_text.substr(rest.begin, end - rest.begin);
  }

  std::string condition_text(std::string_view directive, Span rest) const {
    bool is_expression = directive == "if" || directive == "elif";
    std::string raw =
        is_expression
            ? normalise_condition(
                  std::string_view(out_.macro_text).substr(rest.begin, rest.end - rest.begin))
            : word_at(rest);
    return directive == "ifndef" || directive == "elifndef" ? "!" + raw : raw;
  }

  void open_group(std::string_view directive, Span line, Span rest) {
    constexpr size_t kMaxOpenGroups = 64;
    if (groups_.size() >= kMaxOpenGroups) {
      ++unopened_;
      return;
    }
    Group group;
    group.outer = groups_.empty() ? "" : current_text_;
    group.outer_index = current_;
    groups_.push_back(std::move(group));
    std::string condition = condition_text(directive, rest);
    start_branch(condition, line, rest);
    if (condition.starts_with('!') && is_word(condition.substr(1))) {
      pending_guard_ = condition.substr(1);
    }
  }

  void next_branch(const std::string& condition, Span line, Span rest) {
    if (groups_.empty() || unopened_ > 0) return;
    end_branch(line.begin);
    start_branch(condition, line, rest);
  }

  void start_branch(const std::string& condition, Span line, Span rest) {
    Group& group = groups_.back();
    std::string all;
    if (!group.is_guard) {
      for (const std::string& earlier : group.tested) {
        if (is_accelerator_condition(earlier)) all = joined(all, negated(earlier));
      }
      if (is_accelerator_condition(condition)) all = joined(all, condition);
    }
    bool dead = is_dead() || is_false(condition) ||
                std::any_of(group.tested.begin(), group.tested.end(), is_true);
    group.tested.push_back(condition);
    group.branches.push_back({line.end, 0, dead});
    if (dead) ++dead_depth_;
    if (!dead && is_cuda_condition(condition)) {
      out_.gates.push_back({condition, rest, line.begin});
    }
    enter(all.empty() ? group.outer_index : -1, joined(group.outer, all), rest, line.end);
  }

  void end_branch(uint32_t end) {
    Branch& branch = groups_.back().branches.back();
    branch.end = end;
    if (branch.dead) --dead_depth_;
  }

  // Lines from `offset` on need `text`; `known` is its index when it is not new.
  void enter(int32_t known, const std::string& text, Span span, uint32_t offset) {
    constexpr size_t kMaxConditionText = 400;
    current_text_ = text.substr(0, kMaxConditionText);
    current_ = known;
    if (known < 0 && !text.empty()) {
      current_ = static_cast<int32_t>(out_.conditions.size());
      out_.conditions.push_back({current_text_, span});
    }
    out_.changes.push_back({offset, current_});
  }

  // `#ifndef X` directly before `#define X`.
  void drop_guard(const std::string& guard) {
    if (groups_.empty()) return;
    Group& group = groups_.back();
    if (group.branches.size() != 1 || group.is_guard) return;
    group.is_guard = true;
    if (!out_.gates.empty() && out_.gates.back().begin < group.branches[0].begin &&
        out_.gates.back().text == "!" + guard) {
      out_.gates.pop_back();
    }
    if (current_ != group.outer_index) {
      out_.conditions.pop_back();
      out_.changes.back().condition = group.outer_index;
      current_ = group.outer_index;
      current_text_ = group.outer;
    }
  }

  void close_group(uint32_t end) {
    if (unopened_ > 0) {
      --unopened_;
      return;
    }
    end_branch(end);
    Group group = std::move(groups_.back());
    groups_.pop_back();
    for (const Branch& branch : group.branches) {
      if (branch.dead) blank(out_.code, {branch.begin, branch.end});
    }
    keep_balance(group);
    current_ = group.outer_index;
    current_text_ = group.outer;
    out_.changes.push_back({end, current_});
  }

  // Branches are parsed one after the other. That only works when each is balanced in itself; else
  // the first live one stands for all.
  void keep_balance(const Group& group) {
    if (group.is_guard || group.branches.size() < 2) return;
    bool balanced = std::all_of(group.branches.begin(), group.branches.end(),
                                [this](const Branch& b) { return is_balanced(b); });
    if (balanced) return;
    bool seen_live = false;
    for (const Branch& branch : group.branches) {
      if (branch.dead) continue;
      if (seen_live) out_.unparsed.push_back({branch.begin, branch.end});
      seen_live = true;
    }
  }

  bool is_balanced(const Branch& branch) const {
    int depth = 0;
    for (uint32_t i = branch.begin; i < branch.end; ++i) {
      if (out_.code[i] == '{') ++depth;
      if (out_.code[i] == '}' && --depth < 0) return false;
    }
    return depth == 0;
  }

  void include(Span rest) {
    const std::string& text = out_.macro_text;
    if (rest.empty()) return;
    char close = text[rest.begin] == '<' ? '>' : '"';
    if (text[rest.begin] != '<' && text[rest.begin] != '"') return;
    uint32_t begin = rest.begin + 1;
    size_t end = text.find(close, begin);
    if (end == std::string::npos || end > rest.end) return;
    out_.includes.push_back({text.substr(begin, end - begin), {begin, static_cast<uint32_t>(end)}});
  }

  void define(Span line, Span rest) {
    std::string name = word_at(rest);
    if (name.empty()) return;
    uint32_t name_end = rest.begin + static_cast<uint32_t>(name.size());
    uint32_t body = name_end;
    if (body < rest.end && out_.macro_text[body] == '(') {
      size_t close = out_.macro_text.find(')', body);
      body = close == std::string::npos || close >= rest.end ? rest.end
                                                             : static_cast<uint32_t>(close) + 1;
    }
    out_.defines.push_back({std::move(name), {rest.begin, name_end}, {body, rest.end}, line});
  }

  bool is_dead() const { return dead_depth_ > 0; }

  bool in_raw_string(uint32_t offset) {
    while (raw_at_ < raw_strings_.size() && raw_strings_[raw_at_].end <= offset) ++raw_at_;
    return raw_at_ < raw_strings_.size() && raw_strings_[raw_at_].contains(offset);
  }

  Preprocessed out_;
  std::vector<Span> raw_strings_;
  size_t raw_at_ = 0;
  std::vector<Group> groups_;
  size_t unopened_ = 0;  // groups beyond the depth limit
  int dead_depth_ = 0;
  std::string current_text_;
  int32_t current_ = -1;
  std::string pending_guard_;
};

}  // namespace

int32_t Preprocessed::condition_at(uint32_t offset) const {
  auto after = std::upper_bound(changes.begin(), changes.end(), offset,
                                [](uint32_t at, const Change& c) { return at < c.offset; });
  return after == changes.begin() ? -1 : std::prev(after)->condition;
}

Preprocessed preprocess(std::string_view text) { return Preprocessor(text).run(); }

}  // namespace npuport::cuda
