// Compound statements: headers and clauses. Their bodies are ordinary lines that follow.
#include "syntax/python/statements.h"

namespace npuport::python {

// The ":" of a header. `body` is where the guarded statements start.
bool StatementParser::parse_header_end(uint32_t& body) {
  if (!at(Token::kColon)) return fail("expected ':'");
  body = lexer_.token().end;
  builder_.set_statement(first_root_, {statement_begin_, body});
  last_end_ = body;
  lexer_.advance();
  return true;
}

// What stands on the line of the header.
bool StatementParser::parse_suite() {
  if (at(Token::kNewline) || at(Token::kEnd)) return true;
  begin_simple_statement();
  return parse_simple_statements();
}

bool StatementParser::parse_if() {
  lexer_.advance();
  if (!parse_root(RootKind::kIfTest)) return false;
  const NodeId test = builder_.last_node();
  uint32_t body = 0;
  if (!parse_header_end(body)) return false;
  open_block(BlockKind::kIf).test = test;
  builder_.push_guard(GuardKind::kIf, test, body);
  return parse_suite();
}

bool StatementParser::parse_while() {
  lexer_.advance();
  if (!parse_root(RootKind::kWhileTest)) return false;
  const NodeId test = builder_.last_node();
  uint32_t body = 0;
  if (!parse_header_end(body)) return false;
  open_block(BlockKind::kLoop);
  builder_.push_guard(GuardKind::kWhile, test, body);
  return parse_suite();
}

bool StatementParser::parse_for() {
  lexer_.advance();
  if (!parse_target_list()) return false;
  const auto targets = builder_.bind_target(BindingKind::kFor, builder_.last_node());
  builder_.add_root(RootKind::kForTarget);
  if (!expect(Token::kIn, "expected 'in'")) return false;
  if (!parse_list_root(RootKind::kForIterable)) return false;
  builder_.resolve_targets(targets, builder_.last_node());
  uint32_t body = 0;
  if (!parse_header_end(body)) return false;
  open_block(BlockKind::kLoop);
  return parse_suite();
}

bool StatementParser::parse_async() {
  const Lexer::State before = lexer_.state();
  lexer_.advance();
  switch (kind()) {
    case Token::kDef:
      return parse_function(true);
    case Token::kFor:
      return parse_for();
    case Token::kWith:
      return parse_with();
    default:  // a name in old code
      lexer_.restore(before);
      lexer_.treat_as_name();
      return parse_simple_statements();
  }
}

// ---- with

bool StatementParser::parse_with() {
  lexer_.advance();
  contexts_.clear();
  const bool in_parentheses =
      at(Token::kLeftParen) && attempt([this] {
        lexer_.advance();
        return parse_with_items() && accept(Token::kRightParen) && at(Token::kColon);
      });
  if (!in_parentheses) {
    contexts_.clear();
    if (!parse_with_items()) return false;
  }
  uint32_t body = 0;
  if (!parse_header_end(body)) return false;
  open_block(BlockKind::kWith);
  for (const NodeId context : contexts_) builder_.push_guard(GuardKind::kWith, context, body);
  return parse_suite();
}

bool StatementParser::parse_with_items() {
  do {
    if (at(Token::kRightParen)) return true;
    if (!parse_with_item()) return false;
  } while (accept(Token::kComma));
  return true;
}

bool StatementParser::parse_with_item() {
  if (!parse(Power::kConditional)) return false;
  const NodeId context = builder_.add_root(RootKind::kWithItem);
  contexts_.push_back(context);
  if (!accept(Token::kAs)) return true;
  if (!parse(Power::kBitOr)) return false;
  builder_.resolve_targets(builder_.bind_target(BindingKind::kWith, builder_.last_node()), context);
  builder_.add_root(RootKind::kTarget);
  return true;
}

// ---- try

bool StatementParser::parse_try() {
  lexer_.advance();
  uint32_t body = 0;
  if (!parse_header_end(body)) return false;
  Block& block = open_block(BlockKind::kTry);
  block.try_guard = builder_.push_guard(GuardKind::kTry, kNone, body);
  return parse_suite();
}

bool StatementParser::parse_except(Block& block) {
  lexer_.advance();
  const bool is_group = accept(Token::kStar);
  NodeId caught = kNone;
  if (!at(Token::kColon)) {
    if (!parse_except_types(is_group)) return false;
    caught = builder_.facts().roots.back().node;
  }
  uint32_t body = 0;
  if (!parse_header_end(body)) return false;
  block.clause = Clause::kExcept;
  pending_handlers_.push_back(caught);
  builder_.push_guard(GuardKind::kExcept, caught, body);
  return parse_suite();
}

// E | (E, F) | E, F, each with "as name"; Python 2: E, name.
bool StatementParser::parse_except_types(bool is_group) {
  const uint32_t start = begin();
  const NodeId first = builder_.next_node();
  if (!parse_expression()) return false;
  if (at(Token::kComma)) {
    const Lexer::State before = lexer_.state();
    lexer_.advance();
    const TokenInfo name = lexer_.token();
    const char initial = name.begin < text_.size() ? text_[name.begin] : '\0';
    // "except IOError, e:" and not "except IOError, KeyError:".
    if (!is_group && name.kind == Token::kName && !(initial >= 'A' && initial <= 'Z') &&
        lexer_.peek() == ':') {
      builder_.bind(BindingKind::kExcept, name.name, span()).value = builder_.last_node();
      builder_.add_root(RootKind::kExceptType);
      lexer_.advance();
      return true;
    }
    lexer_.restore(before);
    while (accept(Token::kComma)) {
      if (!parse_expression()) return false;
    }
    builder_.add_node(NodeKind::kTuple, start, previous_end(), first);
  }
  const NodeId caught = builder_.add_root(RootKind::kExceptType);
  if (!accept(Token::kAs)) return true;
  if (!at(Token::kName)) return fail("expected a name after 'as'");
  builder_.bind(BindingKind::kExcept, lexer_.token().name, span()).value = caught;
  lexer_.advance();
  return true;
}

bool StatementParser::parse_finally(Block& block) {
  lexer_.advance();
  uint32_t body = 0;
  if (!parse_header_end(body)) return false;
  block.clause = Clause::kFinally;
  return parse_suite();
}

// ---- clauses; begin_statement has ended the clause before

bool StatementParser::parse_clause() {
  if (blocks_.empty() || !continues(blocks_.back(), column_)) {
    return fail("a clause without its statement");
  }
  Block& block = blocks_.back();
  switch (kind()) {
    case Token::kElif:
      return parse_elif(block);
    case Token::kElse:
      return parse_else(block);
    case Token::kExcept:
      return parse_except(block);
    default:
      return parse_finally(block);
  }
}

bool StatementParser::parse_elif(Block& block) {
  if (block.kind == BlockKind::kIf) {
    builder_.push_guard(GuardKind::kElse, block.test, begin());
  }
  const GuardId clause_guard = builder_.guard();
  lexer_.advance();
  if (!parse_root(RootKind::kIfTest)) return false;
  const NodeId test = builder_.last_node();
  uint32_t body = 0;
  if (!parse_header_end(body)) return false;
  block.clause = Clause::kElif;
  block.clause_guard = clause_guard;
  block.test = test;
  block.has_elif = true;
  builder_.push_guard(GuardKind::kIf, test, body);
  return parse_suite();
}

bool StatementParser::parse_else(Block& block) {
  lexer_.advance();
  uint32_t body = 0;
  if (!parse_header_end(body)) return false;
  block.clause = Clause::kElse;
  block.has_else = true;
  if (block.kind == BlockKind::kIf) builder_.push_guard(GuardKind::kElse, block.test, body);
  return parse_suite();
}

// ---- match

// Called for a line that starts with the name "match"; false when it is no match statement.
bool StatementParser::parse_match() {
  lexer_.advance();
  if (!starts_expression() || !parse_list()) return false;
  const TokenInfo colon = lexer_.token();
  if (colon.kind != Token::kColon) return false;
  builder_.add_root(RootKind::kMatchSubject);
  uint32_t body = 0;
  if (!parse_header_end(body) || !at(Token::kNewline)) return false;
  open_block(BlockKind::kMatch);
  return true;
}

// case pattern [if condition]: the guard of the body holds the pattern, and the condition inside
// it.
bool StatementParser::parse_case() {
  lexer_.advance();
  const GuardId outer = builder_.guard();
  if (!parse_pattern_list()) return false;
  const NodeId pattern = builder_.add_root(RootKind::kPattern);
  builder_.push_guard(GuardKind::kCase, pattern, begin());
  NodeId condition = kNone;
  if (accept(Token::kIf)) {
    if (!parse_root(RootKind::kIfTest)) return false;
    condition = builder_.last_node();
  }
  uint32_t body = 0;
  if (!parse_header_end(body)) return false;
  Block& block = open_block(BlockKind::kCase);
  block.outer_guard = block.clause_guard = outer;
  if (condition != kNone) builder_.push_guard(GuardKind::kIf, condition, body);
  return parse_suite();
}

}  // namespace npuport::python
