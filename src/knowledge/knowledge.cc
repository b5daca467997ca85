#include "knowledge/knowledge.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "knowledge/embedded.h"
#include "knowledge/rule_loader.h"
#include "knowledge/text_table.h"

namespace npuport {

// Where knowledge files come from. Views stay valid as long as this object.
class Knowledge::Files {
 public:
  explicit Files(std::optional<std::string> directory) : directory_(std::move(directory)) {}

  const std::optional<std::string>& directory() const { return directory_; }

  Result<std::string_view> read(const std::string& path) {
    if (!directory_) {
      const std::string_view text = embedded(path);
      if (text.data() == nullptr) return Error{path + ": not in the program"};
      return text;
    }
    const std::filesystem::path full = std::filesystem::path(*directory_) / path;
    std::error_code error;
    if (!std::filesystem::is_regular_file(full, error)) {
      return Error{full.generic_string() + ": no such file"};
    }
    const uintmax_t size = std::filesystem::file_size(full, error);
    if (error || size > kMaxBytes) return Error{full.generic_string() + ": too large"};
    std::ifstream in(full, std::ios::binary);
    auto text = std::make_unique<std::string>(size, '\0');
    in.read(text->data(), static_cast<std::streamsize>(size));
    if (in.bad()) return Error{full.generic_string() + ": cannot be read"};
    text->resize(static_cast<size_t>(in.gcount()));
    return std::string_view(*texts_.emplace_back(std::move(text)));
  }

