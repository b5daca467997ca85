// The tokens of Python source.
#pragma once

#include <cstdint>

#include "base/symbol.h"

namespace npuport::python {

enum class Token : uint8_t {
  kEnd,      // of the text, or of the notebook cell
  kNewline,  // end of a logical line
  kError,    // a character or a string that no token can hold; see Lexer::error
  kName,
  kNumber,
  kString,
  kFString,  // only the opening quote of an f-string or t-string; the parser drives what follows
  // Punctuation.
  kLeftParen,
  kRightParen,
  kLeftBracket,
  kRightBracket,
  kLeftBrace,
  kRightBrace,
  kComma,
  kColon,
  kSemicolon,
  kDot,
  kEllipsis,
  kAssign,
  kAugmentedAssign,
  kWalrus,
  kArrow,
  kBang,
  kQuestion,
  kBacktick,
  kTilde,
  // Binary operators.
  kAt,
  kPlus,
  kMinus,
  kStar,
  kDoubleStar,
  kSlash,
  kDoubleSlash,
  kPercent,
  kLeftShift,
  kRightShift,
  kAmpersand,
  kPipe,
  kCaret,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  // Keywords; from here to the end.
  kConstant,  // None, True, False
  kAnd,
  kAs,
  kAssert,
  kAsync,
  kAwait,
  kBreak,
  kClass,
  kContinue,
  kDef,
  kDel,
  kElif,
  kElse,
  kExcept,
  kFinally,
  kFor,
  kFrom,
  kGlobal,
  kIf,
  kImport,
  kIn,
  kIs,
  kLambda,
  kNonlocal,
  kNot,
  kOr,
  kPass,
  kRaise,
  kReturn,
  kTry,
  kWhile,
  kWith,
  kYield,
};
inline constexpr int kTokenKinds = static_cast<int>(Token::kYield) + 1;

constexpr bool is_keyword(Token token) { return token >= Token::kConstant; }

// The current token as the lexer left it.
struct TokenInfo {
  Token kind = Token::kEnd;
  uint8_t flags = 0;   // strings: NodeFlag bits
  uint8_t prefix = 0;  // strings: bytes before the content
  bool is_template = false;
  uint32_t begin = 0;
  uint32_t end = 0;
  Symbol name = Symbol::kNone;  // kName, kConstant
};

}  // namespace npuport::python
