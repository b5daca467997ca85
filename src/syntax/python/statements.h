// Parses statements and keeps track of blocks.
//
// A file is a flat loop over logical lines; blocks are an explicit stack ordered by column, so
// nesting of statements is not limited by the machine stack. A block ends at the first line that is
// not indented deeper than its header. Each line is parsed on its own: when it is broken, what it
// made is rolled back, the error is recorded and the next line that can start a statement is looked
// for.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "syntax/python/expressions.h"

namespace npuport::python {

class StatementParser : private ExpressionParser {
 public:
  // `is_notebook`: lines that start with ! or % are shell commands and magics.
  StatementParser(std::string_view text, Lexer& lexer, FactsBuilder& builder, bool is_notebook)
      : ExpressionParser(lexer, builder),
        text_(text),
        is_notebook_(is_notebook),
        reparse_budget_(text.size() * 2 + 4096) {}

  // Parses [begin, end): the whole file, or one notebook cell after the other.
  void parse_range(uint32_t begin, uint32_t end);

 private:
  enum class BlockKind : uint8_t {
    kIf,
    kLoop,
    kTry,
    kWith,
    kMatch,
    kCase,
    kFunction,
    kClass,
    kBroken,  // a header with a syntax error
  };
  enum class Clause : uint8_t { kFirst, kElif, kElse, kExcept, kFinally };

  // A compound statement whose body is being read. "Leaves" means that control never reaches the
  // end: return, raise, continue, break or a call of sys.exit on every way through.
  struct Block {
    BlockKind kind = BlockKind::kBroken;
    Clause clause = Clause::kFirst;
    bool leaves = false;        // the current clause, so far
    bool first_leaves = false;  // if: its body; try: its body or else
    bool else_leaves = false;   // if: the else clause
    bool others_leave = true;   // if: each elif; try: each except
    bool finally_leaves = false;
    bool has_elif = false;
    bool has_else = false;
    bool leaving_so_far = true;  // if: every clause up to here leaves
    uint32_t column = 0;
    NodeId test = kNone;           // if: of the latest if or elif
    GuardId outer_guard = kNone;   // in force outside the statement
    GuardId clause_guard = kNone;  // in force where the next clause is evaluated
    GuardId try_guard = kNone;
    ScopeId outer_scope = 0;
    size_t first_pending = 0;  // in leaving_tests_ (if) or pending_handlers_ (try)
  };

  // What recovery can still save of a broken "def name(" or "class name(".
  struct Definition {
    ScopeKind kind = ScopeKind::kFunction;
    Symbol name = Symbol::kNone;
    Span span;
  };

  // ---- lines (statements.cc)
  void parse_line();
  bool parse_statement();
  bool parse_simple_statements();
  bool parse_simple_statement();
  void begin_simple_statement();
  bool parse_expression_statement();
  bool parse_assignment();
  bool parse_annotated_assignment();
  bool parse_augmented_assignment();
  bool finish_expression(NodeId first);
  bool is_exit_call() const;
  bool parse_return();
  bool parse_raise();
  bool parse_delete();
  bool parse_assert();
  bool parse_global();
  bool parse_leaving_keyword();
  bool parse_root(RootKind kind);
  bool parse_list_root(RootKind kind);

  // ---- statements that start with an ordinary name (soft_keywords.cc)
  bool at_print_statement();
  bool parse_print();
  bool at_type_statement();
  bool parse_type_alias();

  // ---- imports (imports.cc)
  bool parse_import();
  bool parse_from_import();
  bool parse_imported_name(const Import& prefix, bool& more);
  bool parse_module_name(Import& import);

  // ---- compound statements (compound.cc)
  bool parse_header_end(uint32_t& body);
  bool parse_suite();
  bool parse_if();
  bool parse_while();
  bool parse_for();
  bool parse_try();
  bool parse_with();
  bool parse_with_items();
  bool parse_with_item();
  bool parse_clause();
  bool parse_elif(Block& block);
  bool parse_else(Block& block);
  bool parse_except(Block& block);
  bool parse_except_types(bool is_group);
  bool parse_finally(Block& block);
  bool parse_async();
  bool parse_match();
  bool parse_case();

  // ---- definitions (definitions.cc)
  bool parse_decorator();
  bool parse_function(bool is_async);
  bool parse_class();
  bool parse_parameters(ScopeId scope);
  bool parse_parameter(ScopeId scope, ParameterKind kind);
  bool parse_type_parameters(ScopeId scope);
  bool parse_bases(Scope& scope);
  ScopeId open_scope(const Definition& definition, bool is_async);
  void enter_scope(ScopeId scope, BlockKind kind);

  // ---- match patterns (patterns.cc)
  bool parse_pattern_list();
  bool parse_pattern();
  bool parse_or_pattern();
  bool parse_closed_pattern();
  bool parse_name_pattern();
  bool parse_star_pattern();
  bool parse_sequence_pattern(Token closing);
  bool parse_mapping_pattern();
  bool parse_class_pattern(uint32_t start, NodeId first);
  void capture(const TokenInfo& token);

  // ---- blocks (blocks.cc)
  Block& open_block(BlockKind kind);
  void begin_statement(uint32_t column);
  bool continues(const Block& block, uint32_t column) const;
  void finish_clause(Block& block);
  void close_block(bool parent_goes_on);
  void finish_if(const Block& block, bool parent_goes_on);
  bool finish_try(const Block& block);
  void set_leaves();

  // ---- errors (recovery.cc)
  void recover();
  void keep_block();
  void find_next_statement(uint32_t error);
  bool at_new_statement(uint32_t error) const;

  // ---- notebooks (magics.cc)
  void parse_magic();
  void parse_line_magic(std::string_view name, uint32_t name_begin);
  void parse_cell_magic(std::string_view name);
  Span take_shell_line(uint32_t begin);

  std::string_view text_;
  bool is_notebook_;
  size_t
      reparse_budget_;  // bytes that recovery may parse again, so that hostile input stays linear

  std::vector<Block> blocks_;
  std::vector<NodeId> leaving_tests_;
  std::vector<NodeId> pending_handlers_;
  std::vector<NodeId> contexts_;  // of the with statement being read

  uint32_t range_begin_ = 0;
  uint32_t range_end_ = 0;
  uint32_t column_ = 0;  // of the line being read
  uint32_t line_begin_ = 0;
  Token line_token_ = Token::kEnd;  // its first token
  uint32_t statement_begin_ = 0;
  size_t first_root_ = 0;  // of the statement being read
  uint32_t last_end_ = 0;  // of the statement read last
  FactsBuilder::Mark mark_{};
  Definition definition_;
  bool expects_docstring_ = false;
  size_t first_decorator_ = 0;
  uint32_t decorator_begin_ = 0;
  bool has_decorators_ = false;
};

}  // namespace npuport::python
