// Where blocks begin and end, and what is known after them: guards, scopes, "always leaves".
#include "syntax/python/statements.h"

namespace npuport::python {

StatementParser::Block& StatementParser::open_block(BlockKind kind) {
  Block& block = blocks_.emplace_back();
  block.kind = kind;
  block.column = column_;
  block.outer_guard = block.clause_guard = builder_.guard();
  block.outer_scope = builder_.scope();
  block.first_pending = kind == BlockKind::kIf ? leaving_tests_.size() : pending_handlers_.size();
  expects_docstring_ = false;
  return block;
}

// True when the current token is a clause of `block`: its else, except and so on.
bool StatementParser::continues(const Block& block, uint32_t column) const {
  if (block.column != column) return false;
  const Token clause = kind();
  switch (block.kind) {
    case BlockKind::kIf:
      return (clause == Token::kElif || clause == Token::kElse) && !block.has_else;
    case BlockKind::kLoop:
      return clause == Token::kElse && !block.has_else;
    case BlockKind::kTry:
      return clause == Token::kExcept || clause == Token::kElse || clause == Token::kFinally;
    case BlockKind::kBroken:
      return clause == Token::kElif || clause == Token::kElse || clause == Token::kExcept ||
             clause == Token::kFinally;
    default:
      return false;
  }
}

// Ends the blocks that a line at `column` ends.
void StatementParser::begin_statement(uint32_t column) {
  while (!blocks_.empty() && blocks_.back().column >= column) {
    if (continues(blocks_.back(), column)) return finish_clause(blocks_.back());
    const bool has_parent = blocks_.size() > 1;
    const bool parent_goes_on = !has_parent || blocks_[blocks_.size() - 2].column < column;
    close_block(parent_goes_on);
  }
}

void StatementParser::finish_clause(Block& block) {
  builder_.close_guards(block.clause_guard, last_end_);
  switch (block.clause) {
    case Clause::kFirst:
      block.first_leaves = block.leaves;
      break;
    case Clause::kElse:
      block.else_leaves = block.leaves;
      if (block.kind == BlockKind::kTry) block.first_leaves |= block.leaves;
      break;
    case Clause::kElif:
    case Clause::kExcept:
      block.others_leave &= block.leaves;
      break;
    case Clause::kFinally:
      block.finally_leaves = block.leaves;
      break;
  }
  if (block.kind == BlockKind::kIf && block.clause != Clause::kElse) {
    block.leaving_so_far &= block.leaves;
    if (block.leaving_so_far) leaving_tests_.push_back(block.test);
  }
  block.leaves = false;
}

void StatementParser::close_block(bool parent_goes_on) {
  Block block = blocks_.back();
  finish_clause(block);
  builder_.close_guards(block.outer_guard, last_end_);
  blocks_.pop_back();
  bool leaves = false;
  switch (block.kind) {
    case BlockKind::kIf:
      leaves = block.has_else && block.first_leaves && block.others_leave && block.else_leaves;
      finish_if(block, parent_goes_on);
      break;
    case BlockKind::kTry:
      leaves = finish_try(block);
      break;
    case BlockKind::kWith:
      leaves = block.first_leaves;
      break;
    case BlockKind::kFunction:
    case BlockKind::kClass:
      builder_.facts().scopes[builder_.scope()].span.end = last_end_;
      builder_.set_scope(block.outer_scope);
      break;
    default:
      break;
  }
  if (leaves) set_leaves();
}

// What the statements after the chain know: the tests of the leading clauses that all leave do not
// hold; after "if test: ... else: leave" the test holds.
void StatementParser::finish_if(const Block& block, bool parent_goes_on) {
  if (parent_goes_on) {
    for (size_t i = block.first_pending; i < leaving_tests_.size(); ++i) {
      builder_.push_guard(GuardKind::kAfterExit, leaving_tests_[i], begin());
    }
    if (block.else_leaves && !block.has_elif && !block.first_leaves) {
      builder_.push_guard(GuardKind::kIf, block.test, begin());
    }
  }
  leaving_tests_.resize(block.first_pending);
}

bool StatementParser::finish_try(const Block& block) {
  PythonFacts& facts = builder_.facts();
  Guard& guard = facts.guards[block.try_guard];
  guard.first_handler = static_cast<uint32_t>(facts.handlers.size());
  guard.handler_count = static_cast<uint32_t>(pending_handlers_.size() - block.first_pending);
  facts.handlers.insert(
      facts.handlers.end(),
      pending_handlers_.begin() + static_cast<std::ptrdiff_t>(block.first_pending),
      pending_handlers_.end());
  pending_handlers_.resize(block.first_pending);
  return block.finally_leaves || (block.first_leaves && block.others_leave);
}

void StatementParser::set_leaves() {
  if (!blocks_.empty()) blocks_.back().leaves = true;
}

}  // namespace npuport::python
