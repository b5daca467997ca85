#include "syntax/manifest/metadata.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "syntax/manifest/manifest.h"

namespace npuport {
namespace {

constexpr size_t kMaxRequirements = 10'000;
constexpr size_t kMaxPaths = 400'000;
constexpr size_t kMaxLines = 10'000;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) {
    text.remove_suffix(1);
  }
  return text;
}

std::string_view take_line(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(text.size(), end + 1));
  return line;
}

bool same_header(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
           return (x >= 'A' && x <= 'Z' ? x - 'A' + 'a' : x) == y;
         });
}

// The extra that a marker asks for, "" without one: extra == "cuda".
std::string extra_of(std::string_view marker) {
  const size_t at = marker.find("extra");
  if (at == std::string_view::npos) return {};
  const size_t open = marker.find_first_of("'\"", at);
  if (open == std::string_view::npos) return {};
  const size_t close = marker.find(marker[open], open + 1);
  if (close == std::string_view::npos) return {};
  return std::string(marker.substr(open + 1, close - open - 1));
}

void classify(Requirement& requirement) {
  requirement.group = extra_of(requirement.marker);
  requirement.source =
      requirement.group.empty() ? RequirementSource::kRequirement : RequirementSource::kExtra;
}

}  // namespace

Metadata parse_metadata(std::string_view text) {
  Metadata metadata;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::string_view line = take_line(rest);
    if (trimmed(line).empty()) break;  // the description follows
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos || line[0] == ' ' || line[0] == '\t') continue;
    const std::string_view header = line.substr(0, colon);
    const std::string_view value = trimmed(line.substr(colon + 1));
    const auto offset = static_cast<uint32_t>(value.data() - text.data());
    if (same_header(header, "name") && metadata.name.empty()) {
      metadata.name = normalize_name(value);
      metadata.name_span = {offset, offset + static_cast<uint32_t>(value.size())};
    } else if (same_header(header, "version") && metadata.version.empty()) {
      metadata.version = value;
    } else if (same_header(header, "requires-dist") &&
               metadata.requirements.size() < kMaxRequirements) {
      if (std::optional<Requirement> requirement = parse_requirement(value, offset)) {
        classify(*requirement);
        metadata.requirements.push_back(std::move(*requirement));
      }
    }
  }
  return metadata;
}

void lower_metadata(const SourceFile& file, TextFacts& out) {
  Metadata metadata = parse_metadata(file.text);
  if (!metadata.name.empty()) {
    Requirement self;
    const Span at = metadata.name_span;
    self.name = file.text.substr(at.begin, at.end - at.begin);
    self.normalized = metadata.name;
    if (!metadata.version.empty()) self.specifier = "==" + metadata.version;
    self.url = ".";
    self.span = self.name_span = at;
    out.requirements.push_back(std::move(self));
  }
  std::move(metadata.requirements.begin(), metadata.requirements.end(),
            std::back_inserter(out.requirements));
}

std::vector<Requirement> parse_egg_requirements(std::string_view text) {
  std::vector<Requirement> out;
  std::string marker;
  while (!text.empty() && out.size() < kMaxRequirements) {
    const std::string_view line = trimmed(take_line(text));
    if (line.starts_with('[') && line.ends_with(']')) {
      const std::string_view section = line.substr(1, line.size() - 2);
      const size_t colon = section.find(':');
      const std::string_view extra = section.substr(0, colon);
      const std::string_view condition =
          colon == std::string_view::npos ? "" : section.substr(colon + 1);
      marker = extra.empty() ? "" : "extra == \"" + std::string(extra) + "\"";
      if (!condition.empty()) {
        marker = marker.empty() ? std::string(condition)
                                : "(" + std::string(condition) + ") and " + marker;
      }
      continue;
    }
    if (std::optional<Requirement> requirement = parse_requirement(line, 0)) {
      if (!marker.empty()) requirement->marker = marker;
      classify(*requirement);
      out.push_back(std::move(*requirement));
    }
  }
  return out;
}

std::vector<std::string> parse_record(std::string_view text) {
  std::vector<std::string> paths;
  while (!text.empty() && paths.size() < kMaxPaths) {
    std::string_view line = take_line(text);
    if (line.starts_with('"')) {
      const size_t close = line.find('"', 1);
      line = line.substr(1, close == std::string_view::npos ? close : close - 1);
    } else {
      line = line.substr(0, line.find(','));
    }
    line = trimmed(line);
    if (!line.empty()) paths.emplace_back(line);
  }
  return paths;
}

std::vector<std::string> parse_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty() && lines.size() < kMaxLines) {
    const std::string_view line = trimmed(take_line(text));
    if (!line.empty()) lines.emplace_back(line);
  }
  return lines;
}

}  // namespace npuport
