#include "base/symbol.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstring>
#include <mutex>
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

struct Spelling {
  const char* data = nullptr;
  uint32_t size = 0;
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

// Open addressing. A slot holds the upper hash bits and the symbol number; 0 is free. Slots change
// once, from free to taken, so readers need no lock.
struct Slots {
  explicit Slots(uint32_t capacity)
      : mask(capacity - 1), slots(new std::atomic<uint64_t>[capacity]()) {}
  const uint32_t mask;
  const std::unique_ptr<std::atomic<uint64_t>[]> slots;
};

struct alignas(64) Shard {
  std::atomic<const Slots*> current{nullptr};
  std::mutex mutex;                            // guards everything below, and changes of `current`
  std::vector<std::unique_ptr<Slots>> tables;  // outgrown ones stay for readers that still use them
  uint32_t used = 0;
  std::vector<std::unique_ptr<char[]>> blocks;
  char* free = nullptr;
  size_t free_bytes = 0;

  const char* keep(std::string_view text) {
    if (text.size() > free_bytes) {
      const size_t bytes = std::max(text.size(), kArenaBlock);
      blocks.push_back(std::make_unique_for_overwrite<char[]>(bytes));
      if (text.size() > kArenaBlock / 4) {  // a block of its own; the open one stays open
        std::memcpy(blocks.back().get(), text.data(), text.size());
        return blocks.back().get();
      }
      free = blocks.back().get();
      free_bytes = bytes;
    }
    char* place = free;
    std::memcpy(place, text.data(), text.size());
    free += text.size();
    free_bytes -= text.size();
    return place;
  }
};

}  // namespace

struct SymbolTable::Impl {
  std::array<Shard, kShards> shards;
  std::array<std::atomic<Spelling*>, kSegments> segments{};  // segment k > 0 holds 2^(11+k)
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
    uint32_t index;
  };
  static Place place_of(uint32_t number) {
    const uint32_t width = static_cast<uint32_t>(std::bit_width(number >> kFirstSegmentBits));
    const uint32_t base = width == 0 ? 0 : 1u << (kFirstSegmentBits + width - 1);
    return {width, number - base};
  }

  std::string_view spelling(uint32_t number) const {
    const Place place = place_of(number);
    const Spelling& s = segments[place.segment].load(std::memory_order_acquire)[place.index];
    return {s.data, s.size};
  }

  void set_spelling(uint32_t number, const char* data, uint32_t size) {
    const Place place = place_of(number);
    Spelling* segment = segments[place.segment].load(std::memory_order_acquire);
    if (segment == nullptr) {
      const std::lock_guard lock(segment_mutex);
      segment = segments[place.segment].load(std::memory_order_acquire);
      if (segment == nullptr) {
        const uint32_t entries = 1u
                                 << (kFirstSegmentBits + (place.segment ? place.segment - 1 : 0));
        segment = new Spelling[entries];
        segments[place.segment].store(segment, std::memory_order_release);
      }
    }
    segment[place.index] = {data, size};
  }

  // The symbol number of `text`, or 0.
  uint32_t probe(const Slots& table, uint64_t hash, std::string_view text) const {
    const uint64_t tag = hash >> 32;
    for (uint32_t i = static_cast<uint32_t>(hash) >> kShardBits;; ++i) {
      const uint64_t slot = table.slots[i & table.mask].load(std::memory_order_acquire);
      if (slot == 0) return 0;
      if (slot >> 32 != tag) continue;
      const uint32_t number = static_cast<uint32_t>(slot);
      const std::string_view known = spelling(number);
      if (known.size() == text.size() && std::memcmp(known.data(), text.data(), text.size()) == 0) {
        return number;
      }
    }
  }

  static void place_slot(const Slots& table, uint64_t hash, uint64_t slot) {
    uint32_t i = static_cast<uint32_t>(hash) >> kShardBits;
    while (table.slots[i & table.mask].load(std::memory_order_relaxed) != 0) ++i;
    table.slots[i & table.mask].store(slot, std::memory_order_release);
  }

  // Called with the shard locked.
  void grow(Shard& shard) {
    const Slots& old = *shard.tables.back();
    auto bigger = std::make_unique<Slots>((old.mask + 1) * 2);
    for (uint32_t i = 0; i <= old.mask; ++i) {
      const uint64_t slot = old.slots[i].load(std::memory_order_relaxed);
      if (slot == 0) continue;
      place_slot(*bigger, hash_text(spelling(static_cast<uint32_t>(slot)), seed), slot);
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
    set_spelling(number, shard.keep(text), static_cast<uint32_t>(text.size()));
    place_slot(*table, hash, (hash >> 32) << 32 | number);
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
  if (const uint32_t known = impl_->probe(*table, hash, text)) return Symbol{known};
  return impl_->add(shard, hash, text);
}

Symbol SymbolTable::find(std::string_view text) const {
  if (text.empty()) return Symbol::kNone;
  const uint64_t hash = hash_text(text, impl_->seed);
  const Shard& shard = impl_->shards[hash & (kShards - 1)];
  return Symbol{impl_->probe(*shard.current.load(std::memory_order_acquire), hash, text)};
}

std::string_view SymbolTable::text(Symbol symbol) const {
  const uint32_t number = static_cast<uint32_t>(symbol);
  return number == 0 ? std::string_view() : impl_->spelling(number);
}

}  // namespace npuport
