// String literals, and f-strings and t-strings with their replacement fields.
#include "syntax/python/expressions.h"

namespace npuport::python {

// One or more adjacent literals.
bool ExpressionParser::parse_strings() {
  const uint32_t start = begin();
  const NodeId first = builder_.next_node();
  int count = 0;
  do {
    if (at(Token::kFString)) {
      if (!parse_fstring()) return false;
    } else {
      const TokenInfo& token = lexer_.token();
      builder_.add_node({NodeKind::kString, Operator::kNone, token.flags, token.prefix, token.begin,
                         token.end, builder_.next_node(), Symbol::kNone});
      lexer_.advance();
    }
    ++count;
  } while (at(Token::kString) || at(Token::kFString));
  if (count > 1) builder_.add_node(NodeKind::kConcat, start, previous_end(), first);
  return true;
}

bool ExpressionParser::parse_fstring() {
  const TokenInfo opening = lexer_.token();
  const NodeId first = builder_.next_node();
  if (!parse_fstring_text(opening, false)) return false;
  const uint32_t end = lexer_.finish_string();
  builder_.add_node({opening.is_template ? NodeKind::kTemplate : NodeKind::kFString,
                     Operator::kNone, opening.flags, opening.prefix, opening.begin, end, first,
                     Symbol::kNone});
  return true;
}

// Literal text and fields up to the closing quotes or, in a format specification, its end.
bool ExpressionParser::parse_fstring_text(const TokenInfo& opening, bool in_specification) {
  for (;;) {
    switch (lexer_.read_literal(opening, in_specification)) {
      case Lexer::Literal::kClosed:
      case Lexer::Literal::kSpecEnd:
        return true;
      case Lexer::Literal::kBroken:
        return fail("unterminated f-string");
      case Lexer::Literal::kField:
        if (!parse_field(opening)) return false;
    }
  }
}

// expression [=] [!conversion] [:specification] }
bool ExpressionParser::parse_field(const TokenInfo& opening) {
  if (!descend()) return false;
  const Lexer::Field saved = lexer_.enter_field();
  lexer_.advance();
  if (!parse_list()) return false;
  accept(Token::kAssign);
  if (accept(Token::kBang) && !accept(Token::kName)) return fail("expected a conversion after '!'");
  const bool has_specification = at(Token::kColon);
  if (!has_specification && !at(Token::kRightBrace)) return fail("expected '}' in an f-string");
  lexer_.leave_field(saved);
  const bool parsed = !has_specification || parse_fstring_text(opening, true);
  ascend();
  return parsed;
}

}  // namespace npuport::python
