#include "syntax/shell/scanner.h"

#include <algorithm>
#include <utility>

#include "syntax/shell/command.h"

namespace npuport::shell {
namespace {

constexpr size_t kMaxFacts = 100'000;  // commands and assignments of a file
constexpr size_t kMaxWords = 20'000;   // of one command
constexpr int kMaxLostHeredocs = 8;
constexpr int kMaxScriptDepth = 8;
// A script in a script starts a scanner of its own; it counts for more than a substitution.
constexpr int kScriptWeight = 6;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool is_directive(std::string_view line) {
  for (std::string_view marker : {"#SBATCH", "#PBS", "#BSUB", "#$"}) {
    if (!line.starts_with(marker) || line.size() <= marker.size()) continue;
    const std::string_view rest = line.substr(marker.size());
    if (is_blank(rest[0]) && trim(rest).starts_with('-')) return true;
  }
  return false;
}

// A here-document that is run as a script: its reader is a shell or a batch system.
bool runs_script(const Command& command) {
  return std::any_of(command.words.begin(), command.words.end(), [](const Word& word) {
    const std::string_view program = program_name(word.text);
    return is_shell(program) || program == "ssh" || program == "sbatch" || program == "qsub" ||
           program == "bsub";
  });
}

}  // namespace

void Scanner::scan_list(char close) {
  ListState state;
  close_ = close;
  while (next_command(state, close)) {
    scan_command(state);
    close_ = close;
  }
}

// Moves to the first byte of the next command; false at the end of the list.
bool Scanner::next_command(ListState& state, char close) {
  while (!at_end()) {
    const char c = peek();
    if (c == '\n') {
      end_line();
    } else if (is_blank(c) || c == '\0' || c == '&' || c == '|') {
      ++pos_;
    } else if (const size_t size = continuation()) {
      pos_ += size;
      if (dialect_.docker) skip_docker_comments();
    } else if (c == ';') {
      state.expects_pattern = state.cases > 0 && peek(1) == ';';
      pos_ += peek(1) == ';' ? 2 : 1;
    } else if (c == '#') {
      comment();
    } else if (c == '(' && peek(1) == '(' && !state.expects_pattern) {
      skip_parentheses();
    } else if (c == '(') {
      if (!state.expects_pattern) ++state.parentheses;
      ++pos_;
    } else if (c == ')') {
      ++pos_;
      if (state.parentheses > 0) {
        --state.parentheses;
      } else if (close == ')') {
        return false;
      }
    } else if (c == '`' && close == '`') {
      ++pos_;
      return false;
    } else if (state.expects_pattern) {
      skip_pattern(state);
    } else if (is_prompt()) {
      ++pos_;
    } else {
      return true;
    }
  }
  return false;
}

// "$ command" of a session, "!command" and "%pip" of a notebook.
bool Scanner::is_prompt() const {
  if (peek() == '$') return is_blank(peek(1));
  if (peek() == '!') return peek(1) >= 'a' && peek(1) <= 'z';
  return looking_at("%pip ") || looking_at("%conda ");
}

// "cuda|gpu)" of a case statement.
void Scanner::skip_pattern(ListState& state) {
  state.expects_pattern = false;
  if (looking_at("esac")) return;
  while (!at_end() && peek() != '\n') {
    Word word;
    bool quoted = false;
    if (read_word(word, quoted)) continue;
    const char c = text_[pos_++];
    if (c == ')') return;
  }
}

void Scanner::scan_command(ListState& state) {
  Command command;
  bool keep = true;
  const size_t begin = pos_;
  size_t end = pos_;
  while (true) {
    skip_blanks();
    if (at_end() || peek() == '#') break;
    if (scan_redirection(command)) {
      end = pos_;
      continue;
    }
    if (skip_function_header(command)) return;
    Word word;
    bool quoted = false;
    if (!read_word(word, quoted)) break;
    const bool is_array = peek() == '(' && word.text.ends_with('=');
    const std::string_view raw = text_.substr(word.span.begin - offset_, word.text.size());
    const size_t name_size = assignment_name(raw);
    if (command.words.empty() && name_size > 0) {
      command.environment.push_back(make_assignment(word.text, name_size, word.span));
      if (is_array) read_array(command.environment.back());
    } else {
      if (is_array) append_array(word);
      if (command.words.size() < kMaxWords) command.words.push_back(std::move(word));
    }
    end = pos_;
    if (command.words.size() == 1 && !quoted && command.environment.empty() &&
        handle_reserved(state, command, keep)) {
      return;
    }
  }
  if (pos_ == begin) ++pos_;  // a stray metacharacter
  command.span = {at(begin), at(end)};
  if (keep) finish(std::move(command));
}

// name() { ... }
bool Scanner::skip_function_header(const Command& command) {
  if (peek() != '(' || command.words.size() != 1) return false;
  size_t close = pos_ + 1;
  while (close < text_.size() && is_blank(text_[close])) ++close;
  if (close >= text_.size() || text_[close] != ')') return false;
  pos_ = close + 1;
  return true;
}

// Called after the first word; true when the command ends with it.
bool Scanner::handle_reserved(ListState& state, Command& command, bool& keep) {
  static constexpr std::string_view kSkipped[] = {"if",    "then",  "else", "elif",  "fi",
                                                  "while", "until", "do",   "done",  "time",
                                                  "{",     "}",     "!",    "coproc"};
  const std::string_view word = command.words[0].text;
  if (std::find(std::begin(kSkipped), std::end(kSkipped), word) != std::end(kSkipped)) return true;
  if (word == "esac") {
    if (state.cases > 0) --state.cases;
    return true;
  }
  if (word == "for" || word == "select") {
    keep = false;
    skip_blanks();
    if (peek() == '(') skip_parentheses();
    return false;
  }
  if (word == "case") return scan_case_header(state);
  if (word == "function") {
    Word name;
    bool quoted = false;
    skip_blanks();
    read_word(name, quoted);
    Command header;
    header.words.emplace_back();
    skip_blanks();
    skip_function_header(header);
    return true;
  }
  if (word == "[[") scan_test(command);
  return false;
}

bool Scanner::scan_case_header(ListState& state) {
  while (!at_end() && peek() != '\n') {
    skip_blanks();
    Word word;
    bool quoted = false;
    if (!read_word(word, quoted)) break;
    if (word.text != "in" || quoted) continue;
    ++state.cases;
    state.expects_pattern = true;
    break;
  }
  return true;
}

// [[ ... ]]: its operators are words, not separators.
void Scanner::scan_test(Command& command) {
  while (!at_end() && peek() != '\n') {
    skip_blanks();
    const size_t begin = pos_;
    Word word;
    bool quoted = false;
    if (!read_word(word, quoted)) {
      if (at_end() || peek() == '\n') return;
      while (!at_end() && std::string_view("<>|&()").find(peek()) != std::string_view::npos) ++pos_;
      if (pos_ == begin) ++pos_;
      word.text = text_.substr(begin, pos_ - begin);
      word.span = {at(begin), at(pos_)};
    }
    const bool last = word.text == "]]";
    command.words.push_back(std::move(word));
    if (last) return;
  }
}

// "> file", "2>&1", "<<EOF": consumed, not listed.
bool Scanner::scan_redirection(const Command& command) {
  size_t operator_at = pos_;
  while (operator_at < text_.size() && text_[operator_at] >= '0' && text_[operator_at] <= '9') {
    ++operator_at;
  }
  if (operator_at == pos_ && peek() == '&' && peek(1) == '>') ++operator_at;
  if (operator_at >= text_.size()) return false;
  const char c = text_[operator_at];
  if (c != '<' && c != '>') return false;
  pos_ = operator_at + 1;
  if (peek() == '(') {  // process substitution
    substitution(1, ')');
    return true;
  }
  const bool heredoc = c == '<' && peek() == '<' && peek(1) != '<';
  while (!at_end() && (peek() == '<' || peek() == '>' || peek() == '&' || peek() == '|')) ++pos_;
  if (heredoc && peek() == '-') ++pos_;
  skip_blanks();
  Word target;
  bool quoted = false;
  if (!read_word(target, quoted) || !heredoc || heredocs_.size() >= 16) return true;
  const bool bare = command.words.empty() && command.environment.empty();
  heredocs_.push_back(
      {std::move(target.text), !quoted, (bare && dialect_.docker) || runs_script(command)});
  return true;
}

void Scanner::read_heredocs() {
  const std::vector<Heredoc> pending = std::move(heredocs_);
  heredocs_.clear();
  for (const Heredoc& heredoc : pending) {
    if (lost_heredocs_ < kMaxLostHeredocs) read_heredoc(heredoc);
  }
}

// pos_ is at the first line of the body.
void Scanner::read_heredoc(const Heredoc& heredoc) {
  const size_t begin = pos_;
  size_t line = begin;
  while (true) {
    if (line >= text_.size()) {  // not a here-document after all
      ++lost_heredocs_;
      return;
    }
    const size_t end = std::min(text_.find('\n', line), text_.size());
    if (trim(text_.substr(line, end - line)) == heredoc.delimiter) {
      pos_ = end;
      break;
    }
    line = end + 1;
  }
  const std::string_view body = text_.substr(begin, line - begin);
  const std::string_view head = trim(body.substr(0, body.find('\n')));
  const bool is_script = heredoc.is_script || (head.starts_with("#!") && head.ends_with("sh"));
  if (depth_ + kScriptWeight > kMaxScriptDepth * kScriptWeight) return;
  Scanner inner(body, at(begin), out_, dialect_, depth_ + kScriptWeight);
  if (is_script) {
    inner.run();
  } else if (heredoc.expands) {
    inner.run_substitutions();
  }
}

// Text that is not shell but in which $(...) is run.
void Scanner::run_substitutions() {
  std::string ignored;
  while (true) {
    const size_t next = text_.find("$(", pos_);
    if (next == std::string_view::npos) return;
    pos_ = next;
    dollar(ignored);
    ignored.clear();
  }
}

void Scanner::end_line() {
  ++pos_;
  if (!heredocs_.empty()) read_heredocs();
}

void Scanner::comment() {
  const size_t end = line_end();
  const size_t before = text_.find_last_not_of(" \t", pos_ == 0 ? 0 : pos_ - 1);
  const bool starts_line = pos_ == 0 || before == std::string_view::npos || text_[before] == '\n';
  std::string_view line = text_.substr(pos_, end - pos_);
  if (starts_line && is_directive(line)) {
    const size_t note = line.find(" #", 1);
    line = trim(line.substr(0, note));
    out_.directives.push_back({std::string(line), {at(pos_), at(pos_ + line.size())}});
  }
  pos_ = end;
}

void Scanner::skip_blanks() {
  while (!at_end()) {
    const char c = peek();
    if (is_blank(c) || c == '\0' || (c == '\n' && dialect_.fold_newlines)) {
      ++pos_;
    } else if (const size_t size = continuation()) {
      pos_ += size;
      if (dialect_.docker) skip_docker_comments();
    } else {
      return;
    }
  }
}

// Between the lines of a continued Dockerfile instruction, comments and blank lines do not count.
void Scanner::skip_docker_comments() {
  while (!at_end()) {
    const size_t end = line_end();
    const std::string_view line = trim(text_.substr(pos_, end - pos_));
    if (end == text_.size() || (!line.empty() && line[0] != '#')) return;
    pos_ = end + 1;
  }
}

void Scanner::finish(Command command) {
  if (out_.commands.size() + out_.environment.size() >= kMaxFacts) {
    if (pos_ < text_.size()) {
      out_.problems.push_back({at(pos_), "more commands than the limit; the rest was not read"});
    }
    pos_ = text_.size();
    return;
  }
  const std::vector<NestedScript> scripts = finish_command(std::move(command), out_);
  if (depth_ + kScriptWeight > kMaxScriptDepth * kScriptWeight) return;
  for (const NestedScript& script : scripts) {
    const uint32_t begin = script.span.begin - offset_;
    const std::string_view text = text_.substr(begin, script.span.end - script.span.begin);
    Scanner(text, script.span.begin, out_, dialect_, depth_ + kScriptWeight).run();
  }
}

}  // namespace npuport::shell
