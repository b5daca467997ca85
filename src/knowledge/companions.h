// What is installed beside torch_npu, and how: versions that belong to a torch or a CANN, commands
// by processor, limits of a SoC, and packages that are a risk on aarch64. Four small tables.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "knowledge/rule.h"
#include "knowledge/target.h"

namespace npuport {

// A version that belongs to a torch ("torch=2.7.1") or to a CANN ("cann=8.5.0").
struct CompanionRow {
  std::string_view package;  // torchvision, torchaudio, triton-ascend
  std::string_view with;
  std::string_view version;
  std::vector<std::string_view> pythons;  // wheels; empty = those of torch
  std::vector<std::string_view> socs;     // empty = all
  std::string_view source;
};

// One command of an installation; {torch}, {torch_npu}, ... stand for versions.
struct InstallRow {
  std::string_view arch;  // x86_64, aarch64, any
  std::string_view package;
  VersionBound torch;  // for these torch versions
  std::string_view command;
  std::string_view source;
};

// A statement about a SoC or a package, with its source.
struct LimitRow {
  std::string_view subject;           // SoC, or normalised package
  std::optional<VersionBound> torch;  // only for these torch versions
  LocalizedText text;
  std::string_view source;
};

class Companions {
 public:
  static Result<Companions> parse(std::string_view companions, std::string_view install,
                                  std::string_view soc_limits, std::string_view aarch64);

  // The row of `package` that belongs to the target's torch or CANN, nullptr when no table pairs
  // them. Python and SoC are not looked at.
  const CompanionRow* find(std::string_view package, const Target& target) const;
  // The newest row of a package, nullptr for an unknown one.
  const CompanionRow* newest(std::string_view package) const;

  // Commands in order; rows of the target's torch only.
  std::vector<const InstallRow*> install(std::string_view arch, const Target& target) const;

  std::vector<const LimitRow*> soc_limits(const Target& target) const;

  // What may go wrong with a distribution on aarch64.
  std::vector<const LimitRow*> aarch64(std::string_view normalized) const;

 private:
  std::vector<CompanionRow> companions_;
  std::vector<InstallRow> install_;
  std::vector<LimitRow> soc_limits_;
  std::vector<LimitRow> aarch64_;
};

}  // namespace npuport
