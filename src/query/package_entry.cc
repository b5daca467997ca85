#include <algorithm>
#include <charconv>

#include "query/entries.h"
#include "query/query_name.h"

namespace npuport {
namespace {

constexpr size_t kMostRows = 6;

AnswerStatus package_status(const PackageRow& row) {
  switch (row.status) {
    case AscendStatus::kCompatible:
      return is_not_involved(row) ? AnswerStatus::kNotInvolved : AnswerStatus::kCompatible;
    case AscendStatus::kCompatibleWithPlugin:
      return AnswerStatus::kCompatibleWithPlugin;
    case AscendStatus::kNeedsReplacement:
      return AnswerStatus::kNeedsReplacement;
    case AscendStatus::kUnsupported:
      return AnswerStatus::kUnsupported;
    case AscendStatus::kUnknown:
      break;
  }
  return AnswerStatus::kUnknown;
}

LocalizedText binding_text(CudaBinding binding) {
  switch (binding) {
    case CudaBinding::kOptional:
      return {"CUDA is optional", "CUDA 可选"};
    case CudaBinding::kRequired:
      return {"needs CUDA", "依赖 CUDA"};
    case CudaBinding::kBuildsFromSource:
      return {"builds CUDA code from source", "需要编译 CUDA 源码"};
    case CudaBinding::kNone:
      break;
  }
  return {"has no CUDA code", "不含 CUDA 代码"};
}

std::string days(double value) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return error == std::errc() ? std::string(buffer, end) : std::string();
}

std::string joined(const std::vector<std::string_view>& words) {
  std::string out;
  for (const std::string_view word : words) out += (out.empty() ? "" : ", ") + std::string(word);
  return out;
}

class PackageEntries {
 public:
  PackageEntries(const QueryTables& tables, Answer& answer)
      : knowledge_(tables.knowledge), answer_(answer) {}

  void add(const PackageRow& row, const std::string& name) {
    for (const PackageRow* done : done_) {
      if (done == &row) return;
    }
    done_.push_back(&row);
    entry_ = AnswerEntry{};
    entry_.kind = AnswerKind::kPackage;
    entry_.name = std::string(row.key);
    entry_.status = package_status(row);
    entry_.replacement = std::string(row.replacement);
    describe(row);
    bring_along(name);
    traps(row, name);
    answer_.entries.push_back(std::move(entry_));
  }

  void add_homonyms(const std::string& name) {
    for (const Knowledge::Homonym* homonym : knowledge_.homonyms(name)) {
      const std::string names = joined(homonym->names);
      const std::string distribution(homonym->distribution);
      for (AnswerEntry& entry : answer_.entries) {
        if (entry.kind != AnswerKind::kPackage) continue;
        entry.statements.push_back(in_both(
            Topic::kNameTrap,
            "Several projects are imported as " + name + "; " + distribution +
                " is the one that has: " + names,
            "多个项目的导入名都是 " + name + "；包含以下名称的是 " + distribution + "：" + names,
            homonym->source));
        break;
      }
    }
  }

 private:
  void say(Topic topic, std::string en, std::string zh, std::string_view source) {
    entry_.statements.push_back(in_both(topic, std::move(en), std::move(zh), source));
  }

  void describe(const PackageRow& row) {
    const LocalizedText binding = binding_text(row.cuda);
    say(Topic::kCuda, std::string(row.category) + "; " + binding.en,
        std::string(row.category) + "；" + binding.zh, row.source);
    if (!row.how.empty())
      entry_.statements.push_back(from_table(Topic::kInstall, row.how, row.source));
    if (!row.min_version.empty()) {
      entry_.statements.push_back(from_table(Topic::kSince, row.min_version, row.source));
    }
    if (!row.imports.empty()) {
      const std::string names = joined(row.imports);
      say(Topic::kImports, names, names, row.source);
    }
    if (row.effort.high > 0) {
      const std::string range = days(row.effort.low) + " - " + days(row.effort.high);
      say(Topic::kEffort, range + " days of one engineer (a judgement, not a measurement)",
          range + " 人天（经验判断，非实测）", row.source);
    }
  }

