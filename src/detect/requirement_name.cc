// What a requirement names, and what its version says.
#include <algorithm>

#include "detect/dependencies.h"

namespace npuport {
namespace {

// The last part of a URL or path that can be a name, without archive and VCS decoration.
std::string name_from_url(std::string_view url) {
  if (const size_t egg = url.find("#egg="); egg != std::string_view::npos) {
    url.remove_prefix(egg + 5);
    return normalize_distribution(url.substr(0, url.find_first_of("&[=<>")));
  }
  url = url.substr(0, url.find_first_of("#?;"));
  // ".../owner/name/archive/refs/tags/v1.0.zip", ".../owner/name/releases/download/v1.0/x.tar.gz"
  for (const std::string_view middle : {"/archive/", "/zipball/", "/tarball/"}) {
    if (const size_t at = url.find(middle); at != std::string_view::npos) url = url.substr(0, at);
  }
  while (url.ends_with('/')) url.remove_suffix(1);
  std::string_view last = url.substr(url.find_last_of("/\\") + 1);
  if (last.ends_with(".whl")) last = last.substr(0, std::min(last.find('-'), last.size() - 4));
  if (const size_t at = last.find('@'); at != std::string_view::npos) last = last.substr(0, at);
  for (const std::string_view ending : {".git", ".tar.gz", ".zip", ".tgz"}) {
    if (last.ends_with(ending)) last.remove_suffix(ending.size());
  }
  // "name-1.2.tar.gz"
  const size_t dash = last.rfind('-');
  if (dash != std::string_view::npos && dash + 1 < last.size() && last[dash + 1] >= '0' &&
      last[dash + 1] <= '9') {
    last = last.substr(0, dash);
  }
  const bool sensible = !last.empty() && last != "." && last != ".." &&
                        last.find_first_of("${}*: ") == std::string_view::npos;
  return sensible ? normalize_distribution(last) : "";
}

}  // namespace

std::string distribution_name(const Requirement& requirement) {
  if (!requirement.normalized.empty()) return requirement.normalized;
  if (!requirement.name.empty()) return normalize_distribution(requirement.name);
  return name_from_url(requirement.url);
}

bool is_local_path(const Requirement& requirement) {
  const std::string& url = requirement.url;
  return requirement.name.empty() && !url.empty() && url != "." &&
         url.find("://") == std::string::npos && url.find(".whl") == std::string::npos;
}

int binding_rank(RequirementSource source) {
  switch (source) {
    case RequirementSource::kRequirement:
      return 0;
    case RequirementSource::kExtra:
    case RequirementSource::kBuild:
      return 1;
    case RequirementSource::kConstraint:
    case RequirementSource::kDevelopment:
      return 2;
    case RequirementSource::kLocked:
      return 3;
    case RequirementSource::kCommand:
      return 4;
  }
  return 5;
}

bool demands_cuda_build(const Requirement& requirement) {
  const auto names_cuda = [](std::string_view text) {
    for (size_t at = text.find("cu"); at != std::string_view::npos; at = text.find("cu", at + 1)) {
      const bool starts =
          at > 0 && (text[at - 1] == '+' || text[at - 1] == '_' || text[at - 1] == '-');
      std::string_view rest = text.substr(at + 2);
      if (rest.starts_with("da")) rest.remove_prefix(2);
      const bool number = !rest.empty() && rest[0] >= '0' && rest[0] <= '9';
      if (starts && number) return true;
    }
    return false;
  };
  if (names_cuda(requirement.specifier)) return true;
  const bool wheel = requirement.url.find(".whl") != std::string::npos;
  return wheel && names_cuda(requirement.url);
}

}  // namespace npuport
