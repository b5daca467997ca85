// Qualified names outside the project ("torch.cuda.amp.autocast") as small integers.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/symbol.h"

namespace npuport {

enum class QName : uint32_t { kNone = 0 };

// A trie of dotted names; thread-safe. Equal names have equal ids.
class QualifiedNames {
 public:
  explicit QualifiedNames(SymbolTable& symbols);
  ~QualifiedNames();
  QualifiedNames(QualifiedNames&&) noexcept;

  // The name `parent`.`part`; parent kNone makes a top-level name.
  QName child(QName parent, Symbol part);
  QName parent(QName name) const;
  Symbol last(QName name) const;
  QName of(std::string_view dotted);
  std::string text(QName name) const;
  uint32_t size() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace npuport
