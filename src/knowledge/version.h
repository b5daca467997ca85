// Versions as PEP 440 orders them, in the subset that package metadata uses.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace npuport {

// 2.6.0.post5, 2.1.0rc1, 7.0.RC1, v26.1.0, 2.4.0+cu121. Trailing zeros do not matter.
struct Version {
  std::vector<uint32_t> release;  // at least one part
  int8_t pre_kind = 3;            // 0 alpha, 1 beta, 2 candidate, 3 none
  uint32_t pre = 0;
  int64_t post = -1;  // -1: none
  int64_t dev = -1;   // -1: none
  std::string local;  // "cu121"; not compared

  // Nothing when `text` is not a version. Reads all of `text`.
  static std::optional<Version> parse(std::string_view text);

  std::strong_ordering operator<=>(const Version& other) const;
  bool operator==(const Version& other) const { return (*this <=> other) == 0; }

  // Part i of the release, 0 when it has fewer.
  uint32_t part(size_t i) const { return i < release.size() ? release[i] : 0; }
};

// A specifier: ">=2.4.0,<3", "==2.6.*", "~=2.1", "!=2.3.0", and Poetry's "^2.1" and "~2.1"; ""
// holds for every version.
class VersionBound {
 public:
  static std::optional<VersionBound> parse(std::string_view text);

  bool holds(const Version& version) const;

  // The version of an "==" clause (also "==2.6.*" and conda's "=2.6"), nullptr without one.
  const Version* pinned() const;

  // The version that the bound is about: the pinned one, else the highest lower bound, else the
  // lowest upper bound. nullptr when it has none of them ("", "!=2.0").
  const Version* anchor() const;

 private:
  enum class Operator : uint8_t {
    kEqual,
    kNotEqual,
    kLess,
    kLessEqual,
    kGreater,
    kGreaterEqual,
    kCompatible,
    kCaret,  // the first part that is not zero stays
    kTilde,  // the first two parts stay
  };
  struct Clause {
    Operator op = Operator::kEqual;
    Version version;
    bool wildcard = false;  // ==2.6.*
  };
  static bool clause_holds(const Clause& clause, const Version& version);

  std::vector<Clause> clauses_;
};

}  // namespace npuport
