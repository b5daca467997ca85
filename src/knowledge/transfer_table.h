// What `from torch_npu.contrib import transfer_to_npu` covers, by torch_npu release.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "knowledge/name_index.h"
#include "knowledge/target.h"

namespace npuport {

enum class Coverage : uint8_t { kUnknown, kNo, kPartial, kYes };

struct TransferAnswer {
  Coverage coverage = Coverage::kUnknown;
  bool too_early = false;  // the row covers it, but not yet in the target's release
  bool inherited = false;  // the row is about the class or module that holds the name
  std::string_view api;    // the row, as the table writes it
  std::string_view how;
  std::string_view since;  // the table's words
  std::string_view source;
};

class TransferTable {
 public:
  static Result<TransferTable> parse(std::string_view text);

  // `name`: a qualified name ("torch.cuda.synchronize"), or the exact text of a row for what has no
  // name ("dist.get_backend() == \"nccl\""). A name below a row's class or module is answered by
  // that row when it says yes or no; partial rows do not vouch for what is below them.
  TransferAnswer ask(std::string_view name, const Target& target) const;

  // Texts of all rows.
  std::vector<std::string_view> apis() const;

 private:
  // From `release` of torch_npu on, on torch line `torch` and later ones.
  struct Bound {
    Version torch;
    Version release;
  };
  struct Row {
    std::string_view api, how, since, source;
    Coverage coverage = Coverage::kUnknown;
    bool never = false;
    std::vector<Bound> bounds;  // empty: always
  };
  static Result<Row> read_row(std::string_view api, std::string_view covered,
                              std::string_view bounds);
  static bool in_force(const Row& row, const Target& target);
  TransferAnswer answer(const Row& row, const Target& target, bool inherited) const;

  std::vector<Row> rows_;
  std::unordered_map<std::string_view, uint32_t> by_text_;
  NameIndex by_name_;
};

}  // namespace npuport
