// The patterns of match statements. Captured names are kName nodes with a kCapture binding.
#include "syntax/python/statements.h"

namespace npuport::python {

void StatementParser::capture(const TokenInfo& token) {
  if (token.name == lexer_.names().known.underscore) return;
  builder_.bind(BindingKind::kCapture, token.name, {token.begin, token.end});
}

// pattern, *rest, pattern: a kTuple when there is a comma.
bool StatementParser::parse_pattern_list() {
  const uint32_t start = begin();
  const NodeId first = builder_.next_node();
  if (!parse_pattern()) return false;
  if (!at(Token::kComma)) return true;
  while (accept(Token::kComma) && !at(Token::kColon) && !at(Token::kIf)) {
    if (!parse_pattern()) return false;
  }
  builder_.add_node(NodeKind::kTuple, start, previous_end(), first);
  return true;
}

// alternatives [as name]
bool StatementParser::parse_pattern() {
  if (!descend()) return false;
  const bool parsed = at(Token::kStar) ? parse_star_pattern() : parse_or_pattern();
  ascend();
  if (!parsed || !accept(Token::kAs)) return parsed;
  if (!at(Token::kName)) return fail("expected a name after 'as'");
  capture(lexer_.token());
  lexer_.advance();
  return true;
}

bool StatementParser::parse_or_pattern() {
  const uint32_t start = begin();
  const NodeId first = builder_.next_node();
  if (!parse_closed_pattern()) return false;
  while (accept(Token::kPipe)) {
    if (!parse_closed_pattern()) return false;
    builder_.add_node(
        {NodeKind::kBinary, Operator::kBitOr, 0, 0, start, previous_end(), first, Symbol::kNone});
  }
  return true;
}

bool StatementParser::parse_closed_pattern() {
  switch (kind()) {
    case Token::kName:
      return parse_name_pattern();
    case Token::kLeftParen:
      return parse_sequence_pattern(Token::kRightParen);
    case Token::kLeftBracket:
      return parse_sequence_pattern(Token::kRightBracket);
    case Token::kLeftBrace:
      return parse_mapping_pattern();
    default:  // a literal: 1, -1, 1 + 2j, "a" "b", None
      return parse(Power::kSum);
  }
}

// A capture, a dotted value or the class of a class pattern.
bool StatementParser::parse_name_pattern() {
  const TokenInfo name = lexer_.token();
  const NodeId first = builder_.next_node();
  builder_.add_node(NodeKind::kName, name.begin, name.end, first, name.name);
  lexer_.advance();
  if (!at(Token::kDot) && !at(Token::kLeftParen)) {
    capture(name);
    return true;
  }
  while (accept(Token::kDot)) {
    if (!at_any_name()) return fail("expected a name after '.'");
    const Symbol attribute = any_name();
    builder_.add_node(NodeKind::kAttribute, name.begin, lexer_.token().end, first, attribute);
    lexer_.advance();
  }
  return !accept(Token::kLeftParen) || parse_class_pattern(name.begin, first);
}

// The class and its parenthesis are read: C(a, name=b).
bool StatementParser::parse_class_pattern(uint32_t start, NodeId first) {
  while (!at(Token::kRightParen)) {
    const TokenInfo keyword = lexer_.token();
    const NodeId value = builder_.next_node();
    if (keyword.kind == Token::kName && lexer_.peek() == '=') {
      lexer_.advance();
      lexer_.advance();
      if (!parse_pattern()) return false;
      builder_.add_node(NodeKind::kKeyword, keyword.begin, previous_end(), value, keyword.name);
    } else if (!parse_pattern()) {
      return false;
    }
    if (!accept(Token::kComma)) break;
  }
  if (!expect(Token::kRightParen, "expected ')'")) return false;
  builder_.add_node(NodeKind::kClassPattern, start, previous_end(), first);
  return true;
}

bool StatementParser::parse_star_pattern() {
  const uint32_t start = begin();
  const NodeId first = builder_.next_node();
  lexer_.advance();
  if (!at(Token::kName)) return fail("expected a name after '*'");
  if (!parse_name_pattern()) return false;
  builder_.add_node(NodeKind::kStar, start, previous_end(), first);
  return true;
}

// (a, b) or [a, b]; (a) is just a.
bool StatementParser::parse_sequence_pattern(Token closing) {
  const uint32_t start = begin();
  const NodeId first = builder_.next_node();
  lexer_.advance();
  bool is_sequence = closing == Token::kRightBracket || at(closing);
  while (!at(closing)) {
    if (!parse_pattern()) return false;
    if (!accept(Token::kComma)) break;
    is_sequence = true;
  }
  if (!expect(closing, "expected ')' or ']'")) return false;
  if (is_sequence) {
    builder_.add_node(closing == Token::kRightParen ? NodeKind::kTuple : NodeKind::kList, start,
                      previous_end(), first);
  }
  if (closing == Token::kRightParen) {
    builder_.node(builder_.last_node()).flags |= kFlagParenthesised;
  }
  return true;
}

// {key: pattern, **rest}
bool StatementParser::parse_mapping_pattern() {
  const uint32_t start = begin();
  const NodeId first = builder_.next_node();
  lexer_.advance();
  while (!at(Token::kRightBrace)) {
    const uint32_t item = begin();
    const NodeId item_first = builder_.next_node();
    if (accept(Token::kDoubleStar)) {
      if (!at(Token::kName)) return fail("expected a name after '**'");
      if (!parse_name_pattern()) return false;
      builder_.add_node(NodeKind::kDoubleStar, item, previous_end(), item_first);
    } else {
      if (!parse(Power::kSum)) return false;
      if (!expect(Token::kColon, "expected ':'")) return false;
      if (!parse_pattern()) return false;
    }
    if (!accept(Token::kComma)) break;
  }
  if (!expect(Token::kRightBrace, "expected '}'")) return false;
  builder_.add_node(NodeKind::kDict, start, previous_end(), first);
  return true;
}

}  // namespace npuport::python
