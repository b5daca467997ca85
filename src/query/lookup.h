// Looks a name up in everything the program knows: API map, transfer table, support lists, kernels,
// collectives, operators, Triton, MindIE-SD, variables, packages, rules, pitfalls.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "knowledge/knowledge.h"
#include "query/answer.h"

namespace npuport {

class Lookup {
 public:
  // `knowledge` must outlive the look-up; rules loaded for reading are enough. Large tables are
  // read when the first name asks for them.
  Lookup(const Knowledge& knowledge, const Target& target);
  ~Lookup();
  Lookup(const Lookup&) = delete;
  Lookup& operator=(const Lookup&) = delete;

  // The error is a damaged table. A name that nothing is known about is an answer without entries
  // and rules, with names that may have been meant.
  Result<Answer> answer(std::string_view name);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace npuport
