#include "query/lookup.h"

#include <optional>

#include "query/entries.h"
#include "query/query_name.h"

namespace npuport {
namespace {

constexpr size_t kNearNames = 8;

// Moves a table to its place once.
template <typename Table>
std::optional<Error> fetch(Result<Table> read, std::optional<Table>& place) {
  if (!read) return read.error();
  place = std::move(read.value());
  return std::nullopt;
}

}  // namespace

class Lookup::State {
 public:
  State(const Knowledge& knowledge, Target target)
      : knowledge_(knowledge), target_(std::move(target)) {}

  Result<Answer> answer(std::string_view typed) {
    Answer answer;
    answer.asked = std::string(typed);
    answer.name = full_name(typed);
    if (answer.name.empty() || answer.name.size() > kLongestName) return answer;
    const bool is_torch = answer.name == "torch" || answer.name.starts_with("torch.") ||
                          answer.name.starts_with("torch_npu.");
    if (is_torch) {
      if (std::optional<Error> error = load_api_tables()) return *error;
    }
    const QueryTables tables = this->tables();
    add_environment(tables, answer.name, answer);
    if (is_torch) {
      add_api(tables, answer.name, answer);
      add_npu_operator(tables, answer.name, answer);
    }
    add_triton(tables, answer.name, answer);
    add_mindie(tables, answer.name, answer);
    add_packages(tables, answer.name, answer);
    add_rules(tables, answer.name, answer);
    if (is_torch) add_unverified_api(tables, answer.name, answer);
    add_pitfalls(tables, answer.name, answer);
    if (!answer.known()) {
      if (std::optional<Error> error = load_api_tables()) return *error;
      if (names_.empty()) names_ = all_names(this->tables());
      answer.near = near_names(names_, answer.name, kNearNames);
    }
    return answer;
  }

 private:
  QueryTables tables() const {
    return {knowledge_, target_, native_ ? &*native_ : nullptr, kernels_ ? &*kernels_ : nullptr,
            precision_ ? &*precision_ : nullptr};
  }

  std::optional<Error> load_api_tables() {
    if (native_) return std::nullopt;
    if (auto error = fetch(knowledge_.kernel_ops(), kernels_)) return error;
    if (auto error = fetch(knowledge_.precision(), precision_)) return error;
    return fetch(knowledge_.native_api(), native_);
  }

  const Knowledge& knowledge_;
  Target target_;
  std::optional<NativeApiTable> native_;
  std::optional<KernelOpTable> kernels_;
  std::optional<KeyedTable<PrecisionRow>> precision_;
  std::vector<std::string> names_;  // to offer on a miss
};

Lookup::Lookup(const Knowledge& knowledge, const Target& target)
    : state_(std::make_unique<State>(knowledge, target)) {}
Lookup::~Lookup() = default;

Result<Answer> Lookup::answer(std::string_view name) { return state_->answer(name); }

}  // namespace npuport
