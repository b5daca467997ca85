// import and from ... import.
#include "syntax/python/statements.h"

namespace npuport::python {
namespace {

Import new_import(const FactsBuilder& builder, uint32_t statement_begin) {
  Import import;
  import.scope = builder.scope();
  import.guard = builder.guard();
  import.statement = {statement_begin, statement_begin};
  return import;
}

}  // namespace

// a.b.c
bool StatementParser::parse_module_name(Import& import) {
  import.module_span = span();
  do {
    if (!at_any_name()) return fail("expected the name of a module");
    import.module.push_back(any_name());
    import.module_span.end = lexer_.token().end;
    lexer_.advance();
  } while (accept(Token::kDot));
  return true;
}

// import a.b, c as d
bool StatementParser::parse_import() {
  std::vector<Import>& imports = builder_.facts().imports;
  const size_t first = imports.size();
  do {
    lexer_.advance();
    Import import = new_import(builder_, statement_begin_);
    const TokenInfo top = lexer_.token();
    if (!parse_module_name(import)) return false;
    Symbol bound = import.module.front();
    Span bound_span = {top.begin, top.end};
    if (accept(Token::kAs)) {
      if (!at(Token::kName)) return fail("expected a name after 'as'");
      bound = import.alias = lexer_.token().name;
      bound_span = import.alias_span = span();
      lexer_.advance();
    }
    builder_.bind(BindingKind::kImport, bound, bound_span).index =
        static_cast<uint32_t>(imports.size());
    imports.push_back(std::move(import));
  } while (at(Token::kComma));
  for (size_t i = first; i < imports.size(); ++i) imports[i].statement.end = previous_end();
  return true;
}

// from ..a.b import (c, d as e) | from a import *
bool StatementParser::parse_from_import() {
  std::vector<Import>& imports = builder_.facts().imports;
  const size_t first = imports.size();
  lexer_.advance();
  Import prefix = new_import(builder_, statement_begin_);
  prefix.is_from = true;
  for (; at(Token::kDot) || at(Token::kEllipsis); lexer_.advance()) {
    if (prefix.level < UINT16_MAX - 3) prefix.level += at(Token::kDot) ? 1 : 3;
  }
  prefix.module_span = {begin(), begin()};
  if (!at(Token::kImport) && !parse_module_name(prefix)) return false;
  if (!expect(Token::kImport, "expected 'import'")) return false;
  if (at(Token::kStar)) {
    prefix.is_star = true;
    prefix.name_span = span();
    lexer_.advance();
    imports.push_back(std::move(prefix));
  } else {
    const bool in_parentheses = accept(Token::kLeftParen);
    bool more = true;
    while (more && !(in_parentheses && at(Token::kRightParen))) {
      if (!parse_imported_name(prefix, more)) return false;
    }
    if (in_parentheses && !expect(Token::kRightParen, "expected ')'")) return false;
  }
  for (size_t i = first; i < imports.size(); ++i) imports[i].statement.end = previous_end();
  return true;
}

bool StatementParser::parse_imported_name(const Import& prefix, bool& more) {
  if (!at(Token::kName)) return fail("expected the name to import");
  Import import = prefix;
  import.name = lexer_.token().name;
  import.name_span = span();
  lexer_.advance();
  Symbol bound = import.name;
  Span bound_span = import.name_span;
  if (accept(Token::kAs)) {
    if (!at(Token::kName)) return fail("expected a name after 'as'");
    bound = import.alias = lexer_.token().name;
    bound_span = import.alias_span = span();
    lexer_.advance();
  }
  builder_.bind(BindingKind::kFromImport, bound, bound_span).index =
      static_cast<uint32_t>(builder_.facts().imports.size());
  builder_.facts().imports.push_back(std::move(import));
  more = accept(Token::kComma);
  return true;
}

}  // namespace npuport::python
