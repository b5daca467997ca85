// One requirement in its many spellings.
#include <algorithm>
#include <array>

#include "syntax/manifest/manifest.h"
#include "syntax/manifest/text.h"

namespace npuport {
namespace {

using manifest::is_blank;
using manifest::is_name_char;
using manifest::trim;

bool is_alnum(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_address(std::string_view text) {
  static constexpr std::array<std::string_view, 9> kSchemes = {
      "git+", "hg+", "svn+", "bzr+", "http://", "https://", "ftp://", "file:", "git://"};
  return std::any_of(kSchemes.begin(), kSchemes.end(),
                     [&](std::string_view scheme) { return text.starts_with(scheme); });
}

bool is_archive(std::string_view text) {
  for (std::string_view suffix : {".whl", ".tar.gz", ".tgz", ".zip", ".tar.bz2", ".egg"}) {
    if (text.ends_with(suffix)) return true;
  }
  return false;
}

bool is_path(std::string_view text) {
  if (text.starts_with(".") || text.starts_with("/") || text.starts_with("~/")) return true;
  const std::string_view head = text.substr(0, text.find_first_of(" \t;@[<>=!"));
  if (head.find('/') != std::string_view::npos || head.find('\\') != std::string_view::npos) {
    return true;
  }
  return is_archive(text.substr(0, text.find_first_of(" \t;#@")));
}

// Walks one requirement; spans are relative to `offset`.
class Reader {
 public:
  Reader(std::string_view text, uint32_t offset) : text_(text), offset_(offset) {}

  std::optional<Requirement> read() {
    cut_options_and_comment();
    requirement_.span = span(0, text_.size());
    if (text_.empty()) return std::nullopt;
    if (is_address(text_)) return address();
    if (is_path(text_)) return path();
    return named();
  }

 private:
  void cut_options_and_comment() {
    while (!text_.empty() && is_blank(text_.front())) {
      text_.remove_prefix(1);
      ++offset_;
    }
    for (size_t i = 1; i < text_.size(); ++i) {
      if (!is_blank(text_[i - 1])) continue;
      if (text_[i] == '#' ||
          (text_.substr(i).starts_with("--") && i + 2 < text_.size() && is_alnum(text_[i + 2]))) {
        text_ = text_.substr(0, i);
        break;
      }
    }
    text_ = trim(text_);
    if (text_.ends_with(',')) text_ = trim(text_.substr(0, text_.size() - 1));
  }

  std::optional<Requirement> named() {
    while (pos_ < text_.size() && is_name_char(text_[pos_])) ++pos_;
    while (pos_ > 0 && !is_alnum(text_[pos_ - 1])) --pos_;
    if (pos_ == 0 || !is_alnum(text_[0])) return std::nullopt;
    set_name(0, pos_);
    skip_blanks();
    if (peek() == '[' && !extras()) return std::nullopt;
    skip_blanks();
    if (peek() == '@') return direct_reference();
    return specifier_and_marker();
  }

  // name @ https://..., name @ file:///... ; marker
  std::optional<Requirement> direct_reference() {
    ++pos_;
    skip_blanks();
    const size_t begin = pos_;
    while (pos_ < text_.size() && !is_blank(text_[pos_])) ++pos_;
    size_t end = pos_;
    if (end > begin && text_[end - 1] == ';') --end;
    if (end == begin) return std::nullopt;
    requirement_.url = text_.substr(begin, end - begin);
    pos_ = end;
    return marker();
  }

  std::optional<Requirement> specifier_and_marker() {
    const size_t end = std::min(text_.find(';', pos_), text_.size());
    std::string_view specifier = trim(text_.substr(pos_, end - pos_));
    if (specifier.starts_with('(') && specifier.ends_with(')')) {
      specifier = trim(specifier.substr(1, specifier.size() - 2));
    }
    if (!specifier.empty() &&
        std::string_view("<>=!~").find(specifier[0]) == std::string_view::npos) {
      return std::nullopt;
    }
    for (char c : specifier) {
      if (!is_blank(c) && c != '\\') requirement_.specifier += c;
    }
    pos_ = end;
    return marker();
  }

  std::optional<Requirement> marker() {
    skip_blanks();
    if (peek() == ';') requirement_.marker = trim(text_.substr(pos_ + 1));
    return std::move(requirement_);
  }

  std::optional<Requirement> address() {
    size_t end = text_.find_first_of(" \t");
    if (end == std::string_view::npos) end = text_.size();
    if (text_.substr(0, end).ends_with(';')) --end;
    requirement_.url = text_.substr(0, end);
    const size_t egg = text_.substr(0, end).find("egg=");
    if (egg != std::string_view::npos && egg > 0 &&
        (text_[egg - 1] == '#' || text_[egg - 1] == '&')) {
      pos_ = egg + 4;
      const size_t begin = pos_;
      while (pos_ < end && is_name_char(text_[pos_])) ++pos_;
      set_name(begin, pos_);
      if (peek() == '[') extras();
    } else {
      wheel_name(end);
    }
    pos_ = end;
    return marker();
  }

  std::optional<Requirement> path() {
    size_t end = text_.find_first_of(" \t;");
    if (end == std::string_view::npos) end = text_.size();
    const size_t bracket = text_.substr(0, end).find('[');
    requirement_.url = text_.substr(0, std::min(bracket, end));
    if (bracket != std::string_view::npos) {
      pos_ = bracket;
      extras();
    } else {
      wheel_name(end);
    }
    pos_ = end;
    return marker();
  }

  // .../flash_attn-2.7.1+cu124-cp310-cp310-linux_x86_64.whl
  void wheel_name(size_t end) {
    std::string_view address = text_.substr(0, end);
    address = address.substr(0, address.find_first_of("#?"));
    if (!address.ends_with(".whl")) return;
    const size_t slash = address.find_last_of("/\\");
    const size_t begin = slash == std::string_view::npos ? 0 : slash + 1;
    const size_t dash = address.find('-', begin);
    if (dash == std::string_view::npos || dash == begin) return;
    set_name(begin, dash);
    std::string version(address.substr(dash + 1, address.find('-', dash + 1) - dash - 1));
    for (size_t at = version.find("%2B"); at != std::string::npos; at = version.find("%2B")) {
      version.replace(at, 3, "+");
    }
    if (version.find_first_of("*?") == std::string::npos) requirement_.specifier = "==" + version;
  }

  bool extras() {
    const size_t close = text_.find(']', pos_);
    if (close == std::string_view::npos) return false;
    std::string_view list = text_.substr(pos_ + 1, close - pos_ - 1);
    while (!list.empty()) {
      const size_t comma = std::min(list.find(','), list.size());
      const std::string_view extra = trim(list.substr(0, comma));
      if (!extra.empty()) requirement_.extras.emplace_back(extra);
      list.remove_prefix(std::min(comma + 1, list.size()));
    }
    pos_ = close + 1;
    return true;
  }

  void set_name(size_t begin, size_t end) {
    requirement_.name = text_.substr(begin, end - begin);
    requirement_.normalized = normalize_name(requirement_.name);
    requirement_.name_span = span(begin, end);
  }

  void skip_blanks() {
    while (pos_ < text_.size() && is_blank(text_[pos_])) ++pos_;
  }
  char peek() const { return pos_ < text_.size() ? text_[pos_] : '\0'; }
  Span span(size_t begin, size_t end) const {
    return {offset_ + static_cast<uint32_t>(begin), offset_ + static_cast<uint32_t>(end)};
  }

  std::string_view text_;
  uint32_t offset_;
  size_t pos_ = 0;
  Requirement requirement_;
};

}  // namespace

std::optional<Requirement> parse_requirement(std::string_view text, uint32_t offset) {
  return Reader(text, offset).read();
}

std::optional<Requirement> parse_conda_requirement(std::string_view text, uint32_t offset) {
  while (!text.empty() && is_blank(text.front())) {
    text.remove_prefix(1);
    ++offset;
  }
  text = trim(text.substr(0, text.find(" #")));
  Requirement requirement;
  requirement.conda = true;
  requirement.span = {offset, offset + static_cast<uint32_t>(text.size())};
  const size_t channel = text.find("::");
  const size_t begin = channel == std::string_view::npos ? 0 : channel + 2;
  if (channel != std::string_view::npos) requirement.group = text.substr(0, channel);
  size_t end = begin;
  while (end < text.size() && is_name_char(text[end])) ++end;
  if (end == begin || text[begin] == '-') return std::nullopt;
  requirement.name = text.substr(begin, end - begin);
  requirement.normalized = normalize_name(requirement.name);
  requirement.name_span = {offset + static_cast<uint32_t>(begin),
                           offset + static_cast<uint32_t>(end)};
  const std::string_view rest = trim(text.substr(end));
  if (!rest.empty() && (rest[0] == '/' || rest[0] == ':' || rest[0] == '\\')) return std::nullopt;
  requirement.specifier = rest;
  return requirement;
}

std::string normalize_name(std::string_view name) {
  std::string normalized;
  normalized.reserve(name.size());
  for (char c : name) {
    if (c == '-' || c == '_' || c == '.') {
      if (normalized.empty() || normalized.back() != '-') normalized += '-';
    } else {
      normalized += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
  }
  return normalized;
}

std::string address_basename(std::string_view url) {
  url = url.substr(0, url.find_first_of("#?"));
  const size_t scheme = url.find("://");
  const size_t host = scheme == std::string_view::npos ? 0 : url.find('/', scheme + 3);
  const size_t revision = host == std::string_view::npos ? host : url.find('@', host);
  url = url.substr(0, revision);
  while (url.ends_with('/')) url.remove_suffix(1);
  const size_t slash = url.rfind('/');
  if (slash != std::string_view::npos) url.remove_prefix(slash + 1);
  if (url.ends_with(".git")) url.remove_suffix(4);
  return url == "." || url == ".." ? std::string() : std::string(url);
}

}  // namespace npuport
