#include "detect/rule_index.h"

#include <re2/re2.h>

#include <algorithm>

namespace npuport {
namespace {

const std::vector<MatcherRef> kNothing;

uint16_t literal_length(const std::string& pattern) {
  const auto wild = static_cast<size_t>(std::count(pattern.begin(), pattern.end(), '*'));
  return static_cast<uint16_t>(std::min<size_t>(pattern.size() - wild, 0xffff));
}

// Of the longest name.
uint16_t literal_length(const Matcher& matcher) {
  uint16_t longest = 0;
  for (const std::string& name : matcher.names) longest = std::max(longest, literal_length(name));
  return longest;
}

bool dotted_match(const std::string& pattern, const std::string& dotted) {
  if (!pattern.ends_with("**")) return glob_match(pattern, dotted);
  return dotted.starts_with(pattern.substr(0, pattern.size() - 2)) ||
         dotted == pattern.substr(0, pattern.size() - 3);
}

int name_table(Subject subject) {
  switch (subject) {
    case Subject::kReference:
    case Subject::kCall:
      return 0;
    case Subject::kImport:
      return 1;
    case Subject::kBase:
      return 2;
    case Subject::kDecorator:
      return 3;
    case Subject::kCompare:
      return 4;
    default:
      return -1;
  }
}

int identifier_table(Subject subject) {
  switch (subject) {
    case Subject::kMethod:
      return 0;
    case Subject::kAttribute:
      return 1;
    case Subject::kKeyword:
      return 2;
    default:
      return -1;
  }
}

}  // namespace

bool glob_match(std::string_view pattern, std::string_view text) {
  size_t p = 0, t = 0, star = std::string_view::npos, mark = 0;
  while (t < text.size()) {
    if (p < pattern.size() && (pattern[p] == text[t] || pattern[p] == '?')) {
      ++p, ++t;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++, mark = t;
    } else if (star != std::string_view::npos) {
      p = star + 1, t = ++mark;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

RuleIndex::RuleIndex(const std::vector<Rule>& rules, const Project& project) : project_(project) {
  for (const Rule& rule : rules) {
    by_id_.emplace(rule.id, &rule);
    for (const Matcher& matcher : rule.match) add(rule, matcher);
  }
  build_string_filter();
}

RuleIndex::~RuleIndex() = default;

// All string predicates as one expression.
void RuleIndex::build_string_filter() {
  using Kind = ValuePredicate::Kind;
  std::string expression;
  for (const MatcherRef& ref : all(Subject::kString)) {
    const ValuePredicate& value = ref.matcher->value;
    if (value.kind == Kind::kDevice && !value.negated) continue;  // the device detector's
    if (value.kind == Kind::kMatches && !value.negated && value.pattern) {
      expression += "|^(?:" + value.pattern->pattern() + ")$";
      continue;
    }
    const bool anchored = value.kind == Kind::kEquals || value.kind == Kind::kStartsWith;
    if (value.negated || !(anchored || value.kind == Kind::kContains)) return;
    for (const std::string& text : value.texts) {
      expression += anchored ? "|^" : "|";
      expression += re2::RE2::QuoteMeta(text);
      if (value.kind == Kind::kEquals) expression += '$';
    }
  }
  if (expression.empty()) return;
  re2::RE2::Options options;
  options.set_log_errors(false);
  auto filter = std::make_unique<re2::RE2>(expression.substr(1), options);
  if (filter->ok()) string_filter_ = std::move(filter);
}

bool RuleIndex::string_may_match(std::string_view text) const {
  return string_filter_ == nullptr ||
         string_filter_->Match(re2::StringPiece(text.data(), text.size()), 0, text.size(),
                               re2::RE2::UNANCHORED, nullptr, 0);
}

void RuleIndex::add(const Rule& rule, const Matcher& matcher) {
  const MatcherRef ref{&rule, &matcher, literal_length(matcher)};
  all_[static_cast<size_t>(matcher.subject)].push_back(ref);
  if (const int table = name_table(matcher.subject); table >= 0) {
    NameTable& names = names_[static_cast<size_t>(table)];
    const auto id = static_cast<uint32_t>(names.refs.size());
    names.refs.push_back(ref);
    for (const std::string& name : matcher.names) {
      if (name.starts_with('.')) {
        compared_attributes_[project_.symbols().intern(std::string_view(name).substr(1))].push_back(
            ref);
      } else {
        names.patterns.add(name, id);
        if (const size_t dot = name.rfind('.'); dot != std::string::npos) {
          last_names_.insert(project_.symbols().intern(std::string_view(name).substr(dot + 1)));
        }
      }
    }
  }
  if (const int table = identifier_table(matcher.subject); table >= 0) {
    for (const std::string& name : matcher.names) {
      identifiers_[static_cast<size_t>(table)][project_.symbols().intern(name)].push_back(ref);
    }
  }
}

const std::vector<MatcherRef>& RuleIndex::for_name(Subject subject, QName name) const {
  const NameTable& names = names_[static_cast<size_t>(name_table(subject))];
  const auto key = static_cast<uint64_t>(name);
  if (const auto known = names.known.find(key)) return **known;
  const std::string dotted = project_.names().text(name);
  std::vector<uint32_t> ids;
  names.patterns.find(dotted, ids);
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  std::vector<MatcherRef> found;
  for (const uint32_t id : ids) {
    const MatcherRef& ref = names.refs[id];
    const auto excluded = [&](const std::string& pattern) { return dotted_match(pattern, dotted); };
    if (std::any_of(ref.matcher->except.begin(), ref.matcher->except.end(), excluded)) continue;
    // The name that matched decides how particular the match is, not the longest of the list.
    MatcherRef matched = ref;
    matched.specificity = 0;
    for (const std::string& pattern : ref.matcher->names) {
      if (dotted_match(pattern, dotted)) {
        matched.specificity = std::max(matched.specificity, literal_length(pattern));
      }
    }
    found.push_back(matched);
  }
  return *names.known.insert_with(key, [&] {
    if (found.empty()) return &kNothing;
    const std::lock_guard lock(names.keeping);
    names.kept.push_back(std::move(found));
    return static_cast<const std::vector<MatcherRef>*>(&names.kept.back());
  });
}

void RuleIndex::for_member(Subject subject, QName name, std::vector<MatcherRef>& out) const {
  const auto& refs = for_name(subject, name);
  if (refs.empty()) return;
  const std::string dotted = project_.names().text(name);
  for (const MatcherRef& ref : refs) {
    const auto& names = ref.matcher->names;
    if (std::find(names.begin(), names.end(), dotted) != names.end()) out.push_back(ref);
  }
}

const std::vector<MatcherRef>& RuleIndex::for_identifier(Subject subject, Symbol name) const {
  const auto& table = identifiers_[static_cast<size_t>(identifier_table(subject))];
  const auto it = table.find(name);
  return it == table.end() ? kNothing : it->second;
}

const std::vector<MatcherRef>& RuleIndex::for_compared_attribute(Symbol name) const {
  const auto it = compared_attributes_.find(name);
  return it == compared_attributes_.end() ? kNothing : it->second;
}

void RuleIndex::for_text(Subject subject, std::string_view name,
                         std::vector<MatcherRef>& out) const {
  for (const MatcherRef& ref : all(subject)) {
    const auto matches = [&](const std::string& pattern) { return glob_match(pattern, name); };
    if (std::any_of(ref.matcher->names.begin(), ref.matcher->names.end(), matches) &&
        std::none_of(ref.matcher->except.begin(), ref.matcher->except.end(), matches)) {
      out.push_back(ref);
    }
  }
}

const std::vector<MatcherRef>& RuleIndex::all(Subject subject) const {
  return all_[static_cast<size_t>(subject)];
}

const Rule* RuleIndex::find(std::string_view id) const {
  const auto it = by_id_.find(id);
  return it == by_id_.end() ? nullptr : it->second;
}

}  // namespace npuport
