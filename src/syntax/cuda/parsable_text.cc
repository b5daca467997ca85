#include "syntax/cuda/parsable_text.h"

#include <string_view>

#include "syntax/cuda/names.h"
#include "syntax/cuda/tokens.h"

namespace npuport::cuda {
namespace {

// A table of constants longer than this is not shown to the parser.
constexpr uint32_t kMaxTableBytes = 8u << 10;

// A braced list of numbers only; tokens leave numbers out.
bool is_constant_table(const TokenView& tokens, uint32_t i) {
  uint32_t close = tokens.is(i, '{') ? tokens.partner(i) : TokenView::kNone;
  if (close == TokenView::kNone) return false;
  if (tokens.span(close).begin - tokens.span(i).end <= kMaxTableBytes) return false;
  for (uint32_t j = i + 1; j < close; ++j) {
    bool is_filler =
        tokens.is(j, ',') || tokens.is(j, '-') || tokens.is(j, '{') || tokens.is(j, '}');
    if (!is_filler) return false;
  }
  return true;
}

bool takes_arguments(std::string_view decoration) {
  return decoration.find("BOUNDS") != std::string_view::npos || decoration == "__launch_bounds__" ||
         decoration == "__maxnreg__" || decoration == "__cluster_dims__";
}

}  // namespace

std::string parsable_text(const Preprocessed& source, const TokenView& tokens) {
  std::string code = source.code;
  for (Span branch : source.unparsed) blank(code, branch);
  for (uint32_t i = 0; i < tokens.size(); ++i) {
    if (is_constant_table(tokens, i)) {
      uint32_t close = tokens.partner(i);
      blank(code, {tokens.span(i).end, tokens.span(close).begin});
      i = close;
      continue;
    }
    std::string_view word = tokens.word(i);
    Decoration kind = word.empty() ? Decoration::kNone : decoration(word);
    Span span = tokens.span(i);
    if (kind == Decoration::kNone || code[span.begin] == ' ') continue;
    uint32_t close = tokens.partner(i + 1);
    bool has_arguments =
        takes_arguments(word) && tokens.is(i + 1, '(') && close != TokenView::kNone;
    blank(code, {span.begin, has_arguments ? tokens.span(close).end : span.end});
    constexpr std::string_view kDevice = "__device__";
    if (kind == Decoration::kDevice && span.end - span.begin >= kDevice.size()) {
      code.replace(span.begin, kDevice.size(), kDevice);
    }
  }
  return code;
}

}  // namespace npuport::cuda
