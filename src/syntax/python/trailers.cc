// What follows an operand: attributes, calls, subscripts; and lists of expressions.
#include "syntax/python/expressions.h"

namespace npuport::python {

// .name, (arguments) and [items], any number of times.
bool ExpressionParser::parse_trailers(uint32_t start, NodeId first) {
  for (;;) {
    switch (kind()) {
      case Token::kDot: {
        lexer_.advance();
        if (!at_any_name()) return fail("expected a name after '.'");
        const Symbol name = any_name();
        builder_.add_node(NodeKind::kAttribute, start, lexer_.token().end, first, name);
        lexer_.advance();
        continue;
      }
      case Token::kLeftParen:
        lexer_.advance();
        if (!parse_arguments()) return false;
        builder_.add_node(NodeKind::kCall, start, lexer_.token().end, first);
        lexer_.advance();
        continue;
      case Token::kLeftBracket:
        lexer_.advance();
        do {
          if (at(Token::kRightBracket)) break;
          if (!parse_subscript_item()) return false;
        } while (accept(Token::kComma));
        if (!at(Token::kRightBracket)) return fail("expected ']'");
        builder_.add_node(NodeKind::kSubscript, start, lexer_.token().end, first);
        lexer_.advance();
        continue;
      default:
        return true;
    }
  }
}

bool ExpressionParser::parse_subscript_item() {
  const uint32_t start = begin();
  const NodeId first = builder_.next_node();
  if (!at(Token::kColon) && !parse_element(Power::kNamed)) return false;
  if (!at(Token::kColon)) return true;
  while (accept(Token::kColon)) {
    if (starts_expression() && !parse_expression()) return false;
  }
  builder_.add_node(NodeKind::kSlice, start, previous_end(), first);
  return true;
}

// ---- arguments and lists

bool ExpressionParser::parse_star(NodeKind kind, Power operand) {
  const uint32_t start = begin();
  const NodeId first = builder_.next_node();
  lexer_.advance();
  if (!parse(operand)) return false;
  builder_.add_node(kind, start, previous_end(), first);
  return true;
}

bool ExpressionParser::parse_element(Power power) {
  return at(Token::kStar) ? parse_star(NodeKind::kStar, Power::kBitOr) : parse(power);
}

bool ExpressionParser::parse_argument() {
  if (at(Token::kStar)) return parse_star(NodeKind::kStar, Power::kConditional);
  if (at(Token::kDoubleStar)) return parse_star(NodeKind::kDoubleStar, Power::kConditional);
  const uint32_t start = begin();
  const NodeId first = builder_.next_node();
  if (!parse_expression()) return false;
  if (at(Token::kAssign)) {
    const Node keyword = builder_.node(builder_.last_node());
    if (keyword.kind != NodeKind::kName || builder_.last_node() != first) {
      return fail("only a name can stand before '=' in a call");
    }
    builder_.drop_nodes(first);
    lexer_.advance();
    if (!parse(Power::kConditional)) return false;
    builder_.add_node(NodeKind::kKeyword, start, previous_end(), first, keyword.name);
    return true;
  }
  return !at_comprehension() || parse_comprehension(start, first);
}

bool ExpressionParser::parse_arguments() {
  do {
    if (at(Token::kRightParen)) return true;
    if (!parse_argument()) return false;
  } while (accept(Token::kComma));
  return at(Token::kRightParen) || fail("expected ',' or ')'");
}

bool ExpressionParser::parse_list(Power element) {
  const uint32_t start = begin();
  const NodeId first = builder_.next_node();
  if (!parse_element(element)) return false;
  if (!at(Token::kComma)) return true;
  while (accept(Token::kComma) && starts_expression()) {
    if (!parse_element(element)) return false;
  }
  builder_.add_node(NodeKind::kTuple, start, previous_end(), first);
  return true;
}

}  // namespace npuport::python
