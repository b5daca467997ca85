#include "base/symbol.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstring>
#include <mutex>
#include <new>
#include <string>
#include <vector>

namespace npuport {
namespace {

constexpr uint32_t kShardBits = 6;
constexpr uint32_t kShards = 1u << kShardBits;
constexpr uint32_t kFirstCapacity = 256;    // slots of a new shard, a power of two
constexpr size_t kArenaBlock = 32 * 1024;   // bytes
constexpr uint32_t kFirstSegmentBits = 12;  // spellings in the first segment
constexpr uint32_t kSegments = 32 - kFirstSegmentBits + 1;

// One spelling in the arena; the characters follow.
struct Record {
  uint32_t number;
  uint32_t size;
  std::string_view text() const { return {reinterpret_cast<const char*>(this + 1), size}; }
};

uint64_t mix(uint64_t a, uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

uint64_t load64(const char* p) {
  uint64_t value;
  std::memcpy(&value, p, sizeof value);
  return value;
}

uint64_t load32(const char* p) {
  uint32_t value;
  std::memcpy(&value, p, sizeof value);
  return value;
}

// Multiply-and-fold over 16 bytes a step; the seed differs per table, so colliding spellings cannot
// be prepared in advance.
uint64_t hash_text(std::string_view text, uint64_t seed) {
  constexpr uint64_t kOdd1 = 0x9E3779B97F4A7C15ull;
  constexpr uint64_t kOdd2 = 0xD6E8FEB86659FD93ull;
  const char* p = text.data();
  size_t left = text.size();
  uint64_t state = seed ^ (left * kOdd1);
  while (left > 16) {
    state = mix(load64(p) ^ kOdd1, load64(p + 8) ^ state);
    p += 16;
    left -= 16;
  }
  uint64_t low = 0;
  uint64_t high = 0;
  if (left >= 8) {
    low = load64(p);
    high = load64(p + left - 8);
  } else if (left >= 4) {
    low = load32(p);
    high = load32(p + left - 4);
  } else if (left > 0) {
    const auto byte = [p](size_t i) { return static_cast<uint64_t>(static_cast<uint8_t>(p[i])); };
    low = byte(0) << 16 | byte(left / 2) << 8 | byte(left - 1);
  }
  return mix(mix(low ^ kOdd2, high ^ state), kOdd1);
}

// Names are short: comparing words in line is cheaper than a call of memcmp.
bool same(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  const char* p = a.data();
  const char* q = b.data();
  size_t left = a.size();
  if (left >= 8) {
    for (; left > 8; left -= 8, p += 8, q += 8) {
      if (load64(p) != load64(q)) return false;
    }
    return load64(p + left - 8) == load64(q + left - 8);
  }
  if (left >= 4) return load32(p) == load32(q) && load32(p + left - 4) == load32(q + left - 4);
  for (; left > 0; --left)
    if (p[left - 1] != q[left - 1]) return false;
  return true;
}

// Open addressing. A slot changes once, from free (null) to taken, so readers need no lock; its
// tag, the upper hash bits, is written before the record is published.
struct Slot {
  std::atomic<const Record*> record{nullptr};
  uint64_t tag = 0;
};

struct Slots {
  explicit Slots(uint32_t capacity) : mask(capacity - 1), slots(new Slot[capacity]) {}
  const uint32_t mask;
  const std::unique_ptr<Slot[]> slots;
};

struct alignas(64) Shard {
  std::atomic<const Slots*> current{nullptr};
  std::mutex mutex;                            // guards everything below, and changes of `current`
  std::vector<std::unique_ptr<Slots>> tables;  // outgrown ones stay for readers that still use them
  uint32_t used = 0;
  std::vector<std::unique_ptr<char[]>> blocks;
  char* free = nullptr;
  size_t free_bytes = 0;

  const Record* keep(std::string_view text, uint32_t number) {
    constexpr size_t kAlign = alignof(Record);
    const size_t bytes = (sizeof(Record) + text.size() + kAlign - 1) / kAlign * kAlign;
    Record* record = new (allocate(bytes)) Record{number, static_cast<uint32_t>(text.size())};
    std::memcpy(record + 1, text.data(), text.size());
    return record;
  }

 private:
  char* allocate(size_t bytes) {
    if (bytes > free_bytes) {
      const bool alone = bytes > kArenaBlock / 4;  // a block of its own; the open one stays open
      blocks.push_back(std::make_unique_for_overwrite<char[]>(alone ? bytes : kArenaBlock));
      if (alone) return blocks.back().get();
      free = blocks.back().get();
      free_bytes = kArenaBlock;
    }
    char* place = free;
    free += bytes;
    free_bytes -= bytes;
    return place;
  }
};

}  // namespace

struct SymbolTable::Impl {
  std::array<Shard, kShards> shards;
  std::array<std::atomic<const Record**>, kSegments> segments{};  // segment k > 0 holds 2^(11+k)
  std::mutex segment_mutex;
  std::atomic<uint32_t> count{0};
  uint64_t seed = 0;

