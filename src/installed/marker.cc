#include "installed/marker.h"

#include <algorithm>
#include <array>
#include <optional>

#include "knowledge/version.h"
#include "syntax/manifest/manifest.h"

namespace npuport {
namespace {

constexpr int kMaxDepth = 64;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_word(char c) {
  return c == '_' || c == '.' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9');
}

struct Operand {
  std::string text;
  bool variable = false;
};

// One machine at a time: a marker may ask for either.
class Evaluator {
 public:
  Evaluator(std::string_view text, const MarkerEnvironment& environment, std::string_view machine)
      : text_(text), environment_(environment), machine_(machine) {}

  // Nothing when the marker is not one.
  std::optional<bool> run() {
    const bool value = any(0);
    skip_blanks();
    if (!sound_ || pos_ != text_.size()) return std::nullopt;
    return value;
  }

 private:
  bool any(int depth) {
    bool value = all(depth);
    while (sound_ && word("or")) {
      const bool right = all(depth);
      value = value || right;
    }
    return value;
  }

  bool all(int depth) {
    bool value = atom(depth);
    while (sound_ && word("and")) {
      const bool right = atom(depth);
      value = value && right;
    }
    return value;
  }

  bool atom(int depth) {
    skip_blanks();
    if (depth > kMaxDepth) return fail();
    if (take('(')) {
      const bool value = any(depth + 1);
      skip_blanks();
      return take(')') ? value : fail();
    }
    const Operand left = operand();
    const std::string op = comparison();
    const Operand right = operand();
    if (!sound_ || op.empty()) return fail();
    return compare(left, op, right);
  }

  Operand operand() {
    skip_blanks();
    if (pos_ < text_.size() && (text_[pos_] == '"' || text_[pos_] == '\'')) {
      const size_t end = text_.find(text_[pos_], pos_ + 1);
      if (end == std::string_view::npos) return fail(), Operand{};
      Operand literal{std::string(text_.substr(pos_ + 1, end - pos_ - 1)), false};
      pos_ = end + 1;
      return literal;
    }
    const size_t begin = pos_;
    while (pos_ < text_.size() && is_word(text_[pos_])) ++pos_;
    if (begin == pos_) fail();
    return {std::string(text_.substr(begin, pos_ - begin)), true};
  }

  std::string comparison() {
    skip_blanks();
    for (const std::string_view op : {"===", "==", "!=", "<=", ">=", "~=", "<", ">"}) {
      if (!text_.substr(pos_).starts_with(op)) continue;
      pos_ += op.size();
      return std::string(op);
    }
    if (word("in")) return "in";
    if (word("not") && word("in")) return "not in";
    return {};
  }

  bool compare(const Operand& left, const std::string& op, const Operand& right) {
    const Operand& variable = left.variable ? left : right;
    const Operand& literal = left.variable ? right : left;
    if (!variable.variable || literal.variable) return fail();
    if (variable.text == "extra") return compare_extra(op, literal.text);
    const std::optional<std::string> value = value_of(variable.text);
    if (!value) return fail();
    if (op == "in" || op == "not in") {
      const std::string& part = left.variable ? *value : literal.text;
      const std::string& whole = left.variable ? literal.text : *value;
      return (whole.find(part) != std::string::npos) == (op == "in");
    }
    if (variable.text.starts_with("python") || variable.text == "implementation_version") {
      const std::optional<VersionBound> bound =
          VersionBound::parse(turned(op, left) + literal.text);
      const std::optional<Version> version = Version::parse(*value);
      return bound && version ? bound->holds(*version) : fail();
    }
    if (op == "!=") return *value != literal.text;
    return op == "==" || op == "===" ? *value == literal.text : fail();
  }

  // "3.8" <= python_version asks what python_version >= "3.8" asks.
  static std::string turned(const std::string& op, const Operand& left) {
    if (left.variable) return op;
    if (op[0] == '<') return ">" + op.substr(1);
    if (op[0] == '>') return "<" + op.substr(1);
    return op;
  }

  bool compare_extra(const std::string& op, const std::string& name) {
    const std::string wanted = normalize_name(name);
    const bool asked =
        std::any_of(environment_.extras.begin(), environment_.extras.end(),
                    [&](const std::string& e) { return normalize_name(e) == wanted; });
    return op == "==" ? asked : op == "!=" ? !asked : fail();
  }

  std::optional<std::string> value_of(std::string_view name) const {
    if (name == "python_version") return environment_.python;
    if (name == "python_full_version" || name == "implementation_version") {
      return environment_.python + ".0";
    }
    if (name == "platform_machine" || name == "platform.machine") return std::string(machine_);
    using Pair = std::pair<std::string_view, std::string_view>;
    constexpr std::array<Pair, 9> kFixed = {{{"sys_platform", "linux"},
                                             {"sys.platform", "linux"},
                                             {"platform_system", "Linux"},
                                             {"os_name", "posix"},
                                             {"os.name", "posix"},
                                             {"platform_python_implementation", "CPython"},
                                             {"implementation_name", "cpython"},
                                             {"platform_release", ""},
                                             {"platform_version", ""}}};
    for (const auto& [key, value] : kFixed) {
      if (key == name) return std::string(value);
    }
    return std::nullopt;
  }

  bool word(std::string_view wanted) {
    skip_blanks();
    if (!text_.substr(pos_).starts_with(wanted)) return false;
    const size_t end = pos_ + wanted.size();
    if (end < text_.size() && is_word(text_[end])) return false;
    pos_ = end;
    return true;
  }
  bool take(char c) {
    if (pos_ >= text_.size() || text_[pos_] != c) return false;
    ++pos_;
    return true;
  }
  void skip_blanks() {
    while (pos_ < text_.size() && is_blank(text_[pos_])) ++pos_;
  }
  bool fail() {
    sound_ = false;
    return false;
  }

  std::string_view text_;
  const MarkerEnvironment& environment_;
  std::string_view machine_;
  size_t pos_ = 0;
  bool sound_ = true;
};

}  // namespace

bool marker_holds(std::string_view marker, const MarkerEnvironment& environment) {
  if (marker.find_first_not_of(" \t\r\n") == std::string_view::npos) return true;
  for (const std::string_view machine : {"x86_64", "aarch64"}) {
    if (Evaluator(marker, environment, machine).run().value_or(true)) return true;
  }
  return false;
}

}  // namespace npuport
