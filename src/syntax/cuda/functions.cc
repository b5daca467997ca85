#include "syntax/cuda/functions.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <memory>

extern "C" const TSLanguage* tree_sitter_cuda();

namespace npuport::cuda {
namespace {

struct ParserDeleter {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};
struct TreeDeleter {
  void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};
using ParserPtr = std::unique_ptr<TSParser, ParserDeleter>;
using TreePtr = std::unique_ptr<TSTree, TreeDeleter>;

Span span_of(TSNode node) { return {ts_node_start_byte(node), ts_node_end_byte(node)}; }

const char* read_text(void* payload, uint32_t offset, TSPoint, uint32_t* length) {
  const auto& text = *static_cast<const std::string_view*>(payload);
  *length = offset < text.size() ? static_cast<uint32_t>(text.size()) - offset : 0;
  return *length == 0 ? "" : text.data() + offset;
}

// The parser asks after each 100 of its operations whether to stop. Counting them, not the time,
// gives the same answer on a busy machine.
bool budget_spent(TSParseState* state) {
  auto& steps_left = *static_cast<uint32_t*>(state->payload);
  if (steps_left == 0) return true;
  --steps_left;
  return false;
}

TreePtr parse(std::string_view code, uint32_t steps) {
  ParserPtr parser(ts_parser_new());
  if (!ts_parser_set_language(parser.get(), tree_sitter_cuda())) return nullptr;
  TSInput input{&code, read_text, TSInputEncodingUTF8, nullptr};
  TSParseOptions options{&steps, budget_spent};
  return TreePtr(ts_parser_parse_with_options(parser.get(), nullptr, input, options));
}

// The node types and fields that matter, resolved once per file.
struct Grammar {
  explicit Grammar(const TSLanguage* language) : language_(language) {
    function_definition = symbol("function_definition", true);
    declaration = symbol("declaration", true);
    field_declaration = symbol("field_declaration", true);
    function_declarator = symbol("function_declarator", true);
    global = symbol("__global__", false);
    device = symbol("__device__", false);
    declarator = field("declarator");
    parameters = field("parameters");
    body = field("body");
    type = field("type");
  }

  TSSymbol function_definition, declaration, field_declaration, function_declarator;
  TSSymbol global, device;
  TSFieldId declarator, parameters, body, type;

 private:
  TSSymbol symbol(std::string_view name, bool named) const {
    return ts_language_symbol_for_name(language_, name.data(), static_cast<uint32_t>(name.size()),
                                       named);
  }
  TSFieldId field(std::string_view name) const {
    return ts_language_field_id_for_name(language_, name.data(),
                                         static_cast<uint32_t>(name.size()));
  }
  const TSLanguage* language_;
};

class FunctionVisitor {
 public:
  explicit FunctionVisitor(std::string_view code) : code_(code), grammar_(tree_sitter_cuda()) {}

  std::vector<Function> run(TSNode root) {
    TSTreeCursor cursor = ts_tree_cursor_new(root);
    // Iterative, so that nesting in the text costs no stack.
    bool more = true;
    while (more) {
      visit(ts_tree_cursor_current_node(&cursor));
      more = ts_tree_cursor_goto_first_child(&cursor);
      while (!more && !ts_tree_cursor_goto_next_sibling(&cursor)) {
        if (!ts_tree_cursor_goto_parent(&cursor)) {
          ts_tree_cursor_delete(&cursor);
          return std::move(functions_);
        }
      }
      more = true;
    }
    return {};
  }

 private:
  void visit(TSNode node) {
    TSSymbol symbol = ts_node_symbol(node);
    bool is_definition = symbol == grammar_.function_definition;
    if (!is_definition && symbol != grammar_.declaration && symbol != grammar_.field_declaration) {
      return;
    }
    // In a body, `LOOP_MACRO(i, n) { ... }` looks like a definition without a type.
    bool in_body = ts_node_start_byte(node) < body_end_;
    bool has_type = !ts_node_is_null(ts_node_child_by_field_id(node, grammar_.type));
    if (in_body && (!is_definition || !has_type)) return;
    TSNode declarator = function_declarator(node);
    if (ts_node_is_null(declarator)) return;
    TSNode name = ts_node_child_by_field_id(declarator, grammar_.declarator);
    if (ts_node_is_null(name)) return;
    add(node, declarator, name, is_definition);
    if (is_definition && !ts_node_is_null(ts_node_child_by_field_id(node, grammar_.body))) {
      body_end_ = std::max(body_end_, ts_node_end_byte(node));
    }
  }

  // Follows `T* (&f(...))`-like wrappings down to the declarator with the parameter list.
  TSNode function_declarator(TSNode node) const {
    constexpr int kMaxWrappings = 16;
    for (int i = 0; i < kMaxWrappings; ++i) {
      TSNode next = ts_node_child_by_field_id(node, grammar_.declarator);
      if (ts_node_is_null(next)) next = reference_target(node);
      if (ts_node_is_null(next)) return next;
      if (ts_node_symbol(next) == grammar_.function_declarator) return next;
      node = next;
    }
    return {};
  }

  // The grammar gives a reference_declarator no field for what it refers to.
  static TSNode reference_target(TSNode node) {
    if (std::string_view(ts_node_type(node)) != "reference_declarator") return {};
    return ts_node_named_child(node, 0);
  }

  void add(TSNode node, TSNode declarator, TSNode name, bool is_definition) {
    Function function;
    function.name_span = name_span(span_of(name));
    function.name = text(function.name_span).substr(0, kMaxName);
    function.extent = span_of(node);
    function.is_definition = is_definition;
    uint32_t children = std::min(ts_node_child_count(node), kMaxSpecifiers);
    for (uint32_t i = 0; i < children; ++i) {
      TSSymbol symbol = ts_node_symbol(ts_node_child(node, i));
      function.is_kernel = function.is_kernel || symbol == grammar_.global;
      function.is_device = function.is_device || symbol == grammar_.device;
    }
    TSNode parameters = ts_node_child_by_field_id(declarator, grammar_.parameters);
    if (!ts_node_is_null(parameters)) {
      std::string_view list = text(span_of(parameters));
      function.takes_stream = list.find("cudaStream_t") != std::string_view::npos ||
                              list.find("CUDAStream") != std::string_view::npos;
    }
    functions_.push_back(std::move(function));
  }

  // A macro that the grammar took for a part of the name is none: "INLINE_MACRO f" is "f".
  Span name_span(Span span) const {
    std::string_view name = text(span).substr(0, kMaxName);
    if (name.find("operator") != std::string_view::npos) return span;
    size_t blank = name.substr(0, name.find('<')).find_last_of(" \t\r\n");
    if (blank != std::string_view::npos) span.begin += static_cast<uint32_t>(blank) + 1;
    return span;
  }

  std::string_view text(Span span) const { return code_.substr(span.begin, span.end - span.begin); }

  static constexpr uint32_t kMaxSpecifiers = 16;
  static constexpr size_t kMaxName = 256;

  std::string_view code_;
  Grammar grammar_;
  std::vector<Function> functions_;
  uint32_t body_end_ = 0;  // end of the outermost function body around the cursor
};

}  // namespace

FunctionList find_functions(std::string_view code, uint32_t steps) {
  TreePtr tree = parse(code, steps);
  if (!tree) return {{}, ParseOutcome::kTooSlow};
  return {FunctionVisitor(code).run(ts_tree_root_node(tree.get())), ParseOutcome::kParsed};
}

}  // namespace npuport::cuda
