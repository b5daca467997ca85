#include "render/terminal.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "assess/names.h"
#include "render/terminal_text.h"
#include "render/text.h"

namespace npuport {
namespace {

constexpr size_t kTopCauses = 8;
constexpr size_t kTopBlockers = 10;
constexpr size_t kTopConflicts = 4;
constexpr size_t kBarCells = 16;
constexpr size_t kLabelCells = 10;
constexpr size_t kMinimumWidth = 40;

// A path as a person can paste it into a shell.
std::string shell_word(const std::string& path) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+,@%:=";
  if (!path.empty() && path.find_first_not_of(kPlain) == std::string::npos) return path;
  std::string out;
  if (visible(path) == path) {
    for (const char c : path) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return "'" + out + "'";
  }
  for (const char c : path) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return "$'" + visible(out) + "'";  // \n, \t, \x.. and \u.... as bash reads them
}

class Screen {
 public:
  Screen(const Report& report, const TerminalStyle& style)
      : report_(report), style_(style), width_(std::max(style.width, kMinimumWidth)) {}

  std::string str() {
    head();
    verdict();
    if (!style_.verdict_only) {
      blockers();
      domains();
      causes();
      plan();
      installed();
      limits();
      next();
    }
    return style_.unicode ? std::move(out_) : to_ascii(out_);
  }

 private:
  std::string say(Phrase phrase) const { return std::string(phrase.in(style_.language)); }
  std::string shown(const LocalizedText& text) const {
    return visible(in_language(text, style_.language));
  }
  std::string paint(std::string_view text, Color color) const {
    return colored(text, color, style_.color);
  }

  // A label in the left margin and a wrapped text beside it.
  void labelled(Phrase label, Color color, std::string_view text) {
    out_ += paint(pad(say(label), kLabelCells), color) + wrap(text, width_, kLabelCells) + "\n";
  }

  void head() {
    const std::string dot = style_.unicode ? " \u00b7 " : " - ";
    const ReportProject& project = report_.project;
    std::string line = report_.tool.name + " " + report_.tool.version + dot +
                       visible(project.name) + dot + std::to_string(project.files) +
                       say({" files, ", " 个文件，"}) + std::to_string(project.lines) +
                       say({" lines", " 行"}) + dot +
                       describe_target(report_.target, style_.language, ", ");
    out_ += paint(wrap(line, width_, 2), Color::kDim) + "\n\n";
  }

  void verdict() {
    const Verdict& v = report_.verdict;
    const Color color = !v.blockers.empty() ? Color::kRed : Color::kBold;
    labelled({"VERDICT", "结论"}, color, shown(v.summary));
    std::string feasibility = say({"Feasibility: ", "可行性："}) + say(phrase_of(v.feasibility));
    for (const NotComputed& item : report_.not_computed) {
      if (item.field == "effort") feasibility += say({". ", "。"}) + shown(item.reason);
    }
    out_ += std::string(kLabelCells, ' ') + wrap(feasibility, width_, kLabelCells) + "\n";
  }

  void blockers() {
    const std::vector<Blocker>& all = report_.verdict.blockers;
    if (all.empty()) return;
    out_ += "\n" + paint(say({"BLOCKERS", "阻塞项"}), Color::kRed) + "\n";
    for (size_t i = 0; i < std::min(all.size(), kTopBlockers); ++i) {
      const std::string place =
          visible(all[i].place.path) + ":" + std::to_string(all[i].place.line);
      out_ += "  " + place + "\n      " + wrap(shown(all[i].title), width_, 6);
      if (all[i].sites > 1) {
        out_ += " (" + std::to_string(all[i].sites) + say({" sites", " 处"}) + ")";
      }
      out_ += "\n";
    }
    if (all.size() > kTopBlockers) more(all.size() - kTopBlockers);
  }

  void more(size_t n) {
    out_ += "  " + say({"and ", "另有 "}) + std::to_string(n) + say({" more", " 项"}) + "\n";
  }

  void domains() {
    const size_t name_cells = 28;
    const auto right = [](std::string_view text, size_t cells) {
      const size_t w = display_width(text);
      return std::string(w < cells ? cells - w : 0, ' ') + std::string(text);
    };
    uint32_t largest = 0;
    for (const DomainRow& row : report_.domains) largest = std::max(largest, row.counts.total());
    std::string header = pad(say({"DOMAIN", "迁移域"}), name_cells);
    for (const Phrase column : {Phrase{"manual", "人工"}, Phrase{"auto", "自动"},
                                Phrase{"info", "提示"}, Phrase{"causes", "原因"}}) {
      header += right(say(column), 8);
    }
    out_ += "\n" + paint(header, Color::kBold) + "\n";
    const bool with_bar = width_ >= name_cells + 4 * 8 + 2 + kBarCells;
    for (const DomainRow& row : report_.domains) {
      const SiteCounts& n = row.counts;
      const std::string name = std::to_string(row.domain) + " " + say(domain_name(row.domain));
      std::string line = pad(name, name_cells);
      line +=
          paint(right(std::to_string(n.manual), 8), n.manual > 0 ? Color::kYellow : Color::kDim);
      line += paint(right(std::to_string(n.automatic), 8), Color::kGreen);
      line += paint(right(std::to_string(n.none), 8), Color::kDim);
      line += right(std::to_string(row.causes), 8);
      if (with_bar) {
        line += "  " + bar(n.manual, n.automatic, n.none, largest, kBarCells, style_.unicode);
      }
      if (row.blockers > 0) {
        line +=
            "  " + paint(std::to_string(row.blockers) + say({" blocked", " 阻塞"}), Color::kRed);
      }
      while (line.ends_with(' ')) line.pop_back();
      out_ += line + "\n";
    }
  }

