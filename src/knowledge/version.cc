#include "knowledge/version.h"

#include <algorithm>
#include <array>

namespace npuport {
namespace {

constexpr int8_t kAlpha = 0;
constexpr int8_t kBeta = 1;
constexpr int8_t kCandidate = 2;
constexpr int8_t kFinal = 3;
constexpr size_t kMaxParts = 16;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// Takes digits from the front; nothing when there are none or too many.
std::optional<uint32_t> take_digits(std::string_view& text) {
  uint64_t value = 0;
  size_t count = 0;
  while (count < text.size() && is_digit(text[count])) {
    value = value * 10 + static_cast<uint64_t>(text[count] - '0');
    if (++count > 9) return std::nullopt;
  }
  if (count == 0) return std::nullopt;
  text.remove_prefix(count);
  return static_cast<uint32_t>(value);
}

void skip_separator(std::string_view& text) {
  if (!text.empty() && (text[0] == '.' || text[0] == '-' || text[0] == '_')) text.remove_prefix(1);
}

// Takes a separator, `word` in any case, a separator and a number (0 when left out).
std::optional<uint32_t> take_suffix(std::string_view& text, std::string_view word) {
  std::string_view rest = text;
  skip_separator(rest);
  if (rest.size() < word.size()) return std::nullopt;
  for (size_t i = 0; i < word.size(); ++i) {
    if (lower(rest[i]) != word[i]) return std::nullopt;
  }
  rest.remove_prefix(word.size());
  if (!rest.empty() && !is_digit(rest[0]) && rest.size() > 1 && is_digit(rest[1])) {
    skip_separator(rest);
  }
  if (!rest.empty() && is_digit(rest[0])) {
    const std::optional<uint32_t> number = take_digits(rest);
    if (!number) return std::nullopt;
    text = rest;
    return number;
  }
  if (!rest.empty() && rest[0] != '.' && rest[0] != '+' && rest[0] != '-') return std::nullopt;
  text = rest;
  return 0;
}

bool take_release(std::string_view& text, std::vector<uint32_t>& release) {
  while (release.size() < kMaxParts) {
    const std::optional<uint32_t> part = take_digits(text);
    if (!part) return false;
    release.push_back(*part);
    if (text.size() < 2 || text[0] != '.' || !is_digit(text[1])) return true;
    text.remove_prefix(1);
  }
  return false;
}

void take_pre(std::string_view& text, Version& version) {
  constexpr std::array<std::pair<std::string_view, int8_t>, 8> kWords = {{{"alpha", kAlpha},
                                                                          {"beta", kBeta},
                                                                          {"preview", kCandidate},
                                                                          {"pre", kCandidate},
                                                                          {"rc", kCandidate},
                                                                          {"a", kAlpha},
                                                                          {"b", kBeta},
                                                                          {"c", kCandidate}}};
  for (const auto& [word, kind] : kWords) {
    const std::optional<uint32_t> number = take_suffix(text, word);
    if (!number) continue;
    version.pre_kind = kind;
    version.pre = *number;
    return;
  }
}

}  // namespace

std::optional<Version> Version::parse(std::string_view text) {
  text = trim(text);
  if (!text.empty() && lower(text[0]) == 'v') text.remove_prefix(1);
  if (const size_t epoch = text.find('!'); epoch != std::string_view::npos) return std::nullopt;
  Version version;
  version.pre_kind = kFinal;
  if (!take_release(text, version.release)) return std::nullopt;
  take_pre(text, version);
  if (const std::optional<uint32_t> post = take_suffix(text, "post")) {
    version.post = *post;
  } else if (text.size() > 1 && text[0] == '-' && is_digit(text[1])) {
    text.remove_prefix(1);
    const std::optional<uint32_t> number = take_digits(text);
    if (!number) return std::nullopt;
    version.post = *number;
  }
  if (const std::optional<uint32_t> dev = take_suffix(text, "dev")) version.dev = *dev;
  if (!text.empty() && text[0] == '+') {
    version.local = std::string(text.substr(1));
    text = {};
  }
  if (!text.empty()) return std::nullopt;
  return version;
}

std::strong_ordering Version::operator<=>(const Version& other) const {
  const size_t parts = std::max(release.size(), other.release.size());
  for (size_t i = 0; i < parts; ++i) {
    if (part(i) != other.part(i)) return part(i) <=> other.part(i);
  }
  // 1.0.dev1 < 1.0a1 < 1.0 < 1.0.post1
  const auto phase = [](const Version& v) -> int {
    return v.pre_kind == kFinal && v.post < 0 && v.dev >= 0 ? -1 : v.pre_kind;
  };
  if (phase(*this) != phase(other)) return phase(*this) <=> phase(other);
  if (pre != other.pre) return pre <=> other.pre;
  if (post != other.post) return post <=> other.post;
  const auto dev_rank = [](const Version& v) { return v.dev < 0 ? INT64_MAX : v.dev; };
  return dev_rank(*this) <=> dev_rank(other);
}

std::optional<VersionBound> VersionBound::parse(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, Operator>, 11> kOperators = {
      {{"===", Operator::kEqual},
       {"==", Operator::kEqual},
       {"!=", Operator::kNotEqual},
       {"<=", Operator::kLessEqual},
       {">=", Operator::kGreaterEqual},
       {"~=", Operator::kCompatible},
       {"<", Operator::kLess},
       {">", Operator::kGreater},
       {"^", Operator::kCaret},
       {"~", Operator::kTilde},
       {"=", Operator::kEqual}}};  // conda
  VersionBound bound;
  text = trim(text);
  while (!text.empty()) {
    const size_t comma = text.find(',');
    std::string_view part = trim(text.substr(0, comma));
    text = comma == std::string_view::npos ? std::string_view() : trim(text.substr(comma + 1));
    if (part.empty()) continue;
    Clause clause;
    for (const auto& [spelling, op] : kOperators) {
      if (!part.starts_with(spelling)) continue;
      clause.op = op;
      clause.wildcard = spelling == "=";  // conda's "=2.4" is a prefix
      part = trim(part.substr(spelling.size()));
      break;
    }
    if (part.ends_with(".*")) {
      part.remove_suffix(2);
      clause.wildcard = true;
    }
    std::optional<Version> version = Version::parse(part);
    if (!version) return std::nullopt;
    clause.version = std::move(*version);
    bound.clauses_.push_back(std::move(clause));
  }
  return bound;
}

bool VersionBound::clause_holds(const Clause& clause, const Version& version) {
  const Version& bound = clause.version;
  const auto has_prefix = [&](size_t parts) {
    for (size_t i = 0; i < parts; ++i) {
      if (version.part(i) != bound.part(i)) return false;
    }
    return true;
  };
  switch (clause.op) {
    case Operator::kEqual:
      return clause.wildcard ? has_prefix(bound.release.size()) : version == bound;
    case Operator::kNotEqual:
      return clause.wildcard ? !has_prefix(bound.release.size()) : version != bound;
    case Operator::kLess:
      return version < bound;
    case Operator::kLessEqual:
      return version <= bound;
    case Operator::kGreater:
      return version > bound;
    case Operator::kGreaterEqual:
      return version >= bound;
    case Operator::kCompatible:
      return version >= bound && has_prefix(bound.release.size() - 1);
    case Operator::kCaret: {
      size_t kept = 1;
      while (kept < bound.release.size() && bound.part(kept - 1) == 0) ++kept;
      return version >= bound && has_prefix(kept);
    }
    case Operator::kTilde:
      return version >= bound && has_prefix(std::min<size_t>(bound.release.size(), 2));
  }
  return false;
}

bool VersionBound::holds(const Version& version) const {
  return std::all_of(clauses_.begin(), clauses_.end(),
                     [&](const Clause& clause) { return clause_holds(clause, version); });
}

const Version* VersionBound::pinned() const {
  for (const Clause& clause : clauses_) {
    if (clause.op == Operator::kEqual) return &clause.version;
  }
  return nullptr;
}

const Version* VersionBound::anchor() const {
  if (const Version* pin = pinned()) return pin;
  const Version* low = nullptr;
  const Version* high = nullptr;
  for (const Clause& clause : clauses_) {
    switch (clause.op) {
      case Operator::kGreater:
      case Operator::kGreaterEqual:
      case Operator::kCompatible:
      case Operator::kCaret:
      case Operator::kTilde:
        if (low == nullptr || clause.version > *low) low = &clause.version;
        break;
      case Operator::kLess:
      case Operator::kLessEqual:
        if (high == nullptr || clause.version < *high) high = &clause.version;
        break;
      case Operator::kEqual:
      case Operator::kNotEqual:
        break;
    }
  }
  return low != nullptr ? low : high;
}

}  // namespace npuport
