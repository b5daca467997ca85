// The parts of a look-up, one file each. Every function appends what its tables know about the name
// and nothing when they know nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "knowledge/knowledge.h"
#include "query/answer.h"

namespace npuport {

// The tables of a look-up; large ones are there only for names that need them.
struct QueryTables {
  const Knowledge& knowledge;
  const Target& target;
  const NativeApiTable* native = nullptr;
  const KernelOpTable* kernels = nullptr;
  const KeyedTable<PrecisionRow>* precision = nullptr;
};

void add_api(const QueryTables& tables, const std::string& name, Answer& answer);
// Says that no list for the target has the name, and that no kernel of that name is registered.
void say_unverified(const QueryTables& tables, const std::string& name, AnswerEntry& entry);
// Adds what the lists do not say about a torch name that only rules know.
void add_unverified_api(const QueryTables& tables, const std::string& name, Answer& answer);
void add_npu_operator(const QueryTables& tables, const std::string& name, Answer& answer);
void add_triton(const QueryTables& tables, const std::string& name, Answer& answer);
void add_mindie(const QueryTables& tables, const std::string& name, Answer& answer);
void add_environment(const QueryTables& tables, const std::string& name, Answer& answer);
void add_packages(const QueryTables& tables, const std::string& name, Answer& answer);

// Rules and pitfalls. Needs the entries: the names of a package are part of what to look for.
void add_rules(const QueryTables& tables, const std::string& name, Answer& answer);
void add_pitfalls(const QueryTables& tables, const std::string& name, Answer& answer);

// Every name that has an answer, in byte order; patterns and prose are left out.
std::vector<std::string> all_names(const QueryTables& tables);

// Those of `names` that may have been meant, nearest first, at most `limit`.
std::vector<std::string> near_names(const std::vector<std::string>& names, const std::string& name,
                                    size_t limit);

// A statement whose text the table gives in English only.
Statement from_table(Topic topic, std::string_view text, std::string_view source);
Statement in_both(Topic topic, std::string en, std::string zh, std::string_view source);

// Whether a row key such as "a.b / c" or "a|b" names `name`.
bool key_holds(std::string_view key, std::string_view name);

}  // namespace npuport
