// --target: what a person asks for, word by word.
#include <algorithm>
#include <array>

#include "knowledge/field_reader.h"
#include "knowledge/target.h"
#include "knowledge/text_table.h"

namespace npuport {
namespace {

constexpr std::array<std::string_view, 6> kKeys = {"torch", "torch_npu", "release",
                                                   "cann",  "python",    "soc"};
constexpr std::array<std::string_view, 4> kSocs = {"A2", "A3", "310P", "950"};
constexpr size_t kShown = 100;     // bytes of the user's text in a message
constexpr size_t kSuggested = 12;  // versions in a message

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return out;
}

std::string_view trim(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// "2.7" asks for every 2.7.x and its post releases.
bool matches_version(const std::string& asked, const std::string& have) {
  if (asked == have) return true;
  return have.starts_with(asked) && have.size() > asked.size() && have[asked.size()] == '.';
}

struct Wish {
  std::string key;
  std::string value;
  bool exact = false;  // torch_npu=2.6.0 is the package 2.6.0, not 2.6.0.post5, because it exists
};

bool row_has(const VersionRow& row, const Wish& wish) {
  const Target& target = row.target;
  if (wish.key == "torch") return matches_version(wish.value, target.torch);
  if (wish.key == "torch_npu") {
    return wish.exact ? wish.value == target.torch_npu
                      : matches_version(wish.value, target.torch_npu);
  }
  if (wish.key == "release") return lower(wish.value) == lower(target.release);
  if (wish.key == "cann") return matches_version(lower(wish.value), lower(target.cann));
  if (wish.key == "python") return row.has_python(wish.value);
  return true;  // soc
}

// The values of a key in the table, newest first.
std::vector<std::string> values_of(const std::vector<VersionRow>& rows, std::string_view key) {
  std::vector<std::string> values;
  const auto add = [&](std::string_view value) {
    const bool known = std::find(values.begin(), values.end(), value) != values.end();
    if (!value.empty() && !known) values.emplace_back(value);
  };
  for (const VersionRow& row : rows) {
    if (key == "torch") add(row.target.torch);
    if (key == "torch_npu") add(row.target.torch_npu);
    if (key == "release") add(row.target.release);
    if (key == "cann") add(row.target.cann);
    if (key == "python") {
      for (const std::string_view python : row.python_list()) add(python);
    }
  }
  return values;
}

std::string joined(const std::vector<std::string>& values) {
  std::string out;
  for (size_t i = 0; i < std::min(values.size(), kSuggested); ++i) {
    out += (i > 0 ? ", " : "") + values[i];
  }
  if (values.size() > kSuggested) {
    out += " and " + std::to_string(values.size() - kSuggested) + " older";
  }
  return out;
}

// Versions near a number: the same line first, else the neighbours on both sides.
std::vector<std::string> near_values(std::vector<std::string> values, const std::string& asked) {
  const std::optional<Version> wanted = Version::parse(asked);
  if (!wanted) {
    const std::string near(nearest(asked, {values.begin(), values.end()}));
    return near.empty() ? std::vector<std::string>{} : std::vector<std::string>{near};
  }
  std::vector<std::string> line;
  std::string below;
  std::string above;
  std::optional<Version> low;
  std::optional<Version> high;
  for (const std::string& value : values) {
    const std::optional<Version> version = Version::parse(value);
    if (!version) continue;
    if (version->part(0) == wanted->part(0) && version->part(1) == wanted->part(1)) {
      line.push_back(value);
    }
    if (*version < *wanted && (!low || *version > *low)) {
      low = version;
      below = value;
    }
    if (*version > *wanted && (!high || *version < *high)) {
      high = version;
      above = value;
    }
  }
  if (!line.empty()) return line;
  if (!above.empty()) line.push_back(above);
  if (!below.empty()) line.push_back(below);
  return line;
}

std::string quoted_target(std::string_view text) {
  return "target \"" + std::string(text.substr(0, kShown)) + "\": ";
}

Error unknown_key(std::string_view text, const std::string& key) {
  const std::string near(nearest(key, {kKeys.begin(), kKeys.end()}));
  return Error{quoted_target(text) +
               (near.empty() || near == key ? "" : "did you mean " + near + "=...? ") +
               "expected \"latest\" or pairs such as torch_npu=2.6.0.post5, torch=2.7, "
               "release=7.3.0, cann=8.5.0, python=3.11, soc=A3; npuport targets lists all"};
}

Result<std::vector<Wish>> read_wishes(std::string_view text) {
  std::vector<Wish> wishes;
  for (const std::string_view part : split(text, ',')) {
    const size_t equal = part.find('=');
    std::string_view value = equal == std::string_view::npos ? "" : part.substr(equal + 1);
    if (value.starts_with('=')) value.remove_prefix(1);
    Wish wish{lower(trim(part.substr(0, equal))), std::string(trim(value))};
    if (wish.key == "torch-npu") wish.key = "torch_npu";
    const bool known = std::find(kKeys.begin(), kKeys.end(), wish.key) != kKeys.end();
    if (!known || wish.value.empty()) return unknown_key(text, wish.key);
    if (wish.key == "soc") {
      const auto soc = std::find_if(kSocs.begin(), kSocs.end(), [&](std::string_view name) {
        return lower(name) == lower(wish.value);
      });
      if (soc == kSocs.end()) {
        return Error{"target: soc \"" + wish.value.substr(0, 40) +
                     "\" is not one of A2, A3, 310P, 950"};
      }
      wish.value = *soc;
    }
    wishes.push_back(std::move(wish));
  }
  if (wishes.empty()) return Error{"the target is empty"};
  return wishes;
}

Error no_such(std::string_view text, const std::vector<Wish>& wishes,
              const std::vector<VersionRow>& rows) {
  for (const Wish& wish : wishes) {
    const auto has = [&](const VersionRow& row) { return row_has(row, wish); };
    if (std::any_of(rows.begin(), rows.end(), has)) continue;
    const std::vector<std::string> values = values_of(rows, wish.key);
    const std::vector<std::string> near = near_values(values, wish.value);
    return Error{quoted_target(text) + "no release has " + wish.key + " " +
                 wish.value.substr(0, kShown) + (near.empty() ? "" : "; nearest: " + joined(near)) +
                 "; there are " + joined(values)};
  }
  // Each part exists; what goes with the first one?
  std::vector<std::string> with;
  for (const VersionRow& row : rows) {
    if (!row_has(row, wishes.front())) continue;
    with.push_back("torch_npu " + row.target.torch_npu + " (release " + row.target.release +
                   ", CANN " + row.target.cann + ", Python " + std::string(row.pythons) + ")");
  }
  return Error{quoted_target(text) + "no release has all of it; with " + wishes.front().key + " " +
               wishes.front().value.substr(0, kShown) + " there are " + joined(with)};
}

}  // namespace

Result<Target> VersionMatrix::parse_target(std::string_view text) const {
  text = trim(text);
  if (text == "latest" || text == "default") return default_target();
  Result<std::vector<Wish>> wishes = read_wishes(text);
  if (!wishes) return wishes.error();
  for (Wish& wish : wishes.value()) {
    wish.exact = std::any_of(rows_.begin(), rows_.end(), [&](const VersionRow& row) {
      return row.target.torch_npu == wish.value;
    });
  }
  const VersionRow* best = nullptr;
  for (const VersionRow& row : rows_) {
    const bool fits = std::all_of(wishes.value().begin(), wishes.value().end(),
                                  [&](const Wish& wish) { return row_has(row, wish); });
    if (!fits) continue;
    // A planned row is taken only when nothing released fits.
    const bool better =
        best == nullptr || (row.released() && !best->released()) ||
        (row.released() == best->released() &&
         (row.torch > best->torch || (row.torch == best->torch && row.release > best->release)));
    if (better) best = &row;
  }
  if (best == nullptr) return no_such(text, wishes.value(), rows_);
  Target target = best->target;
  for (const Wish& wish : wishes.value()) {
    if (wish.key == "soc") target.soc = wish.value;
    if (wish.key == "python") target.python = wish.value;
  }
  return target;
}

}  // namespace npuport