  void bring_along(const std::string& name) {
    static const std::vector<std::string> kNoExtras;
    std::vector<std::string_view> names;
    std::vector<std::string> sources;
    for (const PackageChild& child : knowledge_.packages().children(name, kNoExtras)) {
      names.push_back(child.name);
      if (std::find(sources.begin(), sources.end(), child.source) == sources.end()) {
        sources.emplace_back(child.source);
      }
    }
    if (names.empty()) return;
    const std::string list = joined(names);
    entry_.statements.push_back(
        {Topic::kBrings, {"brings along " + list, "会一并安装 " + list}, sources});
  }

  void traps(const PackageRow& row, const std::string& name) {
    std::vector<std::string> names = {name, normalize_distribution(name)};
    for (const std::string_view import : row.imports) names.emplace_back(import);
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    for (const std::string& key : names) {
      for (const NameTrap* trap : knowledge_.name_traps(key)) add_trap(*trap);
    }
  }

  void add_trap(const NameTrap& trap) {
    const std::string name(trap.name);
    const std::string other(trap.other);
    switch (trap.kind) {
      case NameTrap::Kind::kReused:
        say(Topic::kNameTrap,
            "The Ascend build " + other + " takes the same import name " + name +
                ": uninstall the other one first, and install it last",
            "昇腾版本 " + other + " 使用相同的导入名 " + name +
                "：请先卸载原包，并最后安装昇腾版本",
            trap.source);
        break;
      case NameTrap::Kind::kHomonym:
        say(Topic::kNameTrap,
            "The package index has another project of the name " + name +
                ": look at what the code imports",
            "软件包索引上有同名的其他项目 " + name + "：请以代码实际导入的内容为准", trap.source);
        break;
      case NameTrap::Kind::kPlaceholder:
        say(Topic::kNameTrap,
            "On the package index " + name + " is a placeholder: do not install it from there",
            "软件包索引上的 " + name + " 只是占位包：请勿从索引安装", trap.source);
        break;
      case NameTrap::Kind::kSourceOnly:
        say(Topic::kNameTrap, name + " is not on the package index: it is installed from source",
            name + " 不在软件包索引上：需从源码安装", trap.source);
        break;
    }
  }

  const Knowledge& knowledge_;
  Answer& answer_;
  AnswerEntry entry_;
  std::vector<const PackageRow*> done_;
};

bool imports(const PackageRow& row, const std::string& name) {
  return std::find(row.imports.begin(), row.imports.end(), name) != row.imports.end();
}

// torch.*, tl.* and the like have answers of their own; the package behind them is no news.
bool belongs_elsewhere(const std::string& name) {
  for (const char* prefix : {"torch.", "torch_npu.", "tl.", "triton.", "mindiesd."}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

}  // namespace

void add_packages(const QueryTables& tables, const std::string& name, Answer& answer) {
  if (is_environment_name(name)) return;
  const PackageTable& packages = tables.knowledge.packages();
  PackageEntries entries(tables, answer);
  for (const PackageRow& row : packages.rows()) {
    if (row.key == name || (belongs_elsewhere(name) && imports(row, name))) entries.add(row, name);
  }
  if (belongs_elsewhere(name)) return;
  if (const PackageRow* row = packages.find(name)) entries.add(*row, name);
  const std::vector<const PackageRow*> imported = packages.find_import(name);
  for (size_t i = 0; i < std::min(imported.size(), kMostRows); ++i) entries.add(*imported[i], name);
  if (answer.entries.empty()) {
    const std::string_view other = tables.knowledge.distribution_of_import(name);
    const PackageRow* row = other.empty() ? nullptr : packages.find(other);
    if (row != nullptr) entries.add(*row, std::string(other));
  }
  entries.add_homonyms(name);
  if (!answer.entries.empty() || !tables.knowledge.is_standard_library(name)) return;
  AnswerEntry part_of_python;
  part_of_python.kind = AnswerKind::kPackage;
  part_of_python.name = name;
  part_of_python.status = AnswerStatus::kNotInvolved;
  part_of_python.statements.push_back(
      in_both(Topic::kCuda, "a module of Python itself", "Python 标准库模块",
              "python_stdlib.tsv: modules of Python 2.7 and 3.8 to 3.14"));
  answer.entries.push_back(std::move(part_of_python));
}

}  // namespace npuport
