// The vendor's API support lists per torch version. Read facts about them before use: a dtype list
// is test coverage and no error by itself; an API that is missing is unverified, not unsupported.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"

namespace npuport {

struct NativeApiEntry {
  std::string_view supported;  // yes, limited, no, unknown
  std::string_view restriction;
  std::string_view restriction_kinds;  // dtype, cpu_fallback, arg, shape, ... separated by "|"
  std::string_view a2, a3, ascend950;  // yes, no, ""
  std::string_view dtypes_allowed, dtypes_missing;
  std::string_view npu_form;
  std::string source;  // repository, file and line
};

class NativeApiTable {
 public:
  static Result<NativeApiTable> parse(std::string_view support, std::string_view profiles,
                                      std::string_view sources);

  // Entries of an API for a torch version, matched by major and minor; several when the list has it
  // more than once (overloads), none when it is not listed.
  std::vector<NativeApiEntry> find(std::string_view api, std::string_view torch) const;

  // The torch versions that the lists are about, oldest first.
  const std::vector<std::string_view>& versions() const { return versions_; }

  // Where the list of a torch version stands: a folder; "" when there is no list for it.
  std::string folder_of(std::string_view torch) const;

  // All names that are listed for some version.
  std::vector<std::string_view> names() const;

  size_t size() const { return lines_.size(); }

 private:
  std::vector<std::string_view> versions_;
  std::unordered_map<std::string_view, std::string_view> lines_;  // api -> its line
  std::vector<std::vector<std::string_view>> profiles_;
  std::vector<std::string_view> sources_;
};

}  // namespace npuport
