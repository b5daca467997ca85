#include "query/query_name.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace npuport {
namespace {

constexpr std::pair<std::string_view, std::string_view> kShortForms[] = {
    {"F.", "torch.nn.functional."},   {"nn.", "torch.nn."},        {"dist.", "torch.distributed."},
    {"Tensor.", "torch.Tensor."},     {"triton.language.", "tl."}, {"torch.ops.npu.", "torch_npu."},
    {"torch_npu.npu.", "torch.npu."}, {"npu_", "torch_npu.npu_"},  {".", "torch.Tensor."},
};

bool is_name_char(char c) {
  return c == '_' || c == '.' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9');
}

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace

std::string full_name(std::string_view typed) {
  while (!typed.empty() && is_blank(typed.front())) typed.remove_prefix(1);
  while (!typed.empty() && is_blank(typed.back())) typed.remove_suffix(1);
  if (typed.ends_with("()")) typed.remove_suffix(2);
  for (const auto& [form, full] : kShortForms) {
    if (typed.starts_with(form) && typed.size() > form.size()) {
      return std::string(full) + std::string(typed.substr(form.size()));
    }
  }
  return std::string(typed);
}

std::string_view last_part(std::string_view name) {
  const size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

bool holds_word(std::string_view text, std::string_view word) {
  if (word.empty()) return false;
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    const bool begins = at == 0 || !is_name_char(text[at - 1]);
    // A full stop ends a sentence; one before a letter goes on with the name.
    const bool dot = end < text.size() && text[end] == '.' &&
                     (end + 1 == text.size() || !is_name_char(text[end + 1]));
    const bool ends = end == text.size() || !is_name_char(text[end]) || dot;
    if (begins && ends) return true;
  }
  return false;
}

bool is_environment_name(std::string_view name) {
  const auto fits = [](char c) {
    return c == '_' || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  return name.find('_') != std::string_view::npos && std::all_of(name.begin(), name.end(), fits);
}

}  // namespace npuport
