// Ignore rules in the gitignore language: nested files, negation, anchored patterns, `**`.
//
// The rules of a folder are linked to those of the folder above; the deepest file that says
// something about a path decides, and in a file the last pattern that matches. Matching is linear
// in pattern and path (no exponential backtracking).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace npuport {

// One line of an ignore file.
class IgnorePattern {
 public:
  // Nothing for a blank line or a comment.
  static std::optional<IgnorePattern> parse(std::string_view line);

  bool negated() const { return negated_; }

  // `path` is relative to the folder of the ignore file; `name` is its last part.
  bool matches(std::string_view path, std::string_view name, bool is_folder) const;

 private:
  enum class Shape : uint8_t { kLiteralName, kNameSuffix, kGlobName, kPath };

  std::string text_;                   // literal, suffix or glob
  std::vector<std::string> segments_;  // kPath: one glob per path part, or "**"
  Shape shape_ = Shape::kLiteralName;
  bool negated_ = false;
  bool folders_only_ = false;
};

// Does the shell glob (* ? [..] \x; no '/') match the whole name?
bool glob_matches(std::string_view glob, std::string_view name);

class IgnoreRules {
 public:
  enum class Verdict : uint8_t { kNone, kIgnored, kKept };

  // `base` is the folder that holds the rules, relative to the root ("" = the root). `origin` is
  // named in reasons, for instance ".gitignore".
  IgnoreRules(std::shared_ptr<const IgnoreRules> parent, std::string base, std::string origin,
              std::string_view text);

  struct Decision {
    Verdict verdict = Verdict::kNone;
    const IgnoreRules* by = nullptr;
  };
  // `path` is relative to the root and lies below `base`. Folders above are not looked at: the walk
  // never enters an ignored folder.
  Decision decide(std::string_view path, bool is_folder) const;

  const std::string& origin() const { return origin_; }

 private:
  std::shared_ptr<const IgnoreRules> parent_;
  std::string base_;
  std::string origin_;
  std::vector<IgnorePattern> patterns_;
};

}  // namespace npuport
