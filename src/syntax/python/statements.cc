#include "syntax/python/statements.h"

#include "facts/python_nodes.h"

namespace npuport::python {

void StatementParser::parse_range(uint32_t begin, uint32_t end) {
  range_begin_ = begin;
  range_end_ = end;
  expects_docstring_ = begin == 0;
  lexer_.start(begin, end);
  while (!at(Token::kEnd)) {
    if (at(Token::kNewline)) {
      lexer_.advance();
    } else {
      parse_line();
    }
  }
  while (!blocks_.empty()) close_block(false);
  builder_.close_guards(kNone, last_end_);
}

void StatementParser::parse_line() {
  column_ = lexer_.column();
  line_begin_ = ExpressionParser::begin();
  line_token_ = kind();
  definition_ = {};
  begin_statement(column_);
  begin_simple_statement();
  if (is_notebook_ && (at(Token::kBang) || at(Token::kPercent) || at(Token::kQuestion))) {
    parse_magic();
    last_end_ = previous_end();
    return;
  }
  const bool decorated = has_decorators_;
  if (!parse_statement()) recover();
  if (decorated && line_token_ != Token::kAt) has_decorators_ = false;
}

void StatementParser::begin_simple_statement() {
  statement_begin_ = begin();
  mark_ = builder_.mark();
  first_root_ = mark_.roots;
}

bool StatementParser::parse_statement() {
  switch (kind()) {
    case Token::kIf:
      return parse_if();
    case Token::kElif:
    case Token::kElse:
    case Token::kExcept:
    case Token::kFinally:
      return parse_clause();
    case Token::kWhile:
      return parse_while();
    case Token::kFor:
      return parse_for();
    case Token::kTry:
      return parse_try();
    case Token::kWith:
      return parse_with();
    case Token::kDef:
      return parse_function(false);
    case Token::kClass:
      return parse_class();
    case Token::kAsync:
      return parse_async();
    case Token::kAt:
      return parse_decorator();
    case Token::kName: {
      const KnownNames& known = lexer_.names().known;
      if (at_name(known.match) && attempt([this] { return parse_match(); })) return true;
      if (at_name(known.case_) && !blocks_.empty() && blocks_.back().kind == BlockKind::kMatch) {
        return parse_case();
      }
      return parse_simple_statements();
    }
    default:
      return parse_simple_statements();
  }
}

bool StatementParser::parse_simple_statements() {
  for (;;) {
    if (!parse_simple_statement()) return false;
    while (is_notebook_ && accept(Token::kQuestion)) {
    }
    if (!at_statement_end()) return fail("expected the end of the statement");
    builder_.set_statement(first_root_, {statement_begin_, previous_end()});
    last_end_ = previous_end();
    expects_docstring_ = false;
    if (!accept(Token::kSemicolon) || at(Token::kNewline) || at(Token::kEnd)) return true;
    begin_simple_statement();
  }
}

bool StatementParser::parse_simple_statement() {
  switch (kind()) {
    case Token::kImport:
      return parse_import();
    case Token::kFrom:
      return parse_from_import();
    case Token::kReturn:
      return parse_return();
    case Token::kRaise:
      return parse_raise();
    case Token::kPass:
      lexer_.advance();
      return true;
    case Token::kBreak:
    case Token::kContinue:
      return parse_leaving_keyword();
    case Token::kGlobal:
    case Token::kNonlocal:
      return parse_global();
    case Token::kDel:
      return parse_delete();
    case Token::kAssert:
      return parse_assert();
    case Token::kName:
      if (at_print_statement()) return parse_print();
      if (at_type_statement()) return parse_type_alias();
      return parse_expression_statement();
    default:
      return parse_expression_statement();
  }
}

bool StatementParser::parse_root(RootKind kind) {
  if (!parse_expression()) return false;
  builder_.add_root(kind);
  return true;
}

bool StatementParser::parse_list_root(RootKind kind) {
  if (!parse_list()) return false;
  builder_.add_root(kind);
  return true;
}

// ---- expressions and assignments

bool StatementParser::parse_expression_statement() {
  const NodeId first = builder_.next_node();
  if (!parse_list()) return false;
  switch (kind()) {
    case Token::kAssign:
      return parse_assignment();
    case Token::kColon:
      return parse_annotated_assignment();
    case Token::kAugmentedAssign:
      return parse_augmented_assignment();
    default:
      return finish_expression(first);
  }
}

// The first target is parsed: targets = ... = value.
bool StatementParser::parse_assignment() {
  auto targets = builder_.bind_target(BindingKind::kAssign, builder_.last_node());
  builder_.add_root(RootKind::kTarget);
  for (;;) {
    lexer_.advance();
    if (is_notebook_ && at(Token::kBang)) {  // x = !command
      builder_.facts().shell_lines.push_back({take_shell_line(lexer_.token().end)});
      builder_.resolve_targets(targets, kNone);
      return true;
    }
    if (!parse_list()) return false;
    if (!at(Token::kAssign)) break;
    const auto more = builder_.bind_target(BindingKind::kAssign, builder_.last_node());
    targets.end_binding = more.end_binding;
    targets.end_store = more.end_store;
    builder_.add_root(RootKind::kTarget);
  }
  builder_.resolve_targets(targets, builder_.add_root(RootKind::kValue));
  return true;
}

bool StatementParser::parse_annotated_assignment() {
  const auto targets = builder_.bind_target(BindingKind::kAssign, builder_.last_node());
  builder_.add_root(RootKind::kTarget);
  lexer_.advance();
  if (!parse_root(RootKind::kAnnotation)) return false;
  const NodeId annotation = builder_.last_node();
  NodeId value = kNone;
  if (accept(Token::kAssign)) {
    if (!parse_list_root(RootKind::kValue)) return false;
    value = builder_.last_node();
  }
  builder_.resolve_targets(targets, value, annotation);
  return true;
}

bool StatementParser::parse_augmented_assignment() {
  const auto targets = builder_.bind_target(BindingKind::kAugmented, builder_.last_node());
  builder_.add_root(RootKind::kTarget);
  lexer_.advance();
  if (!parse_list_root(RootKind::kValue)) return false;
  builder_.resolve_targets(targets, builder_.last_node());
  return true;
}

// A bare string is a docstring or a comment, never a root.
bool StatementParser::finish_expression(NodeId first) {
  const Node& top = builder_.node(builder_.last_node());
  bool is_text = top.kind == NodeKind::kString || top.kind == NodeKind::kConcat;
  for (NodeId id = first; is_text && id < builder_.last_node(); ++id) {
    is_text = builder_.node(id).kind == NodeKind::kString;
  }
  if (is_text) {
    if (expects_docstring_ && !(builder_.node(first).flags & kFlagBytes)) {
      builder_.facts().scopes[builder_.scope()].docstring = {top.begin, top.end};
    }
    builder_.drop_nodes(first);
    return true;
  }
  builder_.add_root(RootKind::kExpression);
  if (is_exit_call()) set_leaves();
  return true;
}

// sys.exit(), os._exit(), os.abort(), exit(), quit() as the newest node.
bool StatementParser::is_exit_call() const {
  const PythonFacts& facts = builder_.facts();
  const Node& call = facts.nodes.back();
  if (call.kind != NodeKind::kCall) return false;
  const KnownNames& known = lexer_.names().known;
  const Node& root = facts.nodes[call.first];
  if (root.kind != NodeKind::kName) return false;
  if (root.name == known.exit || root.name == known.quit) {
    return callee(facts, builder_.last_node()) == call.first;
  }
  if (root.name != known.sys && root.name != known.os) return false;
  const NodeId called = callee(facts, builder_.last_node());
  const Node& attribute = facts.nodes[called];
  return attribute.kind == NodeKind::kAttribute && called == call.first + 1 &&
         (attribute.name == known.exit || attribute.name == known.underscore_exit ||
          attribute.name == known.abort);
}

// ---- keyword statements

bool StatementParser::parse_leaving_keyword() {
  set_leaves();
  lexer_.advance();
  return true;
}

bool StatementParser::parse_return() {
  lexer_.advance();
  if (!at_statement_end() && !parse_list_root(RootKind::kReturn)) return false;
  set_leaves();
  return true;
}

// raise E from C; Python 2: raise E, "message", traceback.
bool StatementParser::parse_raise() {
  lexer_.advance();
  if (!at_statement_end()) {
    do {
      if (!parse_root(RootKind::kRaise)) return false;
    } while (accept(Token::kFrom) || accept(Token::kComma));
  }
  set_leaves();
  return true;
}

bool StatementParser::parse_delete() {
  lexer_.advance();
  if (!parse_list_root(RootKind::kDelete)) return false;
  builder_.resolve_targets(builder_.bind_target(BindingKind::kDelete, builder_.last_node()), kNone);
  return true;
}

bool StatementParser::parse_assert() {
  lexer_.advance();
  if (!parse_root(RootKind::kAssert)) return false;
  return !accept(Token::kComma) || parse_root(RootKind::kAssert);
}

bool StatementParser::parse_global() {
  do {
    lexer_.advance();
    if (!at(Token::kName)) return fail("expected a name");
    builder_.bind(BindingKind::kGlobal, lexer_.token().name, span());
    lexer_.advance();
  } while (at(Token::kComma));
  return true;
}

}  // namespace npuport::python
