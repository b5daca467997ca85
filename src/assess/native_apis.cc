#include <algorithm>
#include <tuple>

#include "assess/sites.h"
#include "assess/tables.h"

namespace npuport {
namespace {

constexpr size_t kPlacesPerApi = 5;

}  // namespace

std::vector<NativeApiRow> native_api_rows(const AssessInput& input) {
  struct Ranked {
    NativeSignal signal;
    NativeApiRow row;
  };
  std::vector<Ranked> ranked;
  const NativeApiNote* last = nullptr;
  for (const NativeApiCall& call : input.detection.native_calls) {  // by API
    const NativeApiNote& note = *call.note;
    if (&note != last) {
      ranked.push_back({note.signal,
                        {note.api,
                         std::string(to_string(note.signal)),
                         note.limits,
                         note.kernel,
                         0,
                         {},
                         note.source}});
      last = &note;
    }
    NativeApiRow& row = ranked.back().row;
    ++row.calls;
    if (row.places.size() < kPlacesPerApi) {
      row.places.push_back(PlaceFinder(input.tree.files[call.file]).place(call.span.begin));
    }
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
    return std::tie(b.signal, a.row.api) < std::tie(a.signal, b.row.api);
  });
  std::vector<NativeApiRow> rows;
  for (Ranked& r : ranked) rows.push_back(std::move(r.row));
  return rows;
}

}  // namespace npuport
