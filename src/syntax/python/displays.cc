// Operands that contain other expressions: parentheses, displays, comprehensions, lambda, yield.
#include "syntax/python/expressions.h"

namespace npuport::python {

// ( ) is an empty tuple, (a, b) a tuple, (a for b in c) a generator, (a) just a.
bool ExpressionParser::parse_group() {
  const uint32_t start = begin();
  const NodeId first = builder_.next_node();
  lexer_.advance();
  bool is_tuple = at(Token::kRightParen);
  if (!is_tuple) {
    if (!parse_element(Power::kNamed)) return false;
    is_tuple = at(Token::kComma);
    if (at_comprehension() && !parse_comprehension(start, first)) return false;
  }
  while (is_tuple && accept(Token::kComma) && !at(Token::kRightParen)) {
    if (!parse_element(Power::kNamed)) return false;
  }
  if (!at(Token::kRightParen)) return fail("expected ')'");
  if (is_tuple) builder_.add_node(NodeKind::kTuple, start, lexer_.token().end, first);
  Node& node = builder_.node(builder_.last_node());
  node.flags |= kFlagParenthesised;
  if (node.kind == NodeKind::kComprehension && node.begin == start) node.end = lexer_.token().end;
  lexer_.advance();
  return true;
}

bool ExpressionParser::parse_list_display() {
  const uint32_t start = begin();
  const NodeId first = builder_.next_node();
  lexer_.advance();
  bool is_comprehension = false;
  while (!at(Token::kRightBracket)) {
    if (!parse_element(Power::kNamed)) return false;
    if (at_comprehension()) {
      is_comprehension = true;
      if (!parse_comprehension(start, first)) return false;
      break;
    }
    if (!accept(Token::kComma)) break;
  }
  if (!at(Token::kRightBracket)) return fail("expected ',' or ']'");
  if (is_comprehension) {
    builder_.node(builder_.last_node()).end = lexer_.token().end;
  } else {
    builder_.add_node(NodeKind::kList, start, lexer_.token().end, first);
  }
  lexer_.advance();
  return true;
}

bool ExpressionParser::parse_brace_display() {
  const uint32_t start = begin();
  const NodeId first = builder_.next_node();
  lexer_.advance();
  bool is_dict = at(Token::kRightBrace);
  bool is_comprehension = false;
  while (!at(Token::kRightBrace)) {
    if (!parse_brace_item(is_dict)) return false;
    if (at_comprehension()) {
      is_comprehension = true;
      if (!parse_comprehension(start, first)) return false;
      break;
    }
    if (!accept(Token::kComma)) break;
  }
  if (!at(Token::kRightBrace)) return fail("expected ',' or '}'");
  if (is_comprehension) {
    builder_.node(builder_.last_node()).end = lexer_.token().end;
  } else {
    builder_.add_node(is_dict ? NodeKind::kDict : NodeKind::kSet, start, lexer_.token().end, first);
  }
  lexer_.advance();
  return true;
}

bool ExpressionParser::parse_brace_item(bool& is_dict) {
  if (at(Token::kDoubleStar)) {
    is_dict = true;
    return parse_star(NodeKind::kDoubleStar, Power::kBitOr);
  }
  if (!parse_element(Power::kNamed)) return false;
  if (!accept(Token::kColon)) return true;
  is_dict = true;
  return parse(Power::kConditional);
}

// Python 2: `x` is repr(x). The node is x itself.
bool ExpressionParser::parse_backticks() {
  lexer_.advance();
  if (!parse_list()) return false;
  builder_.node(builder_.last_node()).flags |= kFlagParenthesised;
  return expect(Token::kBacktick, "expected '`'");
}

// ---- comprehensions

bool ExpressionParser::at_comprehension() const {
  if (at(Token::kFor)) return true;
  return at(Token::kAsync) && lexer_.peek() == 'f';
}

// The element is parsed and starts at node `first`. The node ends with the last clause; a caller
// that has brackets to add extends it.
bool ExpressionParser::parse_comprehension(uint32_t start, NodeId first) {
  const size_t first_binding = builder_.facts().bindings.size();
  while (at_comprehension()) {
    accept(Token::kAsync);
    lexer_.advance();
    if (!parse_comprehension_clause()) return false;
  }
  builder_.limit_visibility(first_binding, BindingKind::kComprehension, {start, previous_end()});
  builder_.add_node(NodeKind::kComprehension, start, previous_end(), first);
  return true;
}

bool ExpressionParser::parse_comprehension_clause() {
  if (!parse_target_list()) return false;
  const auto targets = builder_.bind_target(BindingKind::kComprehension, builder_.last_node());
  if (!expect(Token::kIn, "expected 'in'")) return false;
  if (!parse(Power::kOr)) return false;
  builder_.resolve_targets(targets, builder_.last_node());
  while (accept(Token::kIf)) {
    if (!parse(Power::kOr)) return false;
  }
  return true;
}

// ---- lambda and yield

bool ExpressionParser::parse_lambda() {
  const uint32_t start = begin();
  const NodeId first = builder_.next_node();
  const size_t first_binding = builder_.facts().bindings.size();
  lexer_.advance();
  while (!at(Token::kColon)) {
    if (!parse_lambda_parameter()) return false;
    if (!accept(Token::kComma)) break;
  }
  if (!expect(Token::kColon, "expected ':' after the parameters of lambda")) return false;
  const uint32_t body = begin();
  if (!parse(Power::kConditional)) return false;
  builder_.limit_visibility(first_binding, BindingKind::kLambdaParameter, {body, previous_end()});
  builder_.add_node(NodeKind::kLambda, start, previous_end(), first);
  return true;
}

bool ExpressionParser::parse_lambda_parameter() {
  if (accept(Token::kSlash)) return true;
  if (accept(Token::kStar) || accept(Token::kDoubleStar)) {
    if (at(Token::kComma) || at(Token::kColon)) return true;
  }
  if (at(Token::kLeftParen)) {
    if (!parse_tuple_parameter(BindingKind::kLambdaParameter)) return false;
  } else {
    if (!at(Token::kName)) return fail("expected a parameter name");
    builder_.bind(BindingKind::kLambdaParameter, lexer_.token().name, span());
    lexer_.advance();
  }
  return !accept(Token::kAssign) || parse(Power::kConditional);
}

// Python 2: the "(b, c)" of def f(a, (b, c)). Binds the names; leaves no node.
bool ExpressionParser::parse_tuple_parameter(BindingKind kind) {
  const NodeId first = builder_.next_node();
  if (!parse_group()) return false;
  for (NodeId id = first; id < builder_.next_node(); ++id) {
    const Node& node = builder_.node(id);
    if (node.kind == NodeKind::kName) {
      builder_.bind(kind, node.name, {node.begin, node.end});
    } else if (node.kind != NodeKind::kTuple) {
      return fail("expected parameter names");
    }
  }
  builder_.drop_nodes(first);
  return true;
}

bool ExpressionParser::parse_yield() {
  const uint32_t start = begin();
  const NodeId first = builder_.next_node();
  lexer_.advance();
  if (accept(Token::kFrom)) {
    if (!parse(Power::kConditional)) return false;
  } else if (starts_expression() && !parse_list()) {
    return false;
  }
  builder_.add_node(NodeKind::kYield, start, previous_end(), first);
  return true;
}

}  // namespace npuport::python
