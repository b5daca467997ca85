#include "assess/sites.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "assess/text.h"

namespace npuport {
namespace {

// Lines longer than this are identified by the text around the site.
constexpr size_t kLongLine = 1024;
constexpr size_t kHalfWindow = 256;
constexpr size_t kIdDigits = 12;

uint32_t code_points(std::string_view text) {
  return static_cast<uint32_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<uint8_t>(c) & 0xC0) != 0x80; }));
}

struct LineAround {
  std::string_view text;
  size_t offset = 0;  // of the site, in bytes
};

LineAround line_around(const SourceFile& file, uint32_t offset) {
  const std::string_view text = file.text;
  const std::string_view line = file.lines.line(text, file.lines.line_of(offset));
  if (line.data() == nullptr) return {};
  const size_t begin = static_cast<size_t>(line.data() - text.data());
  return {line, std::min<size_t>(offset > begin ? offset - begin : 0, line.size())};
}

uint32_t cell_of(const SourceFile& file, uint32_t offset) {
  const auto next =
      std::partition_point(file.cells.begin(), file.cells.end(),
                           [&](const NotebookCell& cell) { return cell.span.begin <= offset; });
  if (next == file.cells.begin()) return 0;
  const NotebookCell& cell = *std::prev(next);
  return offset <= cell.span.end ? cell.number : 0;
}

std::string cause_of(const Finding& finding) {
  if (!finding.cause.empty()) return finding.cause;
  const auto wrapper = finding.values.find("wrapper");
  if (wrapper == finding.values.end() || wrapper->second.empty()) return finding.rule->id;
  return finding.rule->id + ":" + wrapper->second;
}

std::vector<LocalizedText> notes_of(const Finding& finding) {
  std::vector<LocalizedText> notes(std::max(finding.notes_en.size(), finding.notes_zh.size()));
  for (size_t i = 0; i < notes.size(); ++i) {
    if (i < finding.notes_en.size()) notes[i].en = finding.notes_en[i];
    if (i < finding.notes_zh.size()) notes[i].zh = finding.notes_zh[i];
    if (notes[i].en.empty()) notes[i].en = notes[i].zh;
    if (notes[i].zh.empty()) notes[i].zh = notes[i].en;
  }
  return notes;
}

ReportFinding resolve(const Finding& from, const SourceFile& file, PlaceFinder& places) {
  ReportFinding to;
  to.rule = from.rule->id;
  to.domain = std::clamp(from.rule->domain, 1, kDomainCount);
  to.path = file.path;
  const Position begin = places.at(from.span.begin);
  const Position end = places.at(std::max(from.span.begin, from.span.end));
  std::tie(to.line, to.column) = std::pair(begin.line, begin.column);
  std::tie(to.end_line, to.end_column) = std::pair(end.line, end.column);
  to.cell = cell_of(file, from.span.begin);
  const LineAround line = line_around(file, from.span.begin);
  to.text = excerpt(line.text, line.offset);
  to.name = from.name;

  std::map<std::string, std::string> values = from.values;
  values.try_emplace("name", from.name);
  to.title = fill_placeholders(from.rule->title, values);
  to.message = fill_placeholders(from.rule->message, values);
  if (!from.detail.empty()) {
    to.message.en += " " + from.detail.en;
    to.message.zh += from.detail.zh;
  }
  to.replacement = fill_placeholders(from.rule->replacement, values);
  to.mode = from.mode;
  to.confidence = from.confidence;
  to.risk = from.risk;
  to.guard = from.guard;
  to.import_time = from.import_time;
  to.tags = file.tags;
  to.cause = cause_of(from);
  to.notes = notes_of(from);
  to.sources = from.rule->sources;
  for (const std::string& source : from.sources) {
    if (std::find(to.sources.begin(), to.sources.end(), source) == to.sources.end()) {
      to.sources.push_back(source);
    }
  }
  return to;
}

uint64_t identity(const ReportFinding& finding, const LineAround& line) {
  std::string_view text = line.text;
  if (text.size() > kLongLine) {
    const size_t from = line.offset > kHalfWindow ? line.offset - kHalfWindow : 0;
    text = text.substr(from, 2 * kHalfWindow);
  }
  return StableHash().add(finding.path).add(finding.rule).add(normalised_line(text)).value();
}

// Needs the findings in report order: the n-th of equal lines is the n-th from the top.
void give_identity(const SourceTree& tree, ResolvedFindings& resolved) {
  std::unordered_map<uint64_t, uint64_t> occurrences;
  std::unordered_set<std::string> used;
  for (size_t i = 0; i < resolved.findings.size(); ++i) {
    ReportFinding& finding = resolved.findings[i];
    const Finding& origin = *resolved.origins[i];
    const uint64_t line =
        identity(finding, line_around(tree.files[origin.file], origin.span.begin));
    const std::string hex = to_hex(StableHash().add(line).add(occurrences[line]++).value());
    finding.fingerprint = "v1:" + hex;
    finding.id = hex.substr(0, kIdDigits);
    for (uint32_t n = 2; !used.insert(finding.id).second; ++n) {
      finding.id = hex.substr(0, kIdDigits) + "-" + std::to_string(n);
    }
  }
}

// Order of files, places and rules; everything that follows only breaks ties between equal sites.
std::vector<const Finding*> in_report_order(const SourceTree& tree,
                                            const std::vector<Finding>& detected) {
  std::vector<const Finding*> order;
  order.reserve(detected.size());
  for (const Finding& finding : detected) {
    if (finding.rule != nullptr && finding.file < tree.files.size()) order.push_back(&finding);
  }
  const auto key = [&](const Finding* f) {
    return std::tie(tree.files[f->file].path, f->span.begin, f->rule->id, f->span.end, f->name,
                    f->cause);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](const Finding* a, const Finding* b) { return key(a) < key(b); });
  const auto same = [&](const Finding* a, const Finding* b) {
    return a->file == b->file && a->span == b->span && a->rule->id == b->rule->id &&
           a->name == b->name;
  };
  order.erase(std::unique(order.begin(), order.end(), same), order.end());
  return order;
}

}  // namespace

Position PlaceFinder::at(uint32_t offset) {
  const std::string_view text = file_->text;
  offset = std::min(offset, static_cast<uint32_t>(text.size()));
  const uint32_t line = file_->lines.line_of(offset);
  if (line != line_) {
    line_ = line;
    const std::string_view whole = file_->lines.line(text, line);
    last_ = whole.data() == nullptr ? 0 : static_cast<uint32_t>(whole.data() - text.data());
    position_ = file_->lines.position(text, last_);
  }
  if (offset >= last_) {
    position_.column += code_points(text.substr(last_, offset - last_));
  } else {
    position_.column -= code_points(text.substr(offset, last_ - offset));
  }
  last_ = offset;
  return position_;
}

ReportPlace PlaceFinder::place(uint32_t offset) {
  const Position position = at(offset);
  return {file_->path, position.line, position.column};
}

ResolvedFindings resolve_findings(const SourceTree& tree, const std::vector<Finding>& detected) {
  ResolvedFindings resolved;
  resolved.origins = in_report_order(tree, detected);
  resolved.findings.reserve(resolved.origins.size());
  const SourceFile* file = nullptr;
  std::optional<PlaceFinder> places;
  for (const Finding* origin : resolved.origins) {
    if (file != &tree.files[origin->file]) {
      file = &tree.files[origin->file];
      places.emplace(*file);
    }
    resolved.findings.push_back(resolve(*origin, *file, *places));
  }
  give_identity(tree, resolved);
  return resolved;
}

}  // namespace npuport