 private:
  static constexpr uintmax_t kMaxBytes = 64ull << 20;
  std::optional<std::string> directory_;
  std::vector<std::unique_ptr<std::string>> texts_;
};

namespace {

constexpr size_t kMaxReportedProblems = 200;

Error join(const std::vector<FileProblem>& problems) {
  std::string all;
  for (size_t i = 0; i < problems.size() && i < kMaxReportedProblems; ++i) {
    if (i > 0) all += '\n';
    all += problems[i].text();
  }
  if (problems.size() > kMaxReportedProblems) {
    all += "\nand " + std::to_string(problems.size() - kMaxReportedProblems) + " more";
  }
  return Error{all};
}

std::optional<NameTrap::Kind> trap_kind(std::string_view text) {
  if (text == "reused") return NameTrap::Kind::kReused;
  if (text == "homonym") return NameTrap::Kind::kHomonym;
  if (text == "placeholder") return NameTrap::Kind::kPlaceholder;
  if (text == "source-only") return NameTrap::Kind::kSourceOnly;
  return std::nullopt;
}

// Moves a parsed table to its place, or takes the error.
template <typename Table>
bool put(Result<Table> parsed, Table& place, std::optional<Error>& error) {
  if (parsed) {
    place = std::move(parsed.value());
    return true;
  }
  error = parsed.error();
  return false;
}

}  // namespace

Knowledge::Knowledge() = default;

Result<Knowledge> Knowledge::load(const KnowledgeOptions& options) {
  Knowledge knowledge;
  knowledge.files_ = std::make_shared<Files>(options.directory);
  if (std::optional<Error> error = knowledge.load_tables()) return *error;
  if (std::optional<Error> error = knowledge.load_rules(options)) return *error;
  return knowledge;
}

std::optional<Error> Knowledge::load_tables() {
  std::optional<Error> error;
  const auto text = [&](const char* path) -> std::string_view {
    const Result<std::string_view> found = files_->read(path);
    if (found) return found.value();
    if (!error) error = found.error();
    return {};
  };
  const std::string_view transfer = text("torch_npu/transfer_to_npu.tsv");
  const std::string_view cuda_apis = text("torch_npu/cuda_api_map.tsv");
  const std::string_view env = text("torch_npu/env_vars.tsv");
  const std::string_view distributed = text("torch_npu/distributed.tsv");
  const std::string_view versions = text("torch_npu/version_matrix.tsv");
  const std::string_view companions = text("torch_npu/companions.tsv");
  const std::string_view install = text("torch_npu/install.tsv");
  const std::string_view soc_limits = text("torch_npu/soc_limits.tsv");
  const std::string_view aarch64 = text("aarch64.tsv");
  const std::string_view npu_ops = text("torch_npu/npu_ops.tsv");
  const std::string_view packages = text("packages.tsv");
  const std::string_view more_packages = text("packages_extra.tsv");
  const std::string_view children = text("package_children.tsv");
  const std::string_view cuda_libraries = text("cuda_libraries.tsv");
  const std::string_view wheels = text("wheels.tsv");
  const std::string_view conda = text("conda.tsv");
  const std::string_view triton = text("triton.tsv");
  const std::string_view mindie = text("mindiesd.tsv");
  const std::string_view pitfalls = text("pitfalls.tsv");
  const std::string_view effort = text("effort.yaml");
  date_ = std::string(text("DATE").substr(0, 10));
  if (error) return error;
  const bool sound =
      put(TransferTable::parse(transfer), transfer_, error) &&
      put(CudaApiMap::parse(cuda_apis), cuda_apis_, error) &&
      put(EnvTable::parse(env), env_, error) &&
      put(DistributedTable::parse(distributed), distributed_, error) &&
      put(VersionMatrix::parse(versions), versions_, error) &&
      put(Companions::parse(companions, install, soc_limits, aarch64), companions_, error) &&
      put(parse_npu_ops(npu_ops), npu_ops_, error) &&
      put(PackageTable::parse(packages, children, more_packages), packages_, error) &&
      put(CudaLibraryTable::parse(cuda_libraries), cuda_libraries_, error) &&
      put(WheelTable::open(wheels), wheels_, error) &&
      put(CondaTable::open(conda), conda_, error) && put(parse_triton(triton), triton_, error) &&
      put(parse_mindie(mindie), mindie_, error) &&
      put(parse_pitfalls(pitfalls), pitfalls_, error) &&
      put(parse_effort_classes(effort), effort_, error);
  if (!sound) return error;
  return load_names();
}

// Small tables about the names of modules.
std::optional<Error> Knowledge::load_names() {
  const auto table = [&](const std::string& path, std::string_view columns) -> Result<TextTable> {
    const Result<std::string_view> text = files_->read(path);
    if (!text) return text.error();
    return TextTable::parse(text.value(), path, columns);
  };
  const Result<TextTable> imports = table("import_names.tsv", "import distribution");
  if (!imports) return imports.error();
  for (size_t i = 0; i < imports.value().rows(); ++i) {
    import_names_.emplace(imports.value().cell(i, 0), imports.value().cell(i, 1));
  }
  const Result<TextTable> homonyms = table("homonyms.tsv", "import names distribution source");
  if (!homonyms) return homonyms.error();
  for (size_t i = 0; i < homonyms.value().rows(); ++i) {
    homonyms_.emplace(homonyms.value().cell(i, 0),
                      Homonym{split(homonyms.value().cell(i, 1), ' '), homonyms.value().cell(i, 2),
                              homonyms.value().cell(i, 3)});
  }
  const Result<TextTable> repositories =
      table("repositories.tsv", "repository distribution source");
  if (!repositories) return repositories.error();
  for (size_t i = 0; i < repositories.value().rows(); ++i) {
    repositories_.emplace(repositories.value().cell(i, 0), repositories.value().cell(i, 1));
  }
  const Result<TextTable> traps = table("name_traps.tsv", "name kind other source");
  if (!traps) return traps.error();
  for (size_t i = 0; i < traps.value().rows(); ++i) {
    const auto cell = [&](size_t column) { return traps.value().cell(i, column); };
    const std::optional<NameTrap::Kind> kind = trap_kind(cell(1));
    if (!kind) {
      return Error{"name_traps.tsv:" + std::to_string(i + 2) +
                   ": expected reused, homonym, placeholder or source-only; found \"" +
                   std::string(cell(1)) + "\""};
    }
    name_traps_.push_back({cell(0), *kind, cell(2), cell(3)});
  }
  const Result<TextTable> modules = table("python_stdlib.tsv", "module");
  if (!modules) return modules.error();
  for (size_t i = 0; i < modules.value().rows(); ++i) {
    standard_library_.insert(modules.value().cell(i, 0));
  }
  return std::nullopt;
}

std::optional<Error> Knowledge::load_rules(const KnowledgeOptions& options) {
  const RuleVocabulary vocabulary = default_vocabulary();
  std::vector<FileProblem> problems;
  LoadedRules all;
  if (options.directory) {
    const std::string folder = *options.directory + "/rules";
    all = npuport::load_rules(read_rule_files(folder, problems), vocabulary);
  } else {
    RuleVocabulary shipped_vocabulary = vocabulary;
    shipped_vocabulary.patterns = options.rules == RuleUse::kMatch;
    Result<std::vector<Rule>> shipped =
        load_compact_rules(embedded("rules.bin"), shipped_vocabulary,
                           shipped_vocabulary.patterns ? 0 : 1);  // little work: no threads
    if (!shipped) return shipped.error();
    all.rules = std::move(shipped.value());
  }
  for (const std::string& folder : options.rule_directories) {
    LoadedRules own = npuport::load_rules(read_rule_files(folder, problems), vocabulary);
    for (Rule& rule : own.rules) rule.from_user = true;
    add_rules(std::move(own), all);
  }
  problems.insert(problems.end(), all.problems.begin(), all.problems.end());
  if (!problems.empty()) return join(problems);
  rules_ = std::move(all.rules);
  return std::nullopt;
}

const Rule* Knowledge::rule(std::string_view id) const {
  const auto found =
      std::lower_bound(rules_.begin(), rules_.end(), id,
                       [](const Rule& rule, std::string_view key) { return rule.id < key; });
  return found != rules_.end() && found->id == id ? &*found : nullptr;
}

Result<NativeApiTable> Knowledge::native_api() const {
  const Result<std::string_view> support = files_->read("torch_npu/native_api_support.tsv");
  const Result<std::string_view> profiles = files_->read("torch_npu/native_api_profiles.tsv");
  const Result<std::string_view> sources = files_->read("torch_npu/native_api_sources.tsv");
  if (!support) return support.error();
  if (!profiles) return profiles.error();
  if (!sources) return sources.error();
  return NativeApiTable::parse(support.value(), profiles.value(), sources.value());
}

Result<KernelOpTable> Knowledge::kernel_ops() const {
  const Result<std::string_view> text = files_->read("torch_npu/npu_kernel_ops.tsv");
  if (!text) return text.error();
  return KernelOpTable::parse(text.value());
}

Result<KeyedTable<PrecisionRow>> Knowledge::precision() const {
  const Result<std::string_view> text = files_->read("torch_npu/precision.tsv");
  if (!text) return text.error();
  return parse_precision(text.value());
}

std::vector<const NameTrap*> Knowledge::name_traps(std::string_view name) const {
  std::vector<const NameTrap*> found;
  for (const NameTrap& trap : name_traps_) {
    if (trap.name == name) found.push_back(&trap);
  }
  return found;
}

Effort Knowledge::effort(std::string_view effort_class) const {
  const auto found = effort_.find(effort_class);
  return found == effort_.end() ? Effort{} : found->second;
}

std::string_view Knowledge::distribution_of_repository(std::string_view name) const {
  const auto found = repositories_.find(name);
  return found == repositories_.end() ? std::string_view() : found->second;
}

std::string_view Knowledge::distribution_of_import(std::string_view top_level) const {
  const auto found = import_names_.find(top_level);
  return found == import_names_.end() ? std::string_view() : found->second;
}

bool Knowledge::is_standard_library(std::string_view top_level) const {
  return standard_library_.contains(top_level);
}

std::vector<const Knowledge::Homonym*> Knowledge::homonyms(std::string_view top_level) const {
  std::vector<const Homonym*> found;
  const auto [begin, end] = homonyms_.equal_range(top_level);
  for (auto entry = begin; entry != end; ++entry) found.push_back(&entry->second);
  return found;
}

}  // namespace npuport
