// One pass over shell text; see shell.h for what it promises.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facts/text_facts.h"
#include "syntax/shell/shell.h"

namespace npuport::shell {

class Scanner {
 public:
  Scanner(std::string_view text, uint32_t offset, TextFacts& out, ShellDialect dialect, int depth)
      : text_(text), offset_(offset), out_(out), dialect_(dialect), depth_(depth) {}

  void run() { scan_list('\0'); }
  void run_substitutions();

 private:
  struct Heredoc {
    std::string delimiter;
    bool expands = true;  // unquoted delimiter: $(...) in the body runs
    bool is_script = false;
  };
  // Where a list stands inside `case ... esac` and ( ... ).
  struct ListState {
    int cases = 0;
    int parentheses = 0;
    bool expects_pattern = false;
  };

  // lists and commands (scanner.cc)
  void scan_list(char close);
  bool next_command(ListState& state, char close);
  bool is_prompt() const;
  void skip_pattern(ListState& state);
  void scan_command(ListState& state);
  bool handle_reserved(ListState& state, Command& command, bool& keep);
  bool scan_case_header(ListState& state);
  bool skip_function_header(const Command& command);
  void scan_test(Command& command);
  bool scan_redirection(const Command& command);
  void read_heredocs();
  void read_heredoc(const Heredoc& heredoc);
  void end_line();
  void comment();
  void skip_blanks();
  void skip_docker_comments();
  void finish(Command command);

  // words (word.cc)
  bool read_word(Word& word, bool& quoted);
  void read_array(EnvAssignment& assignment);
  void append_array(Word& word);
  void single_quoted(std::string& text);
  void ansi_quoted(std::string& text);
  void double_quoted(std::string& text);
  void dollar(std::string& text);
  void backquote(std::string& text);
  void substitution(size_t open_size, char close);
  void skip_parentheses();
  void skip_braces();

  bool at_end() const { return pos_ >= text_.size(); }
  char peek(size_t ahead = 0) const {
    return pos_ + ahead < text_.size() ? text_[pos_ + ahead] : '\0';
  }
  bool looking_at(std::string_view prefix) const { return text_.substr(pos_).starts_with(prefix); }
  // Bytes of a "\<newline>" at pos_, else 0.
  size_t continuation() const;
  size_t line_end() const;
  uint32_t at(size_t pos) const { return offset_ + static_cast<uint32_t>(pos); }

  std::string_view text_;
  uint32_t offset_;
  TextFacts& out_;
  ShellDialect dialect_;
  int depth_;
  size_t pos_ = 0;
  char close_ = '\0';
  bool no_single_quote_ahead_ = false;
  bool no_double_quote_ahead_ = false;
  int lost_heredocs_ = 0;
  std::vector<Heredoc> heredocs_;
};

}  // namespace npuport::shell
