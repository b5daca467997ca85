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

  // The day its life ended, "2025/12/30"; "" when it has not.
  std::string ended() const;

  // "3.10", "3.11", ...; empty when the table names none.
  std::vector<std::string_view> python_list() const;
  // Whether a wheel exists for "3.11".
  bool has_python(std::string_view version) const;
};

// What a project says about the versions it runs on. Empty = it says nothing.
struct TargetAsks {
  std::string torch;   // specifier: "==2.4.0+cu121", ">=2.1", "^2.3"
  std::string python;  // specifier: ">=3.8,<3.12", "==3.10.*"
  std::string cann;    // version of an Ascend image: "8.5.0"
  std::string soc;     // A2, A3, 310P, 950, likewise
};

struct VersionRow;

// How the target follows from what a project asks for. Only releases that are alive are inferred;
// of what cannot be had together, CANN gives way before Python, and Python before torch.
struct InferredTarget {
  enum class Reason : uint8_t {
    kNothingAsked,  // no torch bound, or one that cannot be read: the newest
    kSatisfies,     // the newest release within the bound
    kSameLine,      // asked for 2.7.0, the adapter exists for 2.7.1
    kMovedUp,       // nothing alive for the torch asked for; the next newer torch line
    kMovedDown,     // newer than every release; the newest
  };
  Target target;
  Reason reason = Reason::kNothingAsked;
  // The newest row that the torch bound or its line selects although it cannot be used: at the end
  // of its life, or not released yet. nullptr when there is none, or none was passed over.
  const VersionRow* passed_over = nullptr;
  const VersionRow* row = nullptr;  // the row of `target`
  bool python_moved = false;        // no wheel for the Python asked for
  bool cann_moved = false;
};

// Whether some release of that Python ("3.10") is within a specifier (">=3.8.5,<3.11").
bool allows_python(std::string_view specifier, std::string_view python);

class VersionMatrix {
 public:
  static Result<VersionMatrix> parse(std::string_view text);

  const std::vector<VersionRow>& rows() const { return rows_; }  // newest first, as in the table

  // The newest active row.
  Target default_target() const;

  // "latest", "torch=2.7", "torch_npu=2.6.0.post5", "release=7.3.0", "cann=8.5.0", with "soc=A3"
  // and "python=3.11", separated by commas. The newest row that has all of it, one at the end of
  // its life too; the error names what exists, the nearest first.
  Result<Target> parse_target(std::string_view text) const;

  // The row that a target was made from, nullptr for a target of another table.
  const VersionRow* row_of(const Target& target) const;

  // The stated rule: the newest living release within the torch bound; else the same torch line
  // (2.7.0 -> 2.7.1); else the nearest newer torch line that is alive; else the newest.
  InferredTarget infer(const TargetAsks& asks) const;
  // From a torch version specifier alone.
  InferredTarget infer(std::string_view torch_specifier) const;

 private:
  const VersionRow* newest(const VersionBound& torch, bool active_only) const;

  std::vector<VersionRow> rows_;
};

}  // namespace npuport
