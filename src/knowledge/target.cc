#include "knowledge/target.h"

#include <algorithm>

#include "knowledge/text_table.h"

namespace npuport {
namespace {

constexpr std::string_view kColumns =
    "torch torch_npu_package branch cann python table lifecycle_status first_release next_step "
    "eol_date "
    "source";
constexpr std::string_view kUnreleased = "master";

// "v2.12.0-26.1.0" -> "26.1.0"; older branches ("2.0.4.tr5") have no such part.
std::string release_of(std::string_view branch, bool released) {
  if (!released) return std::string(kUnreleased);
  const size_t dash = branch.find('-');
  return dash == std::string_view::npos ? "" : std::string(branch.substr(dash + 1));
}

Version release_version(const std::string& release) {
  if (release == kUnreleased) return *Version::parse("999");
  return Version::parse(release).value_or(Version{});
}

// "2.12.0 (planned)" and "1.11.0.rc2（beta）" -> the version alone.
std::string package_version(std::string_view package) {
  return std::string(
      package.substr(0, package.find_first_not_of("0123456789.abcdefghijklmnopqrstuvwxyz")));
}

std::string python_of(std::string_view pythons) {
  if (pythons.find("3.11") != std::string_view::npos) return "3.11";
  const std::vector<std::string_view> list = split(pythons, ',');
  if (list.empty()) return "";
  std::string_view last = list.back();
  while (last.starts_with(' ')) last.remove_prefix(1);
  return std::string(last.substr(0, last.find('(')));
}

VersionRow read_row(const TextTable& table, size_t i) {
  VersionRow row;
  row.package = table.cell(i, 1);
  row.branch = table.cell(i, 2);
  row.pythons = table.cell(i, 4);
  row.table = table.cell(i, 5);
  row.lifecycle = table.cell(i, 6);
  row.first_release = table.cell(i, 7);
  row.next_step = table.cell(i, 8);
  row.eol_date = table.cell(i, 9);
  row.source = table.cell(i, 10);
  row.target.torch = std::string(table.cell(i, 0));
  row.target.torch_npu = package_version(row.package);
  row.target.cann = std::string(table.cell(i, 3));
  row.target.release = release_of(row.branch, row.released());
  row.target.python = python_of(row.pythons);
  row.torch = Version::parse(row.target.torch).value_or(Version{});
  row.release = release_version(row.target.release);
  return row;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  });
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
  if (wish.key == "python") return row.pythons.find(wish.value) != std::string_view::npos;
  return true;  // soc
}

Result<std::vector<Wish>> read_wishes(std::string_view text) {
  std::vector<Wish> wishes;
  for (const std::string_view part : split(text, ',')) {
    const size_t equal = part.find('=');
    std::string_view value = equal == std::string_view::npos ? "" : part.substr(equal + 1);
    if (value.starts_with('=')) value.remove_prefix(1);
    Wish wish{lower(trim(part.substr(0, equal))), std::string(trim(value))};
    if (wish.key == "torch-npu") wish.key = "torch_npu";
    const bool known = wish.key == "torch" || wish.key == "torch_npu" || wish.key == "release" ||
                       wish.key == "cann" || wish.key == "python" || wish.key == "soc";
    if (!known || wish.value.empty()) {
      return Error{"target \"" + std::string(text.substr(0, 100)) +
                   "\": expected \"latest\" or pairs such as torch_npu=2.6.0.post5, torch=2.7, "
                   "release=7.3.0, cann=8.5.0, python=3.11, soc=A3"};
    }
    if (wish.key == "soc") {
      const std::string soc = lower(wish.value);
      if (soc != "a2" && soc != "a3" && soc != "310p" && soc != "950") {
        return Error{"target: soc \"" + wish.value.substr(0, 40) +
                     "\" is not one of A2, A3, 310P, 950"};
      }
      std::transform(wish.value.begin(), wish.value.end(), wish.value.begin(), [](unsigned char c) {
        return static_cast<char>(c == 'a' || c == 'p' ? c - 32 : c);
      });
    }
    wishes.push_back(std::move(wish));
  }
  if (wishes.empty()) return Error{"the target is empty"};
  return wishes;
}

}  // namespace

