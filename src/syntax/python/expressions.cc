#include "syntax/python/expressions.h"

#include <array>

namespace npuport::python {
namespace {

struct Infix {
  Power power = Power{0};  // 0: no binary operator
  Operator op = Operator::kNone;
  NodeKind kind = NodeKind::kBinary;
};

constexpr std::array<Infix, kTokenKinds> make_infix_table() {
  std::array<Infix, kTokenKinds> table{};
  const auto set = [&table](Token token, Power power, Operator op, NodeKind kind) {
    table[static_cast<size_t>(token)] = {power, op, kind};
  };
  const auto binary = [&set](Token token, Power power, Operator op) {
    set(token, power, op, NodeKind::kBinary);
  };
  const auto compare = [&set](Token token, Operator op) {
    set(token, Power::kComparison, op, NodeKind::kCompare);
  };
  set(Token::kOr, Power::kOr, Operator::kOr, NodeKind::kBoolean);
  set(Token::kAnd, Power::kAnd, Operator::kAnd, NodeKind::kBoolean);
  compare(Token::kEqual, Operator::kEqual);
  compare(Token::kNotEqual, Operator::kNotEqual);
  compare(Token::kLess, Operator::kLess);
  compare(Token::kLessEqual, Operator::kLessEqual);
  compare(Token::kGreater, Operator::kGreater);
  compare(Token::kGreaterEqual, Operator::kGreaterEqual);
  compare(Token::kIn, Operator::kIn);
  compare(Token::kNot, Operator::kNotIn);
  compare(Token::kIs, Operator::kIs);
  binary(Token::kPipe, Power::kBitOr, Operator::kBitOr);
  binary(Token::kCaret, Power::kBitXor, Operator::kBitXor);
  binary(Token::kAmpersand, Power::kBitAnd, Operator::kBitAnd);
  binary(Token::kLeftShift, Power::kShift, Operator::kLeftShift);
  binary(Token::kRightShift, Power::kShift, Operator::kRightShift);
  binary(Token::kPlus, Power::kSum, Operator::kAdd);
  binary(Token::kMinus, Power::kSum, Operator::kSub);
  binary(Token::kStar, Power::kProduct, Operator::kMul);
  binary(Token::kSlash, Power::kProduct, Operator::kDiv);
  binary(Token::kDoubleSlash, Power::kProduct, Operator::kFloorDiv);
  binary(Token::kPercent, Power::kProduct, Operator::kMod);
  binary(Token::kAt, Power::kProduct, Operator::kMatMul);
  binary(Token::kDoubleStar, Power::kPower, Operator::kPow);
  return table;
}
constexpr std::array<Infix, kTokenKinds> kInfix = make_infix_table();

constexpr std::array<bool, kTokenKinds> make_expression_starts() {
  std::array<bool, kTokenKinds> starts{};
  for (const Token token :
       {Token::kName, Token::kNumber, Token::kString, Token::kFString, Token::kConstant,
        Token::kEllipsis, Token::kLeftParen, Token::kLeftBracket, Token::kLeftBrace, Token::kMinus,
        Token::kPlus, Token::kTilde, Token::kStar, Token::kNot, Token::kLambda, Token::kAwait,
        Token::kAsync, Token::kYield, Token::kBacktick}) {
    starts[static_cast<size_t>(token)] = true;
  }
  return starts;
}
constexpr std::array<bool, kTokenKinds> kStartsExpression = make_expression_starts();

Power next(Power power) { return static_cast<Power>(static_cast<uint8_t>(power) + 1); }

}  // namespace

// ---- tokens and errors

bool ExpressionParser::at_statement_end() const {
  return at(Token::kNewline) || at(Token::kSemicolon) || at(Token::kEnd);
}

bool ExpressionParser::starts_expression() const {
  return kStartsExpression[static_cast<size_t>(kind())];
}

bool ExpressionParser::accept(Token kind) {
  if (!at(kind)) return false;
  lexer_.advance();
  return true;
}

bool ExpressionParser::expect(Token kind, const char* message) {
  return accept(kind) || fail(message);
}

bool ExpressionParser::fail(const char* message) {
  if (failure_ == nullptr) failure_ = at(Token::kError) ? lexer_.error() : message;
  return false;
}

bool ExpressionParser::descend() {
  if (depth_ >= kMaxDepth) return fail("nested too deeply");
  ++depth_;
  return true;
}

Symbol ExpressionParser::any_name() {
  if (!at(Token::kName)) lexer_.treat_as_name();
  return lexer_.token().name;
}

// ---- operators

bool ExpressionParser::parse(Power power) {
  if (!descend()) return false;
  const uint32_t start = begin();
  const NodeId first = builder_.next_node();
  const bool parsed =
      parse_operand(power) && parse_trailers(start, first) && parse_binary(power, start, first);
  ascend();
  return parsed;
}

bool ExpressionParser::parse_binary(Power power, uint32_t start, NodeId first) {
  NodeId tested = first;
  bool conditional = false;
  for (;;) {
    const Infix infix = kInfix[static_cast<size_t>(kind())];
    if (infix.power == Power{0}) {
      if (at(Token::kIf) && power <= Power::kConditional) {
        if (!parse_conditional(start, first)) return false;
        continue;
      }
      if (at(Token::kWalrus) && power <= Power::kNamed) return parse_named(start, first);
      return true;
    }
    if (infix.power < power) return true;
    lexer_.advance();
    Operator op = infix.op;
    if (op == Operator::kNotIn) {
      if (!expect(Token::kIn, "expected 'in' after 'not'")) return false;
    } else if (op == Operator::kIs && accept(Token::kNot)) {
      op = Operator::kIsNot;
    }
    if (infix.kind == NodeKind::kBoolean) {
      if (!parse_boolean(op, start, first, tested, conditional)) return false;
      continue;
    }
    // ** binds to the right and takes a signed operand.
    if (!parse(op == Operator::kPow ? Power::kSign : next(infix.power))) return false;
    builder_.add_node({infix.kind, op, 0, 0, start, previous_end(), first, Symbol::kNone});
  }
}

// The right operand of and, or. `tested` and `conditional` remember what of the left operands has
// been looked at, so that a long chain is examined once.
bool ExpressionParser::parse_boolean(Operator op, uint32_t start, NodeId first, NodeId& tested,
                                     bool& conditional) {
  const NodeId left = builder_.last_node();
  conditional = conditional || builder_.is_condition(tested, left);
  tested = left;
  const GuardId outer = builder_.guard();
  const bool is_and = op == Operator::kAnd;
  if (conditional) {
    builder_.push_guard(is_and ? GuardKind::kShortCircuit : GuardKind::kShortCircuitNot, left,
                        begin());
  }
  if (!parse(is_and ? Power::kNot : Power::kAnd)) return false;
  builder_.close_guards(outer, previous_end());
  builder_.add_node({NodeKind::kBoolean, op, 0, 0, start, previous_end(), first, Symbol::kNone});
  return true;
}

bool ExpressionParser::parse_conditional(uint32_t start, NodeId first) {
  const Span chosen{start, previous_end()};
  const NodeId test_first = builder_.next_node();
  lexer_.advance();
  if (!parse(Power::kOr)) return false;
  const NodeId test = builder_.last_node();
  if (!expect(Token::kElse, "expected 'else' in a conditional expression")) return false;
  const GuardId outer = builder_.guard();
  if (builder_.is_condition(test_first, test)) {
    builder_.insert_guard(GuardKind::kIf, test, chosen);
    builder_.push_guard(GuardKind::kElse, test, begin());
  }
  if (!parse(Power::kConditional)) return false;
  builder_.close_guards(outer, previous_end());
  builder_.add_node(NodeKind::kConditional, start, previous_end(), first);
  return true;
}

bool ExpressionParser::parse_named(uint32_t start, NodeId first) {
  const Node target = builder_.node(builder_.last_node());
  if (target.kind != NodeKind::kName) return fail("only a name can stand before ':='");
  const auto targets = builder_.bind_target(BindingKind::kNamed, builder_.last_node());
  lexer_.advance();
  if (!parse(Power::kConditional)) return false;
  builder_.resolve_targets(targets, builder_.last_node());
  builder_.add_node(NodeKind::kNamed, start, previous_end(), first, target.name);
  return true;
}

// ---- operands

bool ExpressionParser::parse_operand(Power power) {
  const TokenInfo& token = lexer_.token();
  switch (token.kind) {
    case Token::kName:
      builder_.add_node(NodeKind::kName, token.begin, token.end, builder_.next_node(), token.name);
      lexer_.advance();
      return true;
    case Token::kConstant:
      builder_.add_node(NodeKind::kConstant, token.begin, token.end, builder_.next_node(),
                        token.name);
      lexer_.advance();
      return true;
    case Token::kNumber:
      builder_.add_node(NodeKind::kNumber, token.begin, token.end, builder_.next_node());
      lexer_.advance();
      return true;
    case Token::kEllipsis:
      builder_.add_node(NodeKind::kConstant, token.begin, token.end, builder_.next_node(),
                        lexer_.names().known.ellipsis);
      lexer_.advance();
      return true;
    case Token::kString:
    case Token::kFString:
      return parse_strings();
    case Token::kLeftParen:
      return parse_group();
    case Token::kLeftBracket:
      return parse_list_display();
    case Token::kLeftBrace:
      return parse_brace_display();
    case Token::kMinus:
      return parse_prefix(NodeKind::kUnary, Operator::kNegative, Power::kSign);
    case Token::kPlus:
      return parse_prefix(NodeKind::kUnary, Operator::kPositive, Power::kSign);
    case Token::kTilde:
      return parse_prefix(NodeKind::kUnary, Operator::kInvert, Power::kSign);
    case Token::kNot:
      return parse_prefix(NodeKind::kUnary, Operator::kNot, Power::kNot);
    case Token::kAwait:
      return parse_await();
    case Token::kLambda:
      return parse_lambda();
    case Token::kYield:
      return parse_yield();
    case Token::kStar:
      if (power <= Power::kConditional) return parse_star(NodeKind::kStar, Power::kBitOr);
      return fail("unexpected '*'");
    case Token::kBacktick:
      return parse_backticks();
    case Token::kAsync:  // a name in old code
      lexer_.treat_as_name();
      return parse_operand(power);
    default:
      return fail("expected an expression");
  }
}

bool ExpressionParser::parse_prefix(NodeKind kind, Operator op, Power operand) {
  const uint32_t start = begin();
  const NodeId first = builder_.next_node();
  lexer_.advance();
  if (!parse(operand)) return false;
  builder_.add_node({kind, op, 0, 0, start, previous_end(), first, Symbol::kNone});
  return true;
}

bool ExpressionParser::parse_await() {
  const Lexer::State before = lexer_.state();
  lexer_.advance();
  const bool is_operator = starts_expression();
  lexer_.restore(before);
  if (is_operator) return parse_prefix(NodeKind::kAwait, Operator::kNone, Power::kAwait);
  lexer_.treat_as_name();  // a name in old code
  return parse_operand(Power::kAwait);
}

}  // namespace npuport::python