  // Causes by what they cost a person: blockers, then risk, then sites to edit.
  std::vector<const CauseRow*> costliest() const {
    std::vector<const CauseRow*> top;
    for (const CauseRow& cause : report_.causes) {
      if (cause.counts.manual > 0 || cause.blocker) top.push_back(&cause);
    }
    std::stable_sort(top.begin(), top.end(), [](const CauseRow* a, const CauseRow* b) {
      return std::tuple(a->blocker, a->risk, a->counts.manual) >
             std::tuple(b->blocker, b->risk, b->counts.manual);
    });
    return top;
  }

  void causes() {
    const std::vector<const CauseRow*> top = costliest();
    if (top.empty()) return;
    out_ += "\n" + paint(say({"LARGEST CAUSES", "主要原因"}), Color::kBold) + "\n";
    for (size_t i = 0; i < std::min(top.size(), kTopCauses); ++i) cause(*top[i]);
    if (top.size() > kTopCauses) more(top.size() - kTopCauses);
  }

  void cause(const CauseRow& cause) {
    const ReportFinding& first = report_.findings[cause.sites.front()];
    const std::string sites =
        std::to_string(cause.counts.total()) +
        (cause.counts.total() == 1 ? say({" site", " 处"}) : say({" sites", " 处"}));
    out_ += "  " + wrap(shown(cause.title) + " (" + sites + ")", width_, 4) + "\n    " +
            paint(visible(first.path) + ":" + std::to_string(first.line), Color::kCyan) + "  " +
            paint(first.rule, Color::kDim) + "\n";
    const std::string replacement = shown(cause.replacement);
    if (replacement.empty()) return;
    const std::string arrow = style_.unicode ? "    \u2192 " : "    > ";
    out_ += arrow + wrap(replacement, width_, 6) + "\n";
  }

  // What was looked into beside the project, and which of it is built for CUDA.
  void installed() {
    constexpr size_t kNamed = 6;
    size_t found = 0;
    std::vector<std::string> cuda;
    for (const DependencyRow& row : report_.dependencies) {
      if (!row.installed) continue;
      ++found;
      if (row.installed->cuda_modules > 0) cuda.push_back(visible(row.name));
    }
    if (found == 0) return;
    std::string line = counted(found, kInstalled, style_.language) + say({"; ", "；"}) +
                       counted(cuda.size(), kBuiltForCuda, style_.language);
    for (size_t i = 0; i < std::min(cuda.size(), kNamed); ++i) {
      line += (i == 0 ? say({": ", "："}) : say({", ", "、"})) + cuda[i];
    }
    if (cuda.size() > kNamed) line += say({", ...", " 等"});
    out_ += "\n";
    labelled({"INSTALLED", "已安装"}, Color::kBold, line);
  }

  // The set to install in one line, then the pins that contradict it.
  void plan() {
    std::string set;
    for (const PlanPackage& package : report_.version_plan.packages) {
      if (!package.needed || package.version.empty()) continue;
      set += (set.empty() ? "" : ", ") + visible(package.name) + " " + visible(package.version);
    }
    if (set.empty()) return;
    out_ += "\n";
    labelled({"VERSIONS", "版本方案"}, Color::kBold, set);
    for (const TargetBasis& row : report_.target.basis) {
      if (row.moved) indented(shown(row.text));
    }
    const std::vector<PlanConflict>& conflicts = report_.version_plan.conflicts;
    for (size_t i = 0; i < std::min(conflicts.size(), kTopConflicts); ++i) {
      const PlanConflict& c = conflicts[i];
      const bool python = c.package == "python";
      indented(visible(c.place.path) + ":" + std::to_string(c.place.line) + " " +
               visible(c.package + (python ? " " : "") + c.asked) + say({": use ", "：改用 "}) +
               visible(c.use));
    }
    if (conflicts.size() > kTopConflicts) {
      indented(say({"and ", "另有 "}) + std::to_string(conflicts.size() - kTopConflicts) +
               say({" more pins", " 处声明"}));
    }
  }

  void indented(const std::string& text) {
    out_ += std::string(kLabelCells, ' ') + wrap(text, width_, kLabelCells) + "\n";
  }

  void limits() {
    const ReportCoverage& c = report_.coverage;
    std::vector<std::string> parts;
    const auto add = [&](size_t n, const Unit& unit) {
      if (n > 0) parts.push_back(counted(n, unit, style_.language));
    };
    add(c.unread.size(), kUnread);
    add(c.parse_errors.size(), kParseErrors);
    add(c.dynamic.size(), kDynamic);
    add(c.unknown_packages.size(), kUnknownPackages);
    if (parts.empty()) return;
    std::string line;
    for (const std::string& part : parts) line += (line.empty() ? "" : say({", ", "，"})) + part;
    out_ += "\n";
    labelled({"UNSEEN", "未覆盖"}, Color::kYellow, line);
  }

  void next() {
    const std::vector<const CauseRow*> top = costliest();
    const std::string explain =
        top.empty() ? "npuport rules" : "npuport explain " + visible(top.front()->rules.front());
    out_ += "\n";
    labelled({"NEXT", "下一步"}, Color::kBold,
             explain + say({", or the full report: ", "，或输出完整报告："}) + "npuport " +
                 shell_word(report_.project.root) + " --output report.md --output report.json");
  }

  const Report& report_;
  const TerminalStyle& style_;
  const size_t width_;
  std::string out_;
};

}  // namespace

std::string render_terminal(const Report& report, const TerminalStyle& style) {
  return Screen(report, style).str();
}

}  // namespace npuport
