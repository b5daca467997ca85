#include "syntax/cuda/token_view.h"

#include <algorithm>
#include <utility>

namespace npuport::cuda {
namespace {

// Limits on looking ahead and back, so that no text costs more than linear time.
constexpr uint32_t kMaxTemplateTokens = 256;
constexpr uint32_t kMaxLaunchTokens = 1000;
constexpr uint32_t kMaxNameParts = 12;

char closer_of(char open) {
  switch (open) {
    case '(':
      return ')';
    case '[':
      return ']';
    case '{':
      return '}';
    default:
      return 0;
  }
}

}  // namespace

TokenView::TokenView(std::string_view text, std::vector<Token> tokens)
    : text_(text), tokens_(std::move(tokens)), partners_(tokens_.size(), kNone) {
  match_brackets();
}

void TokenView::match_brackets() {
  std::vector<uint32_t> open;
  for (uint32_t i = 0; i < size(); ++i) {
    char c = tokens_[i].punct;
    if (closer_of(c) != 0) {
      open.push_back(i);
      depth_ = std::max(depth_, open.size());
      continue;
    }
    if (c != ')' && c != ']' && c != '}') continue;
    // A brace closes over parentheses that were left open; a parenthesis never closes over a brace.
    while (c == '}' && !open.empty() && tokens_[open.back()].punct != '{') open.pop_back();
    if (open.empty() || closer_of(tokens_[open.back()].punct) != c) continue;
    partners_[i] = open.back();
    partners_[open.back()] = i;
    open.pop_back();
  }
}

QualifiedName TokenView::name_at(uint32_t i) const {
  QualifiedName name{std::string(word(i)), span(i), i + 1};
  for (uint32_t part = 0; part < kMaxNameParts; ++part) {
    if (!is(name.next, TokenKind::kScope) || !is_word(name.next + 1)) break;
    name.text += "::";
    name.text += word(name.next + 1);
    name.span.end = span(name.next + 1).end;
    name.next += 2;
  }
  return name;
}

QualifiedName TokenView::name_ending_at(uint32_t i) const {
  uint32_t first = i;
  for (uint32_t part = 0; part < kMaxNameParts; ++part) {
    if (first < 2 || !is(first - 1, TokenKind::kScope) || !is_word(first - 2)) break;
    first -= 2;
  }
  return name_at(first);
}

uint32_t TokenView::after_template(uint32_t i) const {
  if (!is(i, '<')) return i;
  uint32_t depth = 0;
  uint32_t end = std::min<uint32_t>(size(), i + kMaxTemplateTokens);
  for (uint32_t j = i; j < end; ++j) {
    if (is(j, '<')) {
      ++depth;
    } else if (is(j, '>')) {
      if (--depth == 0) return j + 1;
    } else if (is(j, '(') || is(j, '[') || is(j, '{')) {
      if (partner(j) == kNone) return i;
      j = partner(j);
    } else if (is(j, ';') || is(j, '}') || is(j, ')')) {
      return i;
    }
  }
  return i;
}

uint32_t TokenView::template_open(uint32_t i) const {
  uint32_t depth = 0;
  for (uint32_t steps = 0; steps < kMaxTemplateTokens && i < size(); ++steps, --i) {
    if (is(i, '>')) {
      ++depth;
    } else if (is(i, '<')) {
      if (--depth == 0) return i;
    } else if (is(i, ')') || is(i, ']') || is(i, '}')) {
      if (partner(i) == kNone) return kNone;
      i = partner(i);
    } else if (is(i, ';') || is(i, '{') || is(i, '(')) {
      return kNone;
    }
  }
  return kNone;
}

uint32_t TokenView::launch_close(uint32_t i) const {
  uint32_t end = std::min<uint32_t>(size(), i + kMaxLaunchTokens);
  for (uint32_t j = i + 1; j < end; ++j) {
    if (is(j, '(') || is(j, '[') || is(j, '{')) {
      if (partner(j) == kNone) return kNone;
      j = partner(j);
    } else if (is(j, ';') || is(j, '}') || is(j, ')')) {
      return kNone;
    } else if (is(j, '>') && is(j + 1, '>') && is(j + 2, '>') && span(j).end == span(j + 1).begin &&
               span(j + 1).end == span(j + 2).begin) {
      // `k<<<A<B<int>>>::v, 1>>>`: only a call or the end of the text follows the real one.
      if (is(j + 3, '(') || j + 3 >= size()) return j + 2;
    }
  }
  return kNone;
}

Span string_content(std::string_view text, Span literal) {
  std::string_view token = text.substr(literal.begin, literal.end - literal.begin);
  size_t quote = token.find('"');
  if (quote == std::string_view::npos) return literal;
  bool is_raw = quote > 0 && token[quote - 1] == 'R';
  size_t begin = quote + 1;
  size_t end = token.size();
  if (is_raw) {
    size_t open = token.find('(', begin);
    size_t close = token.rfind(')');
    if (open != std::string_view::npos && close != std::string_view::npos && close > open) {
      begin = open + 1;
      end = close;
    }
  } else if (end > begin && token[end - 1] == '"') {
    --end;
  }
  return {literal.begin + static_cast<uint32_t>(begin), literal.begin + static_cast<uint32_t>(end)};
}

}  // namespace npuport::cuda
