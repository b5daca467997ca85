#include <algorithm>
#include <array>

#include "knowledge/rule_parts.h"

namespace npuport {
namespace {

// How the value of a subject key is written.
enum class Form : uint8_t {
  kQualifiedNames,
  kCompared,  // qualified names, or ".attribute"
  kNames,     // plain names with globs
  kPredicate,
  kSetting,
  kPattern,
  kBuild,
  kCpp,
};

struct SubjectForm {
  std::string_view key;
  Subject subject;
  Form form;
  std::vector<std::string_view> options;  // besides "files" and "report"
};

const std::vector<SubjectForm>& subject_forms() {
  static const std::vector<SubjectForm> forms = {
      {"reference", Subject::kReference, Form::kQualifiedNames, {"except", "outside"}},
      {"call",
       Subject::kCall,
       Form::kQualifiedNames,
       {"except", "where", "inside", "statement", "importing"}},
      {"import", Subject::kImport, Form::kQualifiedNames, {"except"}},
      {"base", Subject::kBase, Form::kQualifiedNames, {"except"}},
      {"decorator", Subject::kDecorator, Form::kQualifiedNames, {"except", "where"}},
      {"method",
       Subject::kMethod,
       Form::kNames,
       {"except", "where", "receiver", "inside", "statement", "importing"}},
      {"attribute", Subject::kAttribute, Form::kNames, {"except", "receiver", "value"}},
      {"keyword", Subject::kKeyword, Form::kNames, {"except", "value", "callee", "where"}},
      {"string", Subject::kString, Form::kPredicate, {"importing"}},
      {"compare", Subject::kCompare, Form::kCompared, {"except", "value", "receiver"}},
      {"environment", Subject::kEnvironment, Form::kNames, {"except", "value"}},
      {"command", Subject::kCommand, Form::kNames, {"except", "arguments", "flag"}},
      {"setting", Subject::kSetting, Form::kSetting, {}},
      {"image", Subject::kImage, Form::kPattern, {}},
      {"directive", Subject::kDirective, Form::kPattern, {}},
      {"index", Subject::kIndex, Form::kPattern, {}},
      {"requirement", Subject::kRequirement, Form::kNames, {"except"}},
      {"build", Subject::kBuild, Form::kBuild, {}},
      {"cpp", Subject::kCpp, Form::kCpp, {}},
  };
  return forms;
}

constexpr std::array<std::string_view, 21> kFileKinds = {
    "python",  "notebook", "requirements", "pyproject", "setup_cfg", "pipfile", "lock",
    "conda",   "yaml",     "json",         "toml",      "ini",       "shell",   "docker",
    "compose", "ci",       "cmake",        "make",      "cpp",       "cuda",    "markdown"};

constexpr std::array<std::string_view, 16> kCppKinds = {
    "include",        "kernel",  "device_function", "launch",        "call", "method_call",
    "type",           "macro",   "define",          "shared_memory", "asm",  "condition",
    "module_binding", "binding", "declaration",     "constant"};

bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '*' || static_cast<unsigned char>(c) >= 0x80;
}

// a.b.c; "*" anywhere in a part, "**" only as the last part.
bool is_qualified_name(std::string_view name) {
  while (true) {
    const size_t dot = name.find('.');
    const std::string_view part = name.substr(0, dot);
    if (part.empty() || !std::all_of(part.begin(), part.end(), is_name_byte)) return false;
    const bool last = dot == std::string_view::npos;
    if (part.find("**") != std::string_view::npos && !(last && part == "**")) return false;
    if (last) return true;
    name.remove_prefix(dot + 1);
  }
}

std::vector<std::string> read_names(const DataNode& node, Form form, ProblemLog& log) {
  std::vector<std::string> names = read_texts(node, log);
  if (form == Form::kNames) return names;
  for (size_t i = 0; i < names.size(); ++i) {
    std::string_view name = names[i];
    if (form == Form::kCompared && name.starts_with('.')) name.remove_prefix(1);
    if (name.empty() || is_qualified_name(name)) continue;
    log.add(node.is_list() ? node.items[i] : node,
            "expected a dotted name such as torch.cuda.synchronize, torch.cuda.get_* or "
            "torch.cuda.**; found \"" +
                names[i].substr(0, 100) + "\"");
  }
  return names;
}

ArgumentCondition read_condition(const DataNode& node, ProblemLog& log) {
  ArgumentCondition condition;
  if (!check_keys(node, {"argument", "position", "absent", "value"}, log)) return condition;
  const DataNode* argument = node.find("argument");
  const DataNode* position = node.find("position");
  if (argument == nullptr && position == nullptr) {
    log.add(node, "expected \"argument\", \"position\", or both");
  }
  if (argument != nullptr) condition.argument = read_text(*argument, log);
  if (position != nullptr) {
    const std::string text = read_text(*position, log);
    const bool digits = !text.empty() && text.size() <= 2 &&
                        text.find_first_not_of("0123456789") == std::string::npos;
    if (digits) {
      condition.position = std::stoi(text);
    } else if (!text.empty()) {
      log.add(*position, "expected a 0-based position; found \"" + text.substr(0, 64) + "\"");
    }
  }
  const DataNode* absent = node.find("absent");
  const DataNode* value = node.find("value");
  if (absent != nullptr) condition.absent = read_flag(*absent, log);
  if (value != nullptr) condition.value = read_predicate(*value, log);
  if (condition.absent && value != nullptr) {
    log.add(*value, "an absent argument has no value");
  }
  return condition;
}

void read_report(const DataNode& node, Matcher& matcher, ProblemLog& log) {
  if (node.is_map()) {
    check_keys(node, {"argument"}, log);
    if (const DataNode* argument = require(node, "argument", log)) {
      matcher.report = ReportSpan::kArgument;
      matcher.report_argument = read_text(*argument, log);
    }
    return;
  }
  matcher.report = read_enum(node,
                             {{"call", ReportSpan::kCall},
                              {"name", ReportSpan::kName},
                              {"value", ReportSpan::kValue},
                              {"key", ReportSpan::kKey},
                              {"flag", ReportSpan::kFlag},
                              {"default", ReportSpan::kDefault}},
                             ReportSpan::kDefault, log);
}

void read_known(const DataNode& node, std::vector<std::string_view> known,
                std::vector<std::string>& out, ProblemLog& log) {
  out = read_texts(node, log);
  for (size_t i = 0; i < out.size(); ++i) {
    if (out[i].empty() || std::find(known.begin(), known.end(), out[i]) != known.end()) continue;
    log.add(node.is_list() ? node.items[i] : node, unexpected(out[i], known));
  }
}

void read_setting(const DataNode& node, Matcher& matcher, ProblemLog& log) {
  if (!check_keys(node, {"key", "value"}, log)) return;
  const DataNode* key = node.find("key");
  const DataNode* value = node.find("value");
  if (key == nullptr && value == nullptr) log.add(node, "expected \"key\", \"value\", or both");
  if (key != nullptr) matcher.key = read_pattern(*key, log);
  if (value == nullptr) return;
  if (value->is_map()) {
    matcher.value = read_predicate(*value, log);
  } else {
    matcher.value.kind = ValuePredicate::Kind::kMatches;
    matcher.value.pattern = read_pattern(*value, log);
  }
}

void read_subject(const SubjectForm& form, const DataNode& value, Matcher& matcher,
                  ProblemLog& log) {
  matcher.subject = form.subject;
  switch (form.form) {
    case Form::kQualifiedNames:
    case Form::kCompared:
    case Form::kNames:
      matcher.names = read_names(value, form.form, log);
      break;
    case Form::kPredicate:
      matcher.value = read_predicate(value, log);
      break;
    case Form::kSetting:
      read_setting(value, matcher, log);
      break;
    case Form::kPattern:
      matcher.text = read_pattern(value, log);
      break;
    case Form::kBuild:
      if (!check_keys(value, {"name", "arguments"}, log)) break;
      if (const DataNode* name = require(value, "name", log))
        matcher.names = read_texts(*name, log);
      if (const DataNode* arguments = value.find("arguments")) {
        matcher.text = read_pattern(*arguments, log);
      }
      break;
    case Form::kCpp:
      if (!check_keys(value, {"kind", "name"}, log)) break;
      if (const DataNode* kind = require(value, "kind", log)) {
        std::vector<std::string> kinds;
        read_known(*kind, {kCppKinds.begin(), kCppKinds.end()}, kinds, log);
        if (kind->is_scalar())
          matcher.cpp_kind = kinds.front();
        else
          log.add(*kind, "expected one kind; found " + std::string(kind_name(*kind)));
      }
      if (const DataNode* name = value.find("name")) matcher.text = read_pattern(*name, log);
      break;
  }
}

void read_options(const DataNode& item, Matcher& matcher, ProblemLog& log) {
  if (const DataNode* node = item.find("except")) {
    const bool qualified = matcher.subject <= Subject::kDecorator;
    matcher.except = read_names(*node, qualified ? Form::kQualifiedNames : Form::kNames, log);
  }
  if (const DataNode* node = item.find("where")) {
    if (!node->is_list()) {
      matcher.where.push_back(read_condition(*node, log));
    } else {
      for (const DataNode& condition : node->items) {
        matcher.where.push_back(read_condition(condition, log));
      }
    }
  }
  if (const DataNode* node = item.find("receiver")) matcher.receiver = read_texts(*node, log);
  if (const DataNode* node = item.find("callee")) {
    matcher.callee = read_names(*node, Form::kQualifiedNames, log);
  }
  if (const DataNode* node = item.find("value")) {
    matcher.value = read_predicate(*node, log);
    if (matcher.value.kind == ValuePredicate::Kind::kMadeBy) {
      log.add(*node, "\"made_by\" asks for an argument: it stands in \"where\" only");
    }
  }
  if (const DataNode* node = item.find("inside")) {
    matcher.inside = read_names(*node, Form::kQualifiedNames, log);
  }
  if (const DataNode* node = item.find("statement")) matcher.statement = read_pattern(*node, log);
  if (const DataNode* node = item.find("importing")) {
    matcher.importing = read_names(*node, Form::kQualifiedNames, log);
  }
  if (const DataNode* node = item.find("outside")) {
    static constexpr std::array<std::string_view, 2> kContexts = {"compare", "annotation"};
    read_known(*node, {kContexts.begin(), kContexts.end()}, matcher.outside, log);
  }
  if (const DataNode* node = item.find("arguments")) matcher.text = read_pattern(*node, log);
  if (const DataNode* node = item.find("flag")) matcher.flag = read_pattern(*node, log);
  if (const DataNode* node = item.find("files")) {
    read_known(*node, {kFileKinds.begin(), kFileKinds.end()}, matcher.files, log);
  }
  if (const DataNode* node = item.find("report")) read_report(*node, matcher, log);
}

std::vector<std::string_view> subject_keys() {
  std::vector<std::string_view> keys;
  for (const SubjectForm& form : subject_forms()) keys.push_back(form.key);
  return keys;
}

// The one subject key of an item, or nullptr after a problem.
const SubjectForm* find_subject(const DataNode& item, ProblemLog& log) {
  const SubjectForm* found = nullptr;
  for (const SubjectForm& form : subject_forms()) {
    if (item.find(form.key) == nullptr) continue;
    if (found != nullptr) {
      log.add(item, "expected one subject; found \"" + std::string(found->key) + "\" and \"" +
                        std::string(form.key) + "\"; write two items");
      return nullptr;
    }
    found = &form;
  }
  if (found != nullptr) return found;
  const DataNode& first = item.items.empty() ? item : item.items.front();
  log.add(first, "no subject; " + unexpected(first.text, subject_keys()));
  return nullptr;
}

void read_item(const DataNode& item, std::vector<Matcher>& matchers, ProblemLog& log) {
  if (!item.is_map()) {
    log.add(item, "expected a map such as {call: torch.cuda.synchronize}; found " +
                      std::string(kind_name(item)));
    return;
  }
  const SubjectForm* form = find_subject(item, log);
  if (form == nullptr) return;
  std::vector<std::string_view> allowed = form->options;
  allowed.insert(allowed.end(), {form->key, "files", "report"});
  check_keys(item, allowed, log);
  Matcher& matcher = matchers.emplace_back();
  read_subject(*form, *item.find(form->key), matcher, log);
  read_options(item, matcher, log);
}

}  // namespace

std::vector<Matcher> read_match(const DataNode& node, ProblemLog& log) {
  std::vector<Matcher> matchers;
  if (node.is_scalar() && node.text == "detector") return matchers;
  if (!node.is_list()) {
    read_item(node, matchers, log);
    return matchers;
  }
  if (node.items.empty()) log.add(node, "expected at least one item");
  for (const DataNode& item : node.items) read_item(item, matchers, log);
  return matchers;
}

}  // namespace npuport
