#include "source/gitignore.h"

#include <algorithm>
#include <utility>

namespace npuport {
namespace {

constexpr size_t kMaxPatternBytes = 4096;
constexpr std::string_view kAnyFolders = "**";

bool is_special(char c) { return c == '*' || c == '?' || c == '[' || c == '\\'; }

bool has_special(std::string_view text) {
  return std::any_of(text.begin(), text.end(), is_special);
}

// Removes trailing spaces that no backslash protects.
std::string_view trim_trailing_spaces(std::string_view line) {
  size_t end = line.size();
  while (end > 0 && line[end - 1] == ' ') {
    size_t backslashes = 0;
    while (backslashes + 1 < end && line[end - 2 - backslashes] == '\\') ++backslashes;
    if (backslashes % 2 == 1) break;
    --end;
  }
  return line.substr(0, end);
}

bool in_class(std::string_view name, char c) {
  const auto byte = static_cast<unsigned char>(c);
  const bool lower = byte >= 'a' && byte <= 'z';
  const bool upper = byte >= 'A' && byte <= 'Z';
  const bool digit = byte >= '0' && byte <= '9';
  if (name == "alpha") return lower || upper;
  if (name == "digit") return digit;
  if (name == "alnum") return lower || upper || digit;
  if (name == "lower") return lower;
  if (name == "upper") return upper;
  if (name == "space") return byte == ' ' || (byte >= '\t' && byte <= '\r');
  if (name == "blank") return byte == ' ' || byte == '\t';
  if (name == "punct") return byte > ' ' && byte < 0x7F && !lower && !upper && !digit;
  if (name == "cntrl") return byte < ' ' || byte == 0x7F;
  if (name == "graph") return byte > ' ' && byte < 0x7F;
  if (name == "print") return byte >= ' ' && byte < 0x7F;
  if (name == "xdigit")
    return digit || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
  return false;
}

// Reads the bracket expression at glob[at] == '['. Sets `at` behind it; nothing when it never ends.
std::optional<bool> match_bracket(std::string_view glob, size_t& at, char c) {
  size_t i = at + 1;
  const bool negated = i < glob.size() && (glob[i] == '!' || glob[i] == '^');
  if (negated) ++i;
  bool found = false;
  const auto byte = [](char x) { return static_cast<unsigned char>(x); };
  for (bool first = true; i < glob.size() && (first || glob[i] != ']'); first = false) {
    if (glob[i] == '[' && i + 1 < glob.size() && glob[i + 1] == ':') {
      const size_t end = glob.find(":]", i + 2);
      if (end != std::string_view::npos) {
        found |= in_class(glob.substr(i + 2, end - i - 2), c);
        i = end + 2;
        continue;
      }
    }
    if (glob[i] == '\\' && i + 1 < glob.size()) ++i;
    const char low = glob[i++];
    char high = low;
    if (i + 1 < glob.size() && glob[i] == '-' && glob[i + 1] != ']') {
      i += glob[i + 1] == '\\' && i + 2 < glob.size() ? 2 : 1;
      high = glob[i++];
    }
    found |= byte(low) <= byte(c) && byte(c) <= byte(high);
  }
  if (i >= glob.size()) return std::nullopt;
  at = i + 1;
  return found != negated;
}

std::vector<std::string_view> split_path(std::string_view path) {
  std::vector<std::string_view> parts;
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find('/', begin), path.size());
    if (end > begin) parts.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

bool path_matches(const std::vector<std::string>& globs, std::string_view path) {
  const std::vector<std::string_view> parts = split_path(path);
  size_t g = 0;
  size_t p = 0;
  size_t resume_glob = std::string::npos;  // behind the last "**", and the part it reaches up to
  size_t resume_part = 0;
  while (p < parts.size()) {
    if (g < globs.size() && globs[g] == kAnyFolders) {
      if (g + 1 == globs.size()) return true;  // at least one part is left
      resume_glob = ++g;
      resume_part = p;
    } else if (g < globs.size() && glob_matches(globs[g], parts[p])) {
      ++g;
      ++p;
    } else if (resume_glob != std::string::npos) {
      g = resume_glob;
      p = ++resume_part;
    } else {
      return false;
    }
  }
  return g == globs.size();
}

}  // namespace

bool glob_matches(std::string_view glob, std::string_view name) {
  size_t g = 0;
  size_t n = 0;
  size_t resume_glob = std::string_view::npos;  // behind the last '*', and the byte it reaches to
  size_t resume_name = 0;
  while (true) {
    if (g < glob.size() && glob[g] == '*') {
      resume_glob = ++g;
      resume_name = n;
      continue;
    }
    if (n == name.size()) return g == glob.size();
    bool hit = false;
    size_t next = g + 1;
    if (g < glob.size()) {
      if (glob[g] == '?') {
        hit = true;
      } else if (glob[g] == '[') {
        next = g;
        const std::optional<bool> bracket = match_bracket(glob, next, name[n]);
        if (!bracket) return false;
        hit = *bracket;
      } else {
        const bool escaped = glob[g] == '\\' && g + 1 < glob.size();
        hit = glob[g + (escaped ? 1 : 0)] == name[n];
        if (escaped) next = g + 2;
      }
    }
    if (hit) {
      g = next;
      ++n;
    } else if (resume_glob != std::string_view::npos) {
      g = resume_glob;
      n = ++resume_name;
    } else {
      return false;
    }
  }
}

std::optional<IgnorePattern> IgnorePattern::parse(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  line = trim_trailing_spaces(line);
  if (line.empty() || line.front() == '#' || line.size() > kMaxPatternBytes) return std::nullopt;
  IgnorePattern pattern;
  if (line.front() == '!') {
    pattern.negated_ = true;
    line.remove_prefix(1);
  }
  if (line.ends_with('/')) {
    pattern.folders_only_ = true;
    line.remove_suffix(1);
  }
  if (line.empty()) return std::nullopt;
  if (line.find('/') != std::string_view::npos) {
    pattern.shape_ = Shape::kPath;
    for (const std::string_view part : split_path(line)) pattern.segments_.emplace_back(part);
    if (pattern.segments_.empty()) return std::nullopt;
    return pattern;
  }
  if (!has_special(line)) {
    pattern.text_ = line;
  } else if (line.front() == '*' && !has_special(line.substr(1))) {
    pattern.shape_ = Shape::kNameSuffix;
    pattern.text_ = line.substr(1);
  } else {
    pattern.shape_ = Shape::kGlobName;
    pattern.text_ = line;
  }
  return pattern;
}

bool IgnorePattern::matches(std::string_view path, std::string_view name, bool is_folder) const {
  if (folders_only_ && !is_folder) return false;
  switch (shape_) {
    case Shape::kLiteralName:
      return name == text_;
    case Shape::kNameSuffix:
      return name.ends_with(text_);
    case Shape::kGlobName:
      return glob_matches(text_, name);
    case Shape::kPath:
      return path_matches(segments_, path);
  }
  return false;
}

IgnoreRules::IgnoreRules(std::shared_ptr<const IgnoreRules> parent, std::string base,
                         std::string origin, std::string_view text)
    : parent_(std::move(parent)), base_(std::move(base)), origin_(std::move(origin)) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    if (auto pattern = IgnorePattern::parse(text.substr(begin, end - begin))) {
      patterns_.push_back(std::move(*pattern));
    }
    begin = end + 1;
  }
}

IgnoreRules::Decision IgnoreRules::decide(std::string_view path, bool is_folder) const {
  const std::string_view name = path.substr(path.rfind('/') + 1);  // npos + 1 == 0
  for (const IgnoreRules* rules = this; rules != nullptr; rules = rules->parent_.get()) {
    std::string_view below = path;
    if (!rules->base_.empty()) below.remove_prefix(rules->base_.size() + 1);
    for (auto it = rules->patterns_.rbegin(); it != rules->patterns_.rend(); ++it) {
      if (it->matches(below, name, is_folder)) {
        return {it->negated() ? Verdict::kKept : Verdict::kIgnored, rules};
      }
    }
  }
  return {};
}

}  // namespace npuport
