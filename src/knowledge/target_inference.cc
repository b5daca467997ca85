// The target that follows from what a project asks for.
#include <algorithm>

#include "knowledge/target.h"

namespace npuport {
namespace {

std::string_view trim(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::optional<VersionBound> read_bound(std::string_view specifier) {
  if (trim(specifier).empty()) return std::nullopt;
  return VersionBound::parse(specifier);
}

// "8.3.RC1" and "8.3.rc1" are one.
bool same_version(const std::string& a, const std::string& b) {
  const std::optional<Version> left = Version::parse(a);
  const std::optional<Version> right = Version::parse(b);
  return left && right && *left == *right;
}

// How much of the wishes beside torch a choice keeps.
enum class Keep : uint8_t { kAll, kPython, kNothing };

bool row_allows(const VersionRow& row, const TargetAsks& asks, Keep keep) {
  if (keep == Keep::kNothing) return true;
  if (!asks.python.empty()) {
    const std::vector<std::string_view> list = row.python_list();
    const bool any = std::any_of(list.begin(), list.end(), [&](std::string_view python) {
      return allows_python(asks.python, python);
    });
    if (!any) return false;
  }
  return keep == Keep::kPython || asks.cann.empty() || same_version(row.target.cann, asks.cann);
}

// The newest living row of those that `wanted` takes, keeping as much of the rest as possible.
template <typename Wanted>
const VersionRow* choose(const std::vector<VersionRow>& rows, const TargetAsks& asks,
                         Wanted wanted) {
  for (const Keep keep : {Keep::kAll, Keep::kPython, Keep::kNothing}) {
    const VersionRow* best = nullptr;
    for (const VersionRow& row : rows) {
      if (!row.active() || !wanted(row) || !row_allows(row, asks, keep)) continue;
      const bool newer = best == nullptr || row.torch > best->torch ||
                         (row.torch == best->torch && row.release > best->release);
      if (newer) best = &row;
    }
    if (best != nullptr) return best;
  }
  return nullptr;
}

bool same_line(const Version& a, const Version& b) {
  return a.part(0) == b.part(0) && a.part(1) == b.part(1);
}

std::string choose_python(const VersionRow& row, const std::string& asked) {
  const std::vector<std::string_view> list = row.python_list();
  if (asked.empty() || list.empty()) return row.target.python;
  if (allows_python(asked, row.target.python)) return row.target.python;
  std::string_view best;  // the newest that is allowed
  for (const std::string_view python : list) {
    if (allows_python(asked, python)) best = python;
  }
  if (!best.empty()) return std::string(best);
  // No wheel for it: the nearest on the side where wheels are.
  const std::optional<VersionBound> bound = read_bound(asked);
  const Version* around = bound ? bound->anchor() : nullptr;
  const bool older = around != nullptr && *around > Version::parse(list.back()).value_or(Version{});
  return std::string(older ? list.back() : list.front());
}

}  // namespace

bool allows_python(std::string_view specifier, std::string_view python) {
  const std::optional<VersionBound> bound = read_bound(specifier);
  const std::optional<Version> first = Version::parse(python);
  if (!bound || !first) return true;  // cannot be read: forbids nothing
  if (const Version* pin = bound->pinned()) return same_line(*pin, *first);
  const std::optional<Version> last = Version::parse(std::string(python) + ".99");
  return bound->holds(*first) || (last && bound->holds(*last));
}

InferredTarget VersionMatrix::infer(const TargetAsks& asks) const {
  using Reason = InferredTarget::Reason;
  InferredTarget inferred;
  const std::optional<VersionBound> bound = read_bound(asks.torch);
  const auto any = [](const VersionRow&) { return true; };
  const Version* anchor = bound ? bound->anchor() : nullptr;

  const VersionRow* row = nullptr;
  if (anchor != nullptr) {
    row = choose(rows_, asks, [&](const VersionRow& r) { return bound->holds(r.torch); });
    inferred.reason = Reason::kSatisfies;
    if (row == nullptr && bound->pinned() != nullptr) {
      row = choose(rows_, asks, [&](const VersionRow& r) { return same_line(r.torch, *anchor); });
      inferred.reason = Reason::kSameLine;
    }
    if (row == nullptr) {
      // The nearest newer line: the lowest living torch that is not below what was asked.
      const VersionRow* next = nullptr;
      for (const VersionRow& r : rows_) {
        if (r.active() && r.torch >= *anchor && (next == nullptr || r.torch < next->torch)) {
          next = &r;
        }
      }
      inferred.reason = next != nullptr ? Reason::kMovedUp : Reason::kMovedDown;
      row = next == nullptr
                ? choose(rows_, asks, any)
                : choose(rows_, asks, [&](const VersionRow& r) { return r.torch == next->torch; });
    }
    if (inferred.reason != Reason::kSatisfies) {
      for (const VersionRow& r : rows_) {
        const bool selected = bound->holds(r.torch) || same_line(r.torch, *anchor);
        if (selected && !r.active() &&
            (inferred.passed_over == nullptr || r.release > inferred.passed_over->release)) {
          inferred.passed_over = &r;
        }
      }
    }
  } else {
    row = choose(rows_, asks, any);
  }
  inferred.row = row;
  inferred.target = row->target;
  inferred.target.python = choose_python(*row, asks.python);
  if (!asks.soc.empty()) inferred.target.soc = asks.soc;
  inferred.python_moved = !row_allows(*row, asks, Keep::kPython);
  inferred.cann_moved = !asks.cann.empty() && !same_version(row->target.cann, asks.cann);
  return inferred;
}

InferredTarget VersionMatrix::infer(std::string_view torch_specifier) const {
  TargetAsks asks;
  asks.torch = std::string(torch_specifier);
  return infer(asks);
}

}  // namespace npuport
