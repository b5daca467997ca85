// The part of SiteScanner that reads whole constructs: shared memory, assembly, bindings.
#include <algorithm>
#include <utility>

#include "syntax/cuda/names.h"
#include "syntax/cuda/scan.h"

namespace npuport::cuda {
namespace {

constexpr uint32_t kNone = TokenView::kNone;

// The mnemonic of the first instruction of inline assembly as written in the source: past braces,
// directives (.reg), predicates (@p) and the escapes \\n and \\t.
std::string first_instruction(std::string_view assembly) {
  constexpr std::string_view kBetween = " \t\r\n{};";
  size_t at = 0;
  while (at < assembly.size()) {
    if (kBetween.find(assembly[at]) != std::string_view::npos) {
      ++at;
      continue;
    }
    if (assembly[at] == '\\') {
      at += 2;
      continue;
    }
    size_t end = std::min(assembly.find_first_of(" \t\r\n{};\\", at), assembly.size());
    std::string_view word = assembly.substr(at, end - at);
    if (word[0] == '.') {
      at = std::min(assembly.find_first_of(";\\", at), assembly.size());
    } else if (word[0] == '@' || word.ends_with(':')) {
      at = end;
    } else {
      return std::string(word);
    }
  }
  return "";
}

}  // namespace

void SiteScanner::shared_memory(uint32_t i) {
  constexpr uint32_t kMaxDeclarator = 64;
  std::string_view name;
  uint32_t end = std::min(tokens_.size(), i + kMaxDeclarator);
  uint32_t j = i + 1;
  for (; j < end; ++j) {
    if (tokens_.is_word(j)) {
      bool grouped = takes_group(tokens_.word(j)) && tokens_.partner(j + 1) != kNone;
      if (grouped) {
        j = tokens_.partner(j + 1);
      } else {
        name = tokens_.word(j);
      }
    } else if (tokens_.is(j, '<')) {
      uint32_t after = tokens_.after_template(j);
      if (after == j) break;
      j = after - 1;
    } else if (!tokens_.is(j, TokenKind::kScope) && !tokens_.is(j, '*')) {
      break;
    }
  }
  uint32_t last = std::min(j, tokens_.size() - 1);
  add(CppSiteKind::kSharedMemory, std::string(name), tokens_.span(i),
      {tokens_.span(i).begin, tokens_.span(last).end});
}

void SiteScanner::assembly(uint32_t i) {
  uint32_t open = i + 1;
  constexpr size_t kMaxAssembly = 4096;
  while (tokens_.is_word(open)) ++open;  // volatile, goto, inline
  if (!tokens_.is(open, '(')) return;
  uint32_t close = tokens_.partner(open);
  std::string assembly;
  for (uint32_t j = open + 1; tokens_.is(j, TokenKind::kString); ++j) {
    std::string_view literal = tokens_.text(tokens_.span(j));
    Span content = string_content(literal, {0, static_cast<uint32_t>(literal.size())});
    assembly += literal.substr(content.begin, content.end - content.begin);
    if (assembly.size() > kMaxAssembly) break;
  }
  uint32_t last = close == kNone ? open : close;
  add(CppSiteKind::kAsm, first_instruction(assembly), tokens_.span(i),
      {tokens_.span(i).begin, tokens_.span(last).end});
}

// PYBIND11_MODULE(name, m) {...}, TORCH_LIBRARY_IMPL(namespace, key, m) {...}
void SiteScanner::module_binding(uint32_t i) {
  uint32_t close = tokens_.partner(i + 1);
  if (close == kNone || !tokens_.is_word(i + 2)) return;
  std::string key;
  bool has_key = tokens_.word(i).find("_IMPL") != std::string_view::npos;
  if (has_key && tokens_.is(i + 3, ',')) key = tokens_.word(i + 4);
  uint32_t last = close;
  if (tokens_.is(close + 1, '{') && tokens_.partner(close + 1) != kNone) {
    last = tokens_.partner(close + 1);
  }
  add(CppSiteKind::kModuleBinding, std::string(tokens_.word(i + 2)), tokens_.span(i),
      {tokens_.span(i).begin, tokens_.span(last).end}, std::move(key));
}

// m.def("name", &function), ops.impl("name", torch::kCUDA, &function)
void SiteScanner::binding(uint32_t member) {
  uint32_t open = member + 1;
  uint32_t close = tokens_.partner(open);
  Span literal = tokens_.span(open + 1);
  std::string_view token = tokens_.text(literal);
  Span content = string_content(token, {0, static_cast<uint32_t>(token.size())});
  std::string_view name = token.substr(content.begin, content.end - content.begin);
  name = name.substr(0, name.find('('));  // a schema: "name(Tensor x) -> Tensor"
  uint32_t begin = literal.begin + content.begin;
  Span span{begin, begin + static_cast<uint32_t>(name.size())};
  uint32_t last = close == kNone ? open + 1 : close;
  uint32_t first = member >= 2 && tokens_.is_word(member - 2) ? member - 2 : member;
  add(CppSiteKind::kBinding, std::string(name), span,
      {tokens_.span(first).begin, tokens_.span(last).end}, bound_function(open));
}

std::string SiteScanner::bound_function(uint32_t open) const {
  constexpr uint32_t kMaxArguments = 64;
  uint32_t close = tokens_.partner(open);
  if (close == kNone) return "";
  for (uint32_t i = open + 1; i < std::min(close, open + kMaxArguments); ++i) {
    bool starts_argument = tokens_.is(i - 1, ',') || tokens_.is(i - 1, '(');
    if (!starts_argument) continue;
    if (tokens_.is(i, '[')) return "";  // a lambda
    if (tokens_.is(i, '&') && tokens_.is_word(i + 1)) return tokens_.name_at(i + 1).text;
    if (!tokens_.is_word(i)) continue;
    QualifiedName name = tokens_.name_at(i);
    uint32_t after = tokens_.after_template(name.next);
    bool whole = tokens_.is(after, ',') || tokens_.is(after, ')');
    if (whole && classify(name.text) != NameClass::kConstant) return name.text;
  }
  return "";
}

}  // namespace npuport::cuda
