#include "syntax/cuda/scan.h"

#include <algorithm>
#include <array>
#include <utility>

#include "syntax/cuda/cuda.h"
#include "syntax/cuda/names.h"

namespace npuport::cuda {
namespace {

constexpr uint32_t kNone = TokenView::kNone;

// After these words a name followed by "(" is a call, not a declaration.
bool precedes_expression(std::string_view word) {
  constexpr std::array<std::string_view, 9> kWords = {
      "return", "else", "do", "throw", "case", "co_return", "co_await", "co_yield", "goto"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

}  // namespace

std::vector<CppSite> SiteScanner::run() {
  uint32_t i = 0;
  while (i < tokens_.size()) {
    if (tokens_.is(i, TokenKind::kLaunchOpen)) {
      launch(i++);
    } else if ((tokens_.is(i, '.') || tokens_.is(i, TokenKind::kArrow)) && tokens_.is_word(i + 1)) {
      i = member(i + 1);
    } else if (tokens_.is_word(i)) {
      i = identifier(i);
    } else {
      ++i;
    }
  }
  return std::move(sites_);
}

void SiteScanner::add(CppSiteKind kind, std::string name, Span span, Span extent,
                      std::string target) {
  constexpr size_t kMaxName = 256;
  if (sites_.size() > kMaxCppSites) return;
  CppSite site;
  site.kind = kind;
  site.name = std::move(name);
  if (site.name.size() > kMaxName) site.name.resize(kMaxName);
  site.span = span;
  site.extent = extent;
  site.target = std::move(target);
  if (const Function* function = options_.functions->holding(span.begin)) {
    site.enclosing = function->name;
  }
  sites_.push_back(std::move(site));
}

uint32_t SiteScanner::identifier(uint32_t i) {
  if (keyword(i)) return i + 1;
  bool continues = i > 0 && tokens_.is(i - 1, TokenKind::kScope) && i > 1 && tokens_.is(i - 2, '>');
  bool names_scope = i > 0 && tokens_.word(i - 1) == "namespace";
  QualifiedName name = tokens_.name_at(i);
  if (!continues && !names_scope) qualified(name, i);
  return name.next;
}

// Handles words that mean something by themselves; true when `i` is one.
bool SiteScanner::keyword(uint32_t i) {
  std::string_view word = tokens_.word(i);
  if (is_device_builtin(word)) has_device_builtin_ = true;
  if (word == "__global__" || word == "__device__" || decoration(word) == Decoration::kDevice) {
    qualified_function(i);
  } else if (word == "__shared__") {
    shared_memory(i);
  } else if (word == "asm" || word == "__asm__" || word == "__asm") {
    assembly(i);
  } else if (is_module_binding(word) && tokens_.is(i + 1, '(')) {
    module_binding(i);
  } else {
    return false;
  }
  return true;
}

uint32_t SiteScanner::member(uint32_t i) {
  std::string_view word = tokens_.word(i);
  if (!tokens_.is(i + 1, '(')) return i + 1;
  if (word == "is_cuda" || word == "cuda") {
    uint32_t close = tokens_.partner(i + 1);
    uint32_t end = close == kNone ? tokens_.span(i).end : tokens_.span(close).end;
    add(CppSiteKind::kMethodCall, std::string(word), tokens_.span(i), {tokens_.span(i).begin, end});
  } else if ((word == "def" || word == "impl") && tokens_.is(i + 2, TokenKind::kString)) {
    binding(i);
  }
  return i + 1;
}

void SiteScanner::qualified(const QualifiedName& name, uint32_t first) {
  NameClass what = classify(name.text);
  bool own_macro = options_.macros->contains(name.text);
  if (own_macro) what = NameClass::kMacro;
  if (what == NameClass::kNone) {
    bool is_element = options_.device_types && is_device_only_type(name.text);
    if (is_element && (tokens_.is_word(name.next) || (first > 0 && tokens_.is(first - 1, '<')))) {
      add(CppSiteKind::kType, name.text, name.span, name.span);
    }
    return;
  }
  if (what == NameClass::kConstant) {
    add(CppSiteKind::kConstant, name.text, name.span, name.span);
    return;
  }
  uint32_t after = tokens_.after_template(name.next);
  bool called = tokens_.is(after, '(');
  if (tokens_.is(after, TokenKind::kLaunchOpen)) return;  // launch() names it
  bool is_macro = what == NameClass::kMacro || what == NameClass::kDispatch;
  if (!is_macro && options_.functions->named_at(name.span.begin) != nullptr) return;
  Span extent = name.span;
  if (called && tokens_.partner(after) != kNone) {
    extent.end = tokens_.span(tokens_.partner(after)).end;
  }
  switch (what) {
    case NameClass::kType:
      add(CppSiteKind::kType, name.text, name.span, name.span);
      break;
    case NameClass::kApi:
      if (called) {
        add(CppSiteKind::kCall, name.text, name.span, extent);
      } else if (stands_as_type(name, first, after)) {
        add(CppSiteKind::kType, name.text, name.span, name.span);
      }
      break;
    case NameClass::kIntrinsic:
      if (called) add(CppSiteKind::kCall, name.text, name.span, extent);
      break;
    case NameClass::kDispatch:
    case NameClass::kMacro:
      if (called) add(CppSiteKind::kMacro, name.text, name.span, extent);
      break;
    case NameClass::kOwn:
      if (called) {
        add(looks_declared(first) ? CppSiteKind::kDeclaration : CppSiteKind::kCall, name.text,
            name.span, extent);
      }
      break;
    default:
      break;
  }
}

// Whether a name followed by "(" is declared there, as far as the token before it tells. Only asked
// for names that the syntax tree has not placed.
bool SiteScanner::looks_declared(uint32_t first) const {
  if (first == 0) return false;
  std::string_view before = tokens_.word(first - 1);
  if (!before.empty()) return !precedes_expression(before);
  bool wraps_type =
      tokens_.is(first - 1, '>') || tokens_.is(first - 1, '*') || tokens_.is(first - 1, '&');
  return wraps_type && options_.functions->holding(tokens_.span(first).begin) == nullptr;
}

// A library name that is not called is a type or a constant.
bool SiteScanner::stands_as_type(const QualifiedName& name, uint32_t first, uint32_t after) const {
  if (name.text.find("::") != std::string::npos) return true;
  if (tokens_.is_word(after)) return true;
  return tokens_.is(after, '*') && first > 0 && tokens_.is(first - 1, '<');
}

QualifiedName SiteScanner::launched_name(uint32_t open) const {
  uint32_t last = open - 1;  // the kernel is before <<<
  if (tokens_.is(last, '>')) {
    uint32_t template_open = tokens_.template_open(last);
    if (template_open != kNone && template_open > 0) last = template_open - 1;
  } else if (tokens_.is(last, ')') || tokens_.is(last, ']')) {
    uint32_t bracket = tokens_.partner(last);
    if (bracket == kNone) return {};
    // `(kernel<T>)<<<...>>>`, else `kernels[i]<<<...>>>` or `select(x)<<<...>>>`.
    bool is_group = bracket == 0 || !tokens_.is_word(bracket - 1);
    last = is_group ? bracket + 1 : bracket - 1;
    if (is_group && tokens_.is_word(last)) return tokens_.name_at(last);
  }
  return tokens_.is_word(last) ? tokens_.name_ending_at(last) : QualifiedName{};
}

void SiteScanner::launch(uint32_t i) {
  if (i == 0) return;
  uint32_t close = tokens_.launch_close(i);
  if (close == kNone) return;
  QualifiedName kernel = launched_name(i);
  Span span{tokens_.span(i).begin, tokens_.span(close).end};
  Span extent = span;
  if (!kernel.text.empty()) extent.begin = kernel.span.begin;
  uint32_t arguments_end = tokens_.partner(close + 1);
  if (tokens_.is(close + 1, '(') && arguments_end != kNone) {
    extent.end = tokens_.span(arguments_end).end;
  }
  add(CppSiteKind::kLaunch, std::move(kernel.text), span, extent);
}

// A function marked __global__ or __device__ that the syntax tree does not show: its text did not
// parse, or it is in a macro body.
void SiteScanner::qualified_function(uint32_t specifier) {
  constexpr uint32_t kMaxHead = 256;
  bool is_kernel = tokens_.word(specifier) == "__global__";
  Span at = tokens_.span(specifier);
  if (options_.functions->headed_at(at.begin) != nullptr) return;
  if (specifier > 0 && tokens_.is(specifier - 1, ']')) {
    add(CppSiteKind::kDeviceFunction, "(lambda)", at, at);
    return;
  }
  uint32_t end = std::min(tokens_.size(), specifier + kMaxHead);
  for (uint32_t i = specifier + 1; i < end; ++i) {
    if (tokens_.is(i, ';') || tokens_.is(i, '=') || tokens_.is(i, '{') || tokens_.is(i, '['))
      return;
    if (!tokens_.is_word(i)) continue;
    uint32_t after = tokens_.after_template(i + 1);
    if (!tokens_.is(after, '(')) continue;
    uint32_t close = tokens_.partner(after);
    if (close == kNone) return;
    if (takes_group(tokens_.word(i))) {
      i = close;
      continue;
    }
    uint32_t body = close + 1;
    while (tokens_.is_word(body)) ++body;
    bool is_definition = tokens_.is(body, '{');
    uint32_t last = is_definition && tokens_.partner(body) != kNone ? tokens_.partner(body) : close;
    CppSiteKind kind = is_kernel ? CppSiteKind::kKernel : CppSiteKind::kDeviceFunction;
    add(is_definition ? kind : CppSiteKind::kDeclaration, std::string(tokens_.word(i)),
        tokens_.span(i), {at.begin, tokens_.span(last).end});
    return;
  }
}

}  // namespace npuport::cuda
