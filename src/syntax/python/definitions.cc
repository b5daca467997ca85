// Functions, classes and their headers.
#include "syntax/python/statements.h"

namespace npuport::python {

bool StatementParser::parse_decorator() {
  if (!has_decorators_) {
    has_decorators_ = true;
    first_decorator_ = builder_.facts().decorators.size();
    decorator_begin_ = statement_begin_;
  }
  lexer_.advance();
  if (!parse_root(RootKind::kDecorator)) return false;
  if (!at(Token::kNewline) && !at(Token::kEnd)) return fail("expected the end of the decorator");
  builder_.facts().decorators.push_back(builder_.last_node());
  builder_.set_statement(first_root_, {statement_begin_, previous_end()});
  last_end_ = previous_end();
  expects_docstring_ = false;
  return true;
}

// Adds the scope and binds its name where it is defined. It is not entered yet.
ScopeId StatementParser::open_scope(const Definition& definition, bool is_async) {
  PythonFacts& facts = builder_.facts();
  const ScopeId id = static_cast<ScopeId>(facts.scopes.size());
  Scope scope;
  scope.kind = definition.kind;
  scope.is_async = is_async;
  scope.parent = builder_.scope();
  scope.name = definition.name;
  scope.name_span = definition.span;
  scope.guard = builder_.guard();
  scope.first_parameter = static_cast<uint32_t>(facts.parameters.size());
  scope.first_base = static_cast<uint32_t>(facts.bases.size());
  scope.first_decorator = static_cast<uint32_t>(facts.decorators.size());
  scope.span = {statement_begin_, definition.span.end};
  if (has_decorators_) {
    scope.first_decorator = static_cast<uint32_t>(first_decorator_);
    scope.decorator_count = static_cast<uint32_t>(facts.decorators.size() - first_decorator_);
    scope.span.begin = decorator_begin_;
  }
  facts.scopes.push_back(scope);
  const bool is_class = definition.kind == ScopeKind::kClass;
  builder_
      .bind(is_class ? BindingKind::kClass : BindingKind::kDef, definition.name, definition.span)
      .index = id;
  return id;
}

void StatementParser::enter_scope(ScopeId scope, BlockKind kind) {
  open_block(kind);
  builder_.set_scope(scope);
  expects_docstring_ = true;
}

bool StatementParser::parse_function(bool is_async) {
  lexer_.advance();
  if (!at_any_name()) return fail("expected the name of the function");
  const Symbol name = any_name();
  definition_ = {ScopeKind::kFunction, name, span()};
  const ScopeId scope = open_scope(definition_, is_async);
  lexer_.advance();
  if (at(Token::kLeftBracket) && !parse_type_parameters(scope)) return false;
  if (!expect(Token::kLeftParen, "expected '('")) return false;
  if (!parse_parameters(scope)) return false;
  if (!expect(Token::kRightParen, "expected ')'")) return false;
  if (accept(Token::kArrow)) {
    if (!parse_list_root(RootKind::kAnnotation)) return false;
    builder_.facts().scopes[scope].returns = builder_.last_node();
  }
  uint32_t body = 0;
  if (!parse_header_end(body)) return false;
  enter_scope(scope, BlockKind::kFunction);
  return parse_suite();
}

// Parameters up to the closing parenthesis. "/" turns those before it into positional-only ones,
// "*" or *args the later ones into keyword-only ones.
bool StatementParser::parse_parameters(ScopeId scope) {
  PythonFacts& facts = builder_.facts();
  const size_t first = facts.parameters.size();
  ParameterKind kind = ParameterKind::kPositional;
  while (!at(Token::kRightParen)) {
    if (accept(Token::kSlash)) {
      for (size_t i = first; i < facts.parameters.size(); ++i) {
        if (facts.parameters[i].kind == ParameterKind::kPositional) {
          facts.parameters[i].kind = ParameterKind::kPositionalOnly;
        }
      }
    } else if (accept(Token::kStar)) {
      kind = ParameterKind::kKeywordOnly;
      if (!at(Token::kComma) && !parse_parameter(scope, ParameterKind::kVarArgs)) return false;
    } else if (accept(Token::kDoubleStar)) {
      if (!parse_parameter(scope, ParameterKind::kKeywordArgs)) return false;
    } else if (!parse_parameter(scope, kind)) {
      return false;
    }
    if (!accept(Token::kComma)) break;
  }
  Scope& owner = facts.scopes[scope];
  owner.parameter_count = static_cast<uint32_t>(facts.parameters.size() - owner.first_parameter);
  return true;
}

bool StatementParser::parse_parameter(ScopeId scope, ParameterKind kind) {
  PythonFacts& facts = builder_.facts();
  const size_t index = facts.parameters.size();
  const size_t first_binding = facts.bindings.size();
  facts.parameters.emplace_back().kind = kind;
  if (at(Token::kLeftParen)) {
    facts.parameters[index].span = span();
    if (!parse_tuple_parameter(BindingKind::kParameter)) return false;
  } else {
    if (!at(Token::kName)) return fail("expected a parameter name");
    facts.parameters[index].name = lexer_.token().name;
    facts.parameters[index].span = span();
    builder_.bind(BindingKind::kParameter, lexer_.token().name, span());
    lexer_.advance();
  }
  for (size_t i = first_binding; i < facts.bindings.size(); ++i) {
    facts.bindings[i].scope = scope;
    facts.bindings[i].index = static_cast<uint32_t>(index);
  }
  if (accept(Token::kColon)) {
    if (at(Token::kStar) ? !parse_list_root(RootKind::kAnnotation)
                         : !parse_root(RootKind::kAnnotation)) {
      return false;
    }
    facts.parameters[index].annotation = builder_.last_node();
  }
  if (accept(Token::kAssign)) {
    if (!parse_root(RootKind::kDefault)) return false;
    facts.parameters[index].default_value = builder_.last_node();
  }
  return true;
}

// [T: bound = default, *Ts, **P]: names of the scope that follows.
bool StatementParser::parse_type_parameters(ScopeId scope) {
  lexer_.advance();
  while (!at(Token::kRightBracket)) {
    if (at(Token::kStar) || at(Token::kDoubleStar)) lexer_.advance();
    if (!at(Token::kName)) return fail("expected a type parameter");
    builder_.bind(BindingKind::kTypeAlias, lexer_.token().name, span()).scope = scope;
    lexer_.advance();
    if (accept(Token::kColon) && !parse_root(RootKind::kAnnotation)) return false;
    if (accept(Token::kAssign) && !parse_root(RootKind::kDefault)) return false;
    if (!accept(Token::kComma)) break;
  }
  return expect(Token::kRightBracket, "expected ']'");
}

bool StatementParser::parse_class() {
  lexer_.advance();
  if (!at_any_name()) return fail("expected the name of the class");
  const Symbol name = any_name();
  definition_ = {ScopeKind::kClass, name, span()};
  const ScopeId scope = open_scope(definition_, false);
  lexer_.advance();
  if (at(Token::kLeftBracket) && !parse_type_parameters(scope)) return false;
  if (accept(Token::kLeftParen) && !parse_bases(builder_.facts().scopes[scope])) return false;
  uint32_t body = 0;
  if (!parse_header_end(body)) return false;
  enter_scope(scope, BlockKind::kClass);
  return parse_suite();
}

bool StatementParser::parse_bases(Scope& scope) {
  std::vector<NodeId>& bases = builder_.facts().bases;
  while (!at(Token::kRightParen)) {
    if (!parse_argument()) return false;
    bases.push_back(builder_.add_root(RootKind::kBase));
    if (!accept(Token::kComma)) break;
  }
  scope.base_count = static_cast<uint32_t>(bases.size() - scope.first_base);
  return expect(Token::kRightParen, "expected ')'");
}

}  // namespace npuport::python
