// What the code shall run on, and the table of what exists.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "knowledge/version.h"

namespace npuport {

struct Target {
  std::string soc = "A2";  // A2, A3, 310P, 950
  std::string torch;       // "2.12.0"
  std::string torch_npu;   // "2.12.0", "2.6.0.post5": the package version
  std::string release;     // "26.1.0", "7.3.0"; "master" for what is not released; "" before 3.0
  std::string cann;        // "9.1.0"
  std::string python;      // "3.11"

  // Whether the torch_npu package version is within a bound such as ">=2.6,<2.9".
  bool satisfies(std::string_view torch_npu_bound) const;

  // "torch 2.12.0, torch_npu 2.12.0 (26.1.0), CANN 9.1.0, A2"
  std::string text() const;
};

// A row of version_matrix.tsv.
struct VersionRow {
  Target target;
  std::string_view package;    // torch_npu package as the table writes it
  std::string_view branch;     // "v2.12.0-26.1.0"
  std::string_view pythons;    // "3.10, 3.11, 3.12"
  std::string_view table;      // "active table", "historical", "unreleased"
  std::string_view lifecycle;  // planned, development, maintenance, eol
  std::string_view first_release;
  std::string_view next_step;
  std::string_view eol_date;
  std::string_view source;
  Version torch;
  Version release;

  bool released() const { return table != "unreleased"; }
  // Released and not at the end of its life. ("development" is the vendor's word for the stage in
  // which a published release still gets features.)
  bool active() const { return released() && lifecycle != "eol"; }
};

// How the target follows from what a project asks for.
struct InferredTarget {
  enum class Reason : uint8_t {
    kNothingAsked,  // no bound, or one that cannot be read: the default
    kSatisfies,     // the newest release within the bound
    kSameLine,      // asked for 2.7.0, the adapter exists for 2.7.1
    kMovedUp,       // nothing for the torch asked for; the next newer one
    kMovedDown,     // newer than every release; the newest
  };
  Target target;
  Reason reason = Reason::kNothingAsked;
};

class VersionMatrix {
 public:
  static Result<VersionMatrix> parse(std::string_view text);

  const std::vector<VersionRow>& rows() const { return rows_; }  // newest first, as in the table

  // The newest active row.
  Target default_target() const;

  // "latest", "torch=2.7", "torch_npu=2.6.0.post5", "release=7.3.0", "cann=8.5.0", with "soc=A3"
  // and "python=3.11", separated by commas. The newest row that has all of it; the error names what
  // exists.
  Result<Target> parse_target(std::string_view text) const;

  // From a torch version specifier such as "==2.4.0+cu121" or ">=2.1".
  InferredTarget infer(std::string_view torch_specifier) const;

 private:
  const VersionRow* newest(const VersionBound& torch, bool active_only) const;

  std::vector<VersionRow> rows_;
};

}  // namespace npuport