bool Target::satisfies(std::string_view torch_npu_bound) const {
  const std::optional<VersionBound> bound = VersionBound::parse(torch_npu_bound);
  const std::optional<Version> version = Version::parse(torch_npu);
  return bound && version && bound->holds(*version);
}

std::string Target::text() const {
  return "torch " + torch + ", torch_npu " + torch_npu +
         (release.empty() ? "" : " (" + release + ")") + (cann.empty() ? "" : ", CANN " + cann) +
         ", " + soc;
}

Result<VersionMatrix> VersionMatrix::parse(std::string_view text) {
  Result<TextTable> table = TextTable::parse(text, "torch_npu/version_matrix.tsv", kColumns);
  if (!table) return table.error();
  VersionMatrix matrix;
  for (size_t i = 0; i < table.value().rows(); ++i) {
    matrix.rows_.push_back(read_row(table.value(), i));
  }
  const bool any = std::any_of(matrix.rows_.begin(), matrix.rows_.end(),
                               [](const VersionRow& row) { return row.active(); });
  if (!any) return Error{"torch_npu/version_matrix.tsv: no active release"};
  return matrix;
}

const VersionRow* VersionMatrix::newest(const VersionBound& torch, bool active_only) const {
  const VersionRow* best = nullptr;
  for (const VersionRow& row : rows_) {
    if (!row.released() || (active_only && !row.active()) || !torch.holds(row.torch)) continue;
    const bool newer = best == nullptr || row.torch > best->torch ||
                       (row.torch == best->torch && row.release > best->release);
    if (newer) best = &row;
  }
  return best;
}

Target VersionMatrix::default_target() const { return newest(VersionBound{}, true)->target; }

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
  if (best == nullptr) {
    std::string known;
    for (const VersionRow& row : rows_) {
      if (row.active()) known += (known.empty() ? "" : ", ") + row.target.torch_npu;
    }
    return Error{"target \"" + std::string(text.substr(0, 100)) +
                 "\": no such combination; active torch_npu versions are " + known};
  }
  Target target = best->target;
  for (const Wish& wish : wishes.value()) {
    if (wish.key == "soc") target.soc = wish.value;
    if (wish.key == "python") target.python = wish.value;
  }
  return target;
}

InferredTarget VersionMatrix::infer(std::string_view torch_specifier) const {
  using Reason = InferredTarget::Reason;
  const std::optional<VersionBound> bound = VersionBound::parse(torch_specifier);
  if (!bound || trim(torch_specifier).empty()) return {default_target(), Reason::kNothingAsked};
  if (const VersionRow* row = newest(*bound, true)) return {row->target, Reason::kSatisfies};
  if (const VersionRow* row = newest(*bound, false)) return {row->target, Reason::kSatisfies};
  const Version* pin = bound->pinned();
  if (pin == nullptr) return {default_target(), Reason::kNothingAsked};
  const std::string line = std::to_string(pin->part(0)) + "." + std::to_string(pin->part(1));
  if (const VersionRow* row = newest(*VersionBound::parse("==" + line + ".*"), false)) {
    return {row->target, Reason::kSameLine};
  }
  // The smallest newer torch that has an adapter and is still worth installing.
  const VersionRow* next = nullptr;
  for (const VersionRow& row : rows_) {
    if (!row.released() || row.torch < *pin || row.torch.part(0) < 2) continue;
    const bool closer = next == nullptr || row.torch < next->torch ||
                        (row.torch == next->torch && row.release > next->release);
    if (closer) next = &row;
  }
  if (next != nullptr) {
    return {newest(*VersionBound::parse("==" + next->target.torch), false)->target,
            Reason::kMovedUp};
  }
  return {default_target(), Reason::kMovedDown};
}

}  // namespace npuport
