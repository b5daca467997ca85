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

// Sorted by spelling.
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

Token keyword_of(std::string_view spelling) {
  if (spelling.size() < 2 || spelling.size() > kLongestKeyword) return Token::kName;
  const auto found = std::lower_bound(
      kKeywords.begin(), kKeywords.end(), spelling,
      [](const Keyword& keyword, std::string_view text) { return keyword.spelling < text; });
  return found != kKeywords.end() && found->spelling == spelling ? found->token : Token::kName;
}

uint64_t load64(const char* p) {
  uint64_t value;
  std::memcpy(&value, p, sizeof value);
  return value;
}

constexpr uint32_t kHeadBytes = 8;

bool same_after_head(const char* a, const char* b, uint32_t size) {
  if (load64(a + size - kHeadBytes) != load64(b + size - kHeadBytes)) return false;
  return size <= 2 * kHeadBytes ||
         std::memcmp(a + kHeadBytes, b + kHeadBytes, size - 2 * kHeadBytes) == 0;
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

uint64_t NameCache::load_head(uint32_t begin, uint32_t size) const {
  if (begin + kHeadBytes > text_.size()) {
    uint64_t head = 0;
    std::memcpy(&head, text_.data() + begin, std::min(size, kHeadBytes));
    return head;
  }
  const uint64_t head = load64(text_.data() + begin);
  if (size >= kHeadBytes) return head;
  const uint32_t unused = 8 * (kHeadBytes - size);
  return std::endian::native == std::endian::little ? head << unused >> unused
                                                    : head >> unused << unused;
}

NameCache::Identifier NameCache::find(uint32_t begin, uint32_t size) {
  constexpr uint64_t kOdd1 = 0x9E3779B97F4A7C15ull;
  constexpr uint64_t kOdd2 = 0xD6E8FEB86659FD93ull;
  const char* const at = text_.data() + begin;
  const uint64_t head = load_head(begin, size);
  uint64_t hash = head;
  if (size > kHeadBytes) hash = (hash * kOdd2) ^ load64(at + size - kHeadBytes);
  Entry& entry = entries_[((hash ^ size) * kOdd1) >> shift_];
  if (entry.head == head && entry.size == size &&
      (size <= kHeadBytes || same_after_head(text_.data() + entry.begin, at, size))) {
    return {entry.symbol, entry.token};
  }
  const Identifier found = resolve(begin, size);
  if (size <= UINT16_MAX) {
    entry = {head, begin, static_cast<uint16_t>(size), found.token, found.symbol};
  }
  return found;
}

NameCache::Identifier NameCache::resolve(uint32_t begin, uint32_t size) {
  const std::string_view spelling = text_.substr(begin, size);
  const Token token = keyword_of(spelling);
  if (is_keyword(token) && token != Token::kConstant) return {Symbol::kNone, token};
  return {symbols_.intern(spelling), token};
}

}  // namespace npuport::python
