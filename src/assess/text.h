// Small text work of the assessment: placeholders, source lines, hashes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "knowledge/rule.h"

namespace npuport {

// Replaces {key} by its value. A brace group that names no key stays as it is, so that code such as
// f"npu:{rank}" in a rule's text survives.
std::string fill_placeholders(std::string_view text,
                              const std::map<std::string, std::string>& values);
LocalizedText fill_placeholders(const LocalizedText& text,
                                const std::map<std::string, std::string>& values);

// `line` without surrounding blanks. A line longer than about 240 bytes is cut around byte
// `offset`, at code point borders, with an ellipsis where something is missing.
std::string excerpt(std::string_view line, size_t offset);

// `line` with every run of blanks as one space and none at the ends: equal for re-indented lines.
std::string normalised_line(std::string_view line);

// A 64-bit hash for identities that outlive the process: the same on every machine.
class StableHash {
 public:
  StableHash& add(std::string_view bytes);
  StableHash& add(uint64_t number);
  uint64_t value() const;

 private:
  uint64_t state_ = 0xcbf29ce484222325ull;
};

std::string to_hex(uint64_t value);

}  // namespace npuport
