#include "detect/predicate.h"

#include <re2/re2.h>

#include <algorithm>
#include <cctype>

#include "facts/python_nodes.h"

namespace npuport {
namespace {

using Kind = ValuePredicate::Kind;

bool text_satisfies(const ValuePredicate& predicate, std::string_view text, bool open_ended) {
  const auto any = [&](auto&& test) {
    return std::any_of(predicate.texts.begin(), predicate.texts.end(), test);
  };
  switch (predicate.kind) {
    case Kind::kAny:
    case Kind::kString:
      return true;
    case Kind::kEquals:
      return !open_ended && any([&](const std::string& t) { return t == text; });
    case Kind::kContains:
      return any([&](const std::string& t) { return text.find(t) != std::string_view::npos; });
    case Kind::kStartsWith:
      return any([&](const std::string& t) { return text.starts_with(t); });
    case Kind::kMatches:
      return predicate.pattern &&
             RE2::FullMatch(re2::StringPiece(text.data(), text.size()), *predicate.pattern);
    case Kind::kDevice:
      return is_cuda_device(text, open_ended);
    default:
      return false;
  }
}

bool holds(const Project& project, const ValuePredicate& predicate, const Value& value) {
  switch (predicate.kind) {
    case Kind::kAny:
      return true;
    case Kind::kInteger:
      return value.kind == Value::Kind::kInteger;
    case Kind::kTrue:
      return value.kind == Value::Kind::kBoolean && value.boolean;
    case Kind::kFalse:
      return value.kind == Value::Kind::kBoolean && !value.boolean;
    case Kind::kNoneValue:
      return value.kind == Value::Kind::kNone;
    case Kind::kResolvesTo: {
      if (value.kind != Value::Kind::kReference || !value.entity.is_external()) return false;
      const std::string name = project.external_name(value.entity);
      return std::any_of(predicate.texts.begin(), predicate.texts.end(),
                         [&](const std::string& t) { return glob_match(t, name); });
    }
    case Kind::kEquals: {
      if (value.kind == Value::Kind::kString)
        return text_satisfies(predicate, value.text, value.open_ended);
      std::string text;
      if (value.kind == Value::Kind::kInteger) text = std::to_string(value.integer);
      if (value.kind == Value::Kind::kBoolean) text = value.boolean ? "true" : "false";
      return !text.empty() && text_satisfies(predicate, text, false);
    }
    default:
      return value.kind == Value::Kind::kString &&
             text_satisfies(predicate, value.text, value.open_ended);
  }
}

}  // namespace

bool is_cuda_device(std::string_view text, bool open_ended) {
  if (!text.starts_with("cuda")) return false;
  text.remove_prefix(4);
  if (text.empty()) return !open_ended;
  if (text.front() != ':') return false;
  text.remove_prefix(1);
  if (text.empty()) return open_ended;
  return text.size() <= 3 && std::all_of(text.begin(), text.end(), [](char c) {
           return std::isdigit(static_cast<unsigned char>(c));
         });
}

bool satisfies(const Project& project, const ValuePredicate& predicate, const Value& value) {
  return holds(project, predicate, value) != predicate.negated;
}

// {"": "cuda:0"} and ["cuda:0"] hold a device as "cuda:0" does.
static bool item_satisfies(const Project& project, const ValuePredicate& predicate,
                           const Value& value) {
  const bool holds_items =
      value.kind == Value::Kind::kMapping || value.kind == Value::Kind::kSequence;
  if (!holds_items || predicate.negated || predicate.kind == Kind::kAny) return false;
  const ChildList items(project.python(value.file), value.node);
  const size_t step = value.kind == Value::Kind::kMapping ? 2 : 1;
  for (size_t i = step - 1; i < items.size(); i += step) {
    for (const Value& item : project.evaluate(value.file, items[i])) {
      if (holds(project, predicate, item)) return true;
    }
  }
  return false;
}

bool satisfies(const Project& project, const ValuePredicate& predicate, const Values& values,
               const Value** by) {
  for (const Value& value : values) {
    if (!satisfies(project, predicate, value) && !item_satisfies(project, predicate, value))
      continue;
    if (by != nullptr) *by = &value;
    return true;
  }
  return false;
}

bool satisfies_text(const ValuePredicate& predicate, std::string_view text) {
  bool result = false;
  switch (predicate.kind) {
    case Kind::kTrue:
      result = text == "true" || text == "True" || text == "yes" || text == "on" || text == "1";
      break;
    case Kind::kFalse:
      result = text == "false" || text == "False" || text == "no" || text == "off" || text == "0";
      break;
    case Kind::kInteger:
      result = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return std::isdigit(static_cast<unsigned char>(c));
      });
      break;
    case Kind::kNoneValue:
      result = text == "null" || text == "~" || text.empty();
      break;
    default:
      result = text_satisfies(predicate, text, false);
  }
  return result != predicate.negated;
}

}  // namespace npuport