  Impl() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    seed = mix(static_cast<uint64_t>(now), reinterpret_cast<uintptr_t>(this) | 1);
    for (Shard& shard : shards) {
      shard.tables.push_back(std::make_unique<Slots>(kFirstCapacity));
      shard.current.store(shard.tables.back().get(), std::memory_order_release);
    }
  }

  ~Impl() {
    for (auto& segment : segments) delete[] segment.load(std::memory_order_relaxed);
  }

  struct Place {
    uint32_t segment;
    uint32_t base;
    uint32_t index;
  };
  static Place place_of(uint32_t number) {
    const uint32_t width = static_cast<uint32_t>(std::bit_width(number >> kFirstSegmentBits));
    const uint32_t base = width == 0 ? 0 : 1u << (kFirstSegmentBits + width - 1);
    return {width, base, number - base};
  }

  const Record& record(uint32_t number) const {
    const Place place = place_of(number);
    return *segments[place.segment].load(std::memory_order_acquire)[place.index];
  }

  void set_record(const Record* record) {
    const Place place = place_of(record->number);
    const Record** segment = segments[place.segment].load(std::memory_order_acquire);
    if (segment == nullptr) {
      const std::lock_guard lock(segment_mutex);
      segment = segments[place.segment].load(std::memory_order_acquire);
      if (segment == nullptr) {
        segment = new const Record*[place.base == 0 ? 1u << kFirstSegmentBits : place.base];
        segments[place.segment].store(segment, std::memory_order_release);
      }
    }
    segment[place.index] = record;
  }

  // The symbol number of `text`, or 0.
  static uint32_t probe(const Slots& table, uint64_t hash, std::string_view text) {
    const uint64_t tag = hash >> 32;
    for (uint32_t i = static_cast<uint32_t>(hash) >> kShardBits;; ++i) {
      const Slot& slot = table.slots[i & table.mask];
      const Record* record = slot.record.load(std::memory_order_acquire);
      if (record == nullptr) return 0;
      if (slot.tag == tag && same(record->text(), text)) return record->number;
    }
  }

  static void fill_slot(const Slots& table, uint64_t hash, const Record* record) {
    uint32_t i = static_cast<uint32_t>(hash) >> kShardBits;
    while (table.slots[i & table.mask].record.load(std::memory_order_relaxed) != nullptr) ++i;
    Slot& slot = table.slots[i & table.mask];
    slot.tag = hash >> 32;
    slot.record.store(record, std::memory_order_release);
  }

  // Called with the shard locked.
  void grow(Shard& shard) {
    const Slots& old = *shard.tables.back();
    auto bigger = std::make_unique<Slots>((old.mask + 1) * 2);
    for (uint32_t i = 0; i <= old.mask; ++i) {
      const Record* record = old.slots[i].record.load(std::memory_order_relaxed);
      if (record != nullptr) fill_slot(*bigger, hash_text(record->text(), seed), record);
    }
    shard.tables.push_back(std::move(bigger));
    shard.current.store(shard.tables.back().get(), std::memory_order_release);
  }

  Symbol add(Shard& shard, uint64_t hash, std::string_view text) {
    const std::lock_guard lock(shard.mutex);
    if (const uint32_t known = probe(*shard.tables.back(), hash, text)) return Symbol{known};
    const Slots* table = shard.tables.back().get();
    if (shard.used * 2 > table->mask) {
      grow(shard);
      table = shard.tables.back().get();
    }
    const uint32_t number = count.fetch_add(1, std::memory_order_relaxed) + 1;
    const Record* record = shard.keep(text, number);
    set_record(record);
    fill_slot(*table, hash, record);
    ++shard.used;
    return Symbol{number};
  }
};

SymbolTable::SymbolTable() : impl_(std::make_unique<Impl>()) {}
SymbolTable::~SymbolTable() = default;

Symbol SymbolTable::intern(std::string_view text) {
  if (text.empty()) return Symbol::kNone;
  const uint64_t hash = hash_text(text, impl_->seed);
  Shard& shard = impl_->shards[hash & (kShards - 1)];
  const Slots* table = shard.current.load(std::memory_order_acquire);
  if (const uint32_t known = Impl::probe(*table, hash, text)) return Symbol{known};
  return impl_->add(shard, hash, text);
}

Symbol SymbolTable::find(std::string_view text) const {
  if (text.empty()) return Symbol::kNone;
  const uint64_t hash = hash_text(text, impl_->seed);
  const Shard& shard = impl_->shards[hash & (kShards - 1)];
  return Symbol{Impl::probe(*shard.current.load(std::memory_order_acquire), hash, text)};
}

std::string_view SymbolTable::text(Symbol symbol) const {
  const uint32_t number = static_cast<uint32_t>(symbol);
  return number == 0 ? std::string_view() : impl_->record(number).text();
}

}  // namespace npuport
