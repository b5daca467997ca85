// Statements that start with an ordinary name: type aliases, and print and exec of Python 2.
#include "syntax/python/statements.h"

namespace npuport::python {

// Python 2: print "x", print x, print >>file, x; exec "code" in scope.
bool StatementParser::at_print_statement() {
  const KnownNames& known = lexer_.names().known;
  if (!at_name(known.print) && !at_name(known.exec)) return false;
  const Lexer::State before = lexer_.state();
  lexer_.advance();
  bool found = false;
  switch (kind()) {
    case Token::kName:
    case Token::kNumber:
    case Token::kString:
    case Token::kFString:
    case Token::kConstant:
    case Token::kLambda:
    case Token::kBacktick:
    case Token::kRightShift:
      found = true;
      break;
    case Token::kNot: {  // "print not x", but "print not in x" is an expression
      lexer_.advance();
      found = !at(Token::kIn);
      break;
    }
    default:
      break;
  }
  lexer_.restore(before);
  return found;
}

bool StatementParser::parse_print() {
  lexer_.advance();
  accept(Token::kRightShift);
  return parse_list_root(RootKind::kExpression);
}

bool StatementParser::at_type_statement() {
  if (!at_name(lexer_.names().known.type)) return false;
  const Lexer::State before = lexer_.state();
  lexer_.advance();
  const bool found = at(Token::kName);
  lexer_.restore(before);
  return found;
}

// type X[T] = value
bool StatementParser::parse_type_alias() {
  lexer_.advance();
  const size_t first_binding = builder_.facts().bindings.size();
  builder_.bind(BindingKind::kTypeAlias, lexer_.token().name, span());
  lexer_.advance();
  if (at(Token::kLeftBracket) && !parse_type_parameters(builder_.scope())) return false;
  if (!expect(Token::kAssign, "expected '=' in a type statement")) return false;
  if (!parse_root(RootKind::kValue)) return false;
  builder_.facts().bindings[first_binding].value = builder_.last_node();
  for (size_t i = first_binding + 1; i < builder_.facts().bindings.size(); ++i) {
    Binding& parameter = builder_.facts().bindings[i];
    if (parameter.kind == BindingKind::kTypeAlias) {
      parameter.visible = {statement_begin_, previous_end()};
    }
  }
  return true;
}

}  // namespace npuport::python
