// After a syntax error: forget the broken statement and find the next one.
#include <algorithm>

#include "syntax/python/statements.h"

namespace npuport::python {
namespace {

// Keywords that no expression contains.
bool is_statement_keyword(Token token) {
  switch (token) {
    case Token::kAssert:
    case Token::kBreak:
    case Token::kClass:
    case Token::kContinue:
    case Token::kDef:
    case Token::kDel:
    case Token::kElif:
    case Token::kExcept:
    case Token::kFinally:
    case Token::kGlobal:
    case Token::kImport:
    case Token::kNonlocal:
    case Token::kPass:
    case Token::kRaise:
    case Token::kReturn:
    case Token::kTry:
    case Token::kWhile:
    case Token::kWith:
      return true;
    default:
      return false;
  }
}

// Tokens that start many statements, but can also start a line inside brackets.
bool may_start_statement(Token token) {
  return token == Token::kName || token == Token::kAt || token == Token::kAsync ||
         token == Token::kFor || token == Token::kFrom || token == Token::kIf;
}

bool is_clause(Token token) {
  return token == Token::kElif || token == Token::kElse || token == Token::kExcept ||
         token == Token::kFinally;
}

bool opens_block(Token token) {
  switch (token) {
    case Token::kElif:
    case Token::kElse:
    case Token::kExcept:
    case Token::kFinally:
    case Token::kIf:
    case Token::kWhile:
    case Token::kFor:
    case Token::kTry:
    case Token::kWith:
    case Token::kDef:
    case Token::kClass:
    case Token::kAsync:
      return true;
    default:
      return false;
  }
}

}  // namespace

void StatementParser::recover() {
  const uint32_t error = begin();
  builder_.facts().errors.push_back({error, failure() != nullptr ? failure() : "invalid syntax"});
  clear_failure();
  builder_.roll_back(mark_);
  expects_docstring_ = false;
  const bool in_header = statement_begin_ == line_begin_ && opens_block(line_token_);
  find_next_statement(error);
  last_end_ = std::min(error, begin());  // blocks and guards reach over the broken statement
  if (in_header) keep_block();
}

// The body of a broken header still is a block of its own.
void StatementParser::keep_block() {
  if (definition_.name != Symbol::kNone) {
    const bool is_class = definition_.kind == ScopeKind::kClass;
    const ScopeId scope = open_scope(definition_, line_token_ == Token::kAsync);
    enter_scope(scope, is_class ? BlockKind::kClass : BlockKind::kFunction);
  } else if (is_clause(line_token_) && !blocks_.empty() && blocks_.back().column == column_) {
    Block& block = blocks_.back();
    block.clause = Clause::kExcept;
    block.leaving_so_far = false;
    block.others_leave = false;
  } else {
    open_block(BlockKind::kBroken);
  }
}

// Reads the broken statement again without understanding it, to the end of its logical line. A
// bracket that is never closed would swallow the file, so inside brackets a line that must be a
// statement ends it too, and one that may be a statement if it is not indented deeper.
void StatementParser::find_next_statement(uint32_t error) {
  const bool again = error - statement_begin_ <= reparse_budget_;
  lexer_.resume(again ? statement_begin_ : error);
  if (!again && at_new_statement(error)) return;
  while (!at(Token::kEnd)) {
    if (at(Token::kFString)) {
      lexer_.skip_string();
    } else {
      if (at(Token::kNewline) && begin() >= error) return;
      const bool at_semicolon = at(Token::kSemicolon) && lexer_.state().depth == 0;
      const bool past_error = begin() >= error;
      lexer_.advance();
      if (at_semicolon && past_error) return;
    }
    if (at_new_statement(error)) {
      const uint32_t next = begin();
      if (next < error) reparse_budget_ -= error - next;
      lexer_.resume(next);
      return;
    }
  }
}

bool StatementParser::at_new_statement(uint32_t error) const {
  const bool certain = is_statement_keyword(kind());
  if ((!certain && !may_start_statement(kind())) || begin() == statement_begin_) return false;
  uint32_t column = 0;
  if (!lexer_.starts_line(column) || (!certain && column > column_)) return false;
  return lexer_.state().depth > 0 || begin() >= error;
}

}  // namespace npuport::python
