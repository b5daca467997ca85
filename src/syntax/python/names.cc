#include "syntax/python/names.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace npuport::python {
namespace {

struct Keyword {
  std::string_view spelling;
  Token token;
};

// Sorted by spelling, so those with the same initial stand together.
constexpr std::array kKeywords = {
    Keyword{"False", Token::kConstant},
    Keyword{"None", Token::kConstant},
    Keyword{"True", Token::kConstant},
    Keyword{"and", Token::kAnd},
    Keyword{"as", Token::kAs},
    Keyword{"assert", Token::kAssert},
    Keyword{"async", Token::kAsync},
    Keyword{"await", Token::kAwait},
    Keyword{"break", Token::kBreak},
    Keyword{"class", Token::kClass},
    Keyword{"continue", Token::kContinue},
    Keyword{"def", Token::kDef},
    Keyword{"del", Token::kDel},
    Keyword{"elif", Token::kElif},
    Keyword{"else", Token::kElse},
    Keyword{"except", Token::kExcept},
    Keyword{"finally", Token::kFinally},
    Keyword{"for", Token::kFor},
    Keyword{"from", Token::kFrom},
    Keyword{"global", Token::kGlobal},
    Keyword{"if", Token::kIf},
    Keyword{"import", Token::kImport},
    Keyword{"in", Token::kIn},
    Keyword{"is", Token::kIs},
    Keyword{"lambda", Token::kLambda},
    Keyword{"nonlocal", Token::kNonlocal},
    Keyword{"not", Token::kNot},
    Keyword{"or", Token::kOr},
    Keyword{"pass", Token::kPass},
    Keyword{"raise", Token::kRaise},
    Keyword{"return", Token::kReturn},
    Keyword{"try", Token::kTry},
    Keyword{"while", Token::kWhile},
    Keyword{"with", Token::kWith},
    Keyword{"yield", Token::kYield},
};
constexpr size_t kLongestKeyword = 8;

// The first keyword with each initial.
constexpr std::array<uint8_t, 256> make_initials() {
  std::array<uint8_t, 256> first{};
  first.fill(kKeywords.size());
  for (size_t i = kKeywords.size(); i-- > 0;) {
    first[static_cast<uint8_t>(kKeywords[i].spelling[0])] = static_cast<uint8_t>(i);
  }
  return first;
}
constexpr std::array<uint8_t, 256> kInitials = make_initials();

Token keyword_of(std::string_view spelling) {
  if (spelling.size() < 2 || spelling.size() > kLongestKeyword) return Token::kName;
  size_t i = kInitials[static_cast<uint8_t>(spelling[0])];
  for (; i < kKeywords.size() && kKeywords[i].spelling[0] == spelling[0]; ++i) {
    if (kKeywords[i].spelling == spelling) return kKeywords[i].token;
  }
  return Token::kName;
}

}  // namespace

KnownNames::KnownNames(SymbolTable& symbols)
    : match(symbols.intern("match")),
      case_(symbols.intern("case")),
      type(symbols.intern("type")),
      print(symbols.intern("print")),
      exec(symbols.intern("exec")),
      underscore(symbols.intern("_")),
      ellipsis(symbols.intern("...")),
      sys(symbols.intern("sys")),
      os(symbols.intern("os")),
      exit(symbols.intern("exit")),
      quit(symbols.intern("quit")),
      underscore_exit(symbols.intern("_exit")),
      abort(symbols.intern("abort")) {}

NameCache::NameCache(std::string_view text, SymbolTable& symbols)
    : known(symbols), text_(text), symbols_(symbols) {
  constexpr size_t kBytesPerName = 16;  // a generous guess: fewer collisions, still in L2
  const size_t capacity = std::bit_ceil(std::clamp<size_t>(text.size() / kBytesPerName, 64, 4096));
  entries_.resize(capacity);
  shift_ = 64 - std::countr_zero(capacity);
}

// Near the end of the text, where eight bytes cannot be read at once.
uint64_t NameCache::load_last(uint32_t begin, uint32_t size) const {
  uint64_t head = 0;
  std::memcpy(&head, text_.data() + begin, std::min(size, kHeadBytes));
  return head;
}

bool NameCache::same_after_head(uint32_t a, uint32_t b, uint32_t size) const {
  const char* const p = text_.data() + a;
  const char* const q = text_.data() + b;
  if (load64(p + size - kHeadBytes) != load64(q + size - kHeadBytes)) return false;
  return size <= 2 * kHeadBytes ||
         std::memcmp(p + kHeadBytes, q + kHeadBytes, size - 2 * kHeadBytes) == 0;
}

NameCache::Identifier NameCache::resolve(uint64_t head, uint32_t begin, uint32_t size) {
  const std::string_view spelling = text_.substr(begin, size);
  Identifier found{Symbol::kNone, keyword_of(spelling)};
  if (!is_keyword(found.token) || found.token == Token::kConstant) {
    found.symbol = symbols_.intern(spelling);
  }
  if (size <= UINT16_MAX) {
    entries_[slot(head, begin, size)] = {head, begin, static_cast<uint16_t>(size), found.token,
                                         found.symbol};
  }
  return found;
}

}  // namespace npuport::python
