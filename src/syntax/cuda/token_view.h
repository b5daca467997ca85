// Reading a token stream: brackets matched, qualified names and template arguments recognised.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/cuda/tokens.h"

namespace npuport::cuda {

// `a::b::c` without template arguments.
struct QualifiedName {
  std::string text;
  Span span;
  uint32_t next = 0;  // index after its last token
};

class TokenView {
 public:
  // Index that stands for "no such token"; also what is past the end.
  static constexpr uint32_t kNone = UINT32_MAX;

  TokenView(std::string_view text, std::vector<Token> tokens);

  uint32_t size() const { return static_cast<uint32_t>(tokens_.size()); }
  Span span(uint32_t i) const { return tokens_[i].span; }
  std::string_view text(Span span) const { return text_.substr(span.begin, span.end - span.begin); }

  bool is(uint32_t i, TokenKind kind) const { return i < size() && tokens_[i].kind == kind; }
  bool is(uint32_t i, char punct) const { return i < size() && tokens_[i].punct == punct; }
  bool is_word(uint32_t i) const { return is(i, TokenKind::kIdentifier); }
  // The spelling of an identifier, "" for any other token.
  std::string_view word(uint32_t i) const { return is_word(i) ? text(span(i)) : ""; }

  // How deep brackets nest at most.
  size_t depth() const { return depth_; }

  // The partner of a bracket of ( [ {, in both directions, or kNone.
  uint32_t partner(uint32_t i) const { return i < size() ? partners_[i] : kNone; }

  // The qualified name that starts at the identifier `i`.
  QualifiedName name_at(uint32_t i) const;
  // The qualified name that ends at the identifier `i`.
  QualifiedName name_ending_at(uint32_t i) const;

  // Index after the template arguments that open at `i`; `i` when it opens none.
  uint32_t after_template(uint32_t i) const;
  // Index of the `<` whose template arguments close at `i`, or kNone.
  uint32_t template_open(uint32_t i) const;

  // For the `<<<` at `i`: index of the last `>` of its `>>>`, or kNone.
  uint32_t launch_close(uint32_t i) const;

 private:
  void match_brackets();

  std::string_view text_;
  std::vector<Token> tokens_;
  std::vector<uint32_t> partners_;
  size_t depth_ = 0;
};

// The content of a string literal token: without prefix, quotes and raw delimiter.
Span string_content(std::string_view text, Span literal);

}  // namespace npuport::cuda
