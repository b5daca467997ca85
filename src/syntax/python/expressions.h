// Parses expressions: precedence climbing over tokens, nodes written in post-order as they
// complete.
//
// Chains (a.b.c, f(x)(y), a + b + c, a and b and c) are loops; only nesting recurses, down to
// kMaxDepth levels, beyond which the statement is an error. All functions that return bool return
// false after fail(): the statement is lost and the caller returns at once.
#pragma once

#include <cstdint>

#include "syntax/python/facts_builder.h"
#include "syntax/python/lexer.h"

namespace npuport::python {

// Binding powers: an operand of an operator extends over all operators of higher power.
enum class Power : uint8_t {
  kNamed = 1,    // name := value
  kConditional,  // a if b else c, lambda
  kOr,
  kAnd,
  kNot,
  kComparison,
  kBitOr,
  kBitXor,
  kBitAnd,
  kShift,
  kSum,
  kProduct,
  kSign,
  kPower,
  kAwait,
};

class ExpressionParser {
 public:
  ExpressionParser(Lexer& lexer, FactsBuilder& builder) : lexer_(lexer), builder_(builder) {}

 protected:
  static constexpr int kMaxDepth = 400;  // CPython stops at 200 brackets

  // ---- tokens and errors

  Token kind() const { return lexer_.kind(); }
  bool at(Token kind) const { return lexer_.kind() == kind; }
  bool at_name(Symbol name) const { return at(Token::kName) && lexer_.token().name == name; }
  bool at_statement_end() const;
  bool starts_expression() const;
  uint32_t begin() const { return lexer_.token().begin; }
  uint32_t previous_end() const { return lexer_.previous_end(); }
  Span span() const { return {lexer_.token().begin, lexer_.token().end}; }

  bool accept(Token kind);
  bool expect(Token kind, const char* message);
  bool fail(const char* message);
  const char* failure() const { return failure_; }
  void clear_failure() {
    failure_ = nullptr;
    depth_ = 0;
  }

  // A token that can serve as a name: a kName, or a keyword where Python 2 and attributes allow it.
  bool at_any_name() const { return at(Token::kName) || is_keyword(kind()); }
  Symbol any_name();

  // Around every recursion; descend() fails when the nesting is too deep.
  bool descend();
  void ascend() { --depth_; }

  // ---- whole expressions; each leaves exactly one new topmost node

  bool parse(Power power);
  bool parse_expression() { return parse(Power::kNamed); }
  bool parse_list() { return parse_list(Power::kNamed); }  // a, *b, c: a kTuple if there is a comma
  bool parse_target_list() { return parse_list(Power::kBitOr); }  // what stands between for and in

  // Arguments up to the closing parenthesis; the opening one is consumed, the closing one is not.
  bool parse_argument();
  bool parse_arguments();

  bool parse_tuple_parameter(BindingKind kind);

  // Runs parse(), and takes everything back when it returns false.
  template <typename Parse>
  bool attempt(Parse parse) {
    const Lexer::State before = lexer_.state();
    const FactsBuilder::Mark mark = builder_.mark();
    const int depth = depth_;
    if (parse()) return true;
    lexer_.restore(before);
    builder_.roll_back(mark);
    failure_ = nullptr;
    depth_ = depth;
    return false;
  }

  Lexer& lexer_;
  FactsBuilder& builder_;

 private:
  bool parse_operand(Power power);
  bool parse_prefix(NodeKind kind, Operator op, Power operand);
  bool parse_await();
  bool parse_trailers(uint32_t begin, NodeId first);
  bool parse_binary(Power power, uint32_t begin, NodeId first);
  bool parse_boolean(Operator op, uint32_t begin, NodeId first, NodeId& tested, bool& conditional);
  bool parse_conditional(uint32_t begin, NodeId first);
  bool parse_named(uint32_t begin, NodeId first);
  bool parse_list(Power element);
  bool parse_element(Power power);  // an expression or *expression
  bool parse_star(NodeKind kind, Power operand);
  bool parse_subscript_item();

  bool parse_group();
  bool parse_list_display();
  bool parse_brace_display();
  bool parse_brace_item(bool& is_dict);
  bool parse_backticks();
  bool at_comprehension() const;
  bool parse_comprehension(uint32_t begin, NodeId first);
  bool parse_comprehension_clause();
  bool parse_lambda();
  bool parse_lambda_parameter();
  bool parse_yield();

  bool parse_strings();
  bool parse_fstring();
  bool parse_fstring_text(const TokenInfo& opening, bool in_specification);
  bool parse_field(const TokenInfo& opening);

  const char* failure_ = nullptr;
  int depth_ = 0;
};

}  // namespace npuport::python
