// Interned identifiers.
//
// A Symbol stands for one identifier spelling; equal spellings have equal symbols for the life of
// the SymbolTable, so comparing names is comparing integers. Symbol numbers depend on thread
// timing: never order output by them.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

namespace npuport {

enum class Symbol : uint32_t { kNone = 0 };

// Thread-safe: any number of threads may intern and look up at the same time.
class SymbolTable {
 public:
  SymbolTable();
  ~SymbolTable();
  SymbolTable(const SymbolTable&) = delete;
  SymbolTable& operator=(const SymbolTable&) = delete;

  // The symbol of `text`, made when it is new. Empty text is Symbol::kNone.
  Symbol intern(std::string_view text);

  // The symbol of `text` if somebody interned it before, else Symbol::kNone.
  Symbol find(std::string_view text) const;

  // The spelling; stays valid as long as the table.
  std::string_view text(Symbol symbol) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace npuport
