#include "project/qualified_name.h"

#include <atomic>
#include <mutex>
#include <vector>

#include "base/grow_only_map.h"

namespace npuport {
namespace {

struct Entry {
  QName parent = QName::kNone;
  Symbol last = Symbol::kNone;
};

constexpr uint32_t kChunkBits = 12;
constexpr uint32_t kChunkSize = 1u << kChunkBits;
constexpr uint32_t kMaxChunks = 1u << 14;

}  // namespace

struct QualifiedNames::Impl {
  explicit Impl(SymbolTable& table) : symbols(table), chunks(kMaxChunks) {}

  SymbolTable& symbols;
  std::atomic<uint32_t> next{1};
  std::vector<std::atomic<Entry*>> chunks;
  std::mutex growth;
  GrowOnlyMap<uint32_t> ids;

  ~Impl() {
    for (auto& chunk : chunks) delete[] chunk.load();
  }

  Entry& entry(uint32_t id) const { return chunks[id >> kChunkBits].load()[id & (kChunkSize - 1)]; }

  uint32_t allocate(Entry value) {
    const uint32_t id = next.fetch_add(1);
    auto& slot = chunks[id >> kChunkBits];
    if (slot.load() == nullptr) {
      const std::lock_guard lock(growth);
      if (slot.load() == nullptr) slot.store(new Entry[kChunkSize]);
    }
    entry(id) = value;
    return id;
  }
};

QualifiedNames::QualifiedNames(SymbolTable& symbols) : impl_(std::make_unique<Impl>(symbols)) {}
QualifiedNames::~QualifiedNames() = default;
QualifiedNames::QualifiedNames(QualifiedNames&&) noexcept = default;

QName QualifiedNames::child(QName parent, Symbol part) {
  const uint64_t key = (static_cast<uint64_t>(parent) << 32) | static_cast<uint32_t>(part);
  if (const auto known = impl_->ids.find(key)) return QName(*known);
  return QName(impl_->ids.insert_with(key, [&] { return impl_->allocate({parent, part}); }));
}

QName QualifiedNames::parent(QName name) const {
  return name == QName::kNone ? QName::kNone : impl_->entry(static_cast<uint32_t>(name)).parent;
}

Symbol QualifiedNames::last(QName name) const {
  return name == QName::kNone ? Symbol::kNone : impl_->entry(static_cast<uint32_t>(name)).last;
}

QName QualifiedNames::of(std::string_view dotted) {
  QName name = QName::kNone;
  while (!dotted.empty()) {
    const size_t dot = dotted.find('.');
    name = child(name, impl_->symbols.intern(dotted.substr(0, dot)));
    if (dot == std::string_view::npos) break;
    dotted.remove_prefix(dot + 1);
  }
  return name;
}

std::string QualifiedNames::text(QName name) const {
  if (name == QName::kNone) return {};
  const Entry& entry = impl_->entry(static_cast<uint32_t>(name));
  std::string result = text(entry.parent);
  if (!result.empty()) result += '.';
  result += impl_->symbols.text(entry.last);
  return result;
}

uint32_t QualifiedNames::size() const { return impl_->next.load(); }

}  // namespace npuport
