// A hash map that many threads fill and read at once, for what is computed once and then asked for
// often: entries are never changed or taken out.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>
#include <vector>

namespace npuport {

// Keys are any 64-bit numbers but the largest. Reading takes no lock; inserting locks one shard.
template <typename Value>
class GrowOnlyMap {
  static_assert(std::is_trivially_copyable_v<Value>);

 public:
  GrowOnlyMap() {
    for (Shard& shard : *shards_) shard.add_table(kFirstCapacity);
  }

  std::optional<Value> find(uint64_t key) const {
    const uint64_t hash = mix(key);
    const Shard& shard = (*shards_)[hash >> (64 - kShardBits)];
    const Slot* slot = probe(*shard.current.load(std::memory_order_acquire), hash, key + 1);
    return slot == nullptr ? std::nullopt : std::optional<Value>(slot->value);
  }

  // The value that is now kept for the key: `make()`'s, unless another thread was first. `make`
  // runs with the shard locked and must not use the map.
  template <typename Make>
  Value insert_with(uint64_t key, Make make) {
    const uint64_t hash = mix(key);
    Shard& shard = (*shards_)[hash >> (64 - kShardBits)];
    const std::lock_guard lock(shard.mutex);
    if (const Slot* known = probe(*shard.tables.back(), hash, key + 1)) return known->value;
    if (shard.used * 2 > shard.tables.back()->mask) shard.grow();
    const Value value = make();
    place(*shard.tables.back(), hash, key + 1, value);
    ++shard.used;
    return value;
  }
  Value insert(uint64_t key, const Value& value) {
    return insert_with(key, [&] { return value; });
  }

 private:
  static constexpr uint32_t kShardBits = 5;
  static constexpr uint32_t kFirstCapacity = 64;

  // Taken once: the value is written before the key is published. The key is kept plus one, 0 =
  // free.
  struct Slot {
    std::atomic<uint64_t> key{0};
    Value value{};
  };
  struct Table {
    explicit Table(uint32_t capacity) : mask(capacity - 1), slots(new Slot[capacity]) {}
    const uint32_t mask;
    const std::unique_ptr<Slot[]> slots;
  };

  static uint64_t mix(uint64_t key) {
    key *= 0x9e3779b97f4a7c15ull;
    return (key ^ (key >> 32)) * 0xd6e8feb86659fd93ull;
  }
  static const Slot* probe(const Table& table, uint64_t hash, uint64_t stored) {
    for (uint64_t i = hash;; ++i) {
      const Slot& slot = table.slots[i & table.mask];
      const uint64_t key = slot.key.load(std::memory_order_acquire);
      if (key == 0) return nullptr;
      if (key == stored) return &slot;
    }
  }
  static void place(Table& table, uint64_t hash, uint64_t stored, const Value& value) {
    uint64_t i = hash;
    while (table.slots[i & table.mask].key.load(std::memory_order_relaxed) != 0) ++i;
    Slot& slot = table.slots[i & table.mask];
    slot.value = value;
    slot.key.store(stored, std::memory_order_release);
  }

  struct alignas(64) Shard {
    std::atomic<const Table*> current{nullptr};
    std::mutex mutex;                            // guards what follows, and changes of `current`
    std::vector<std::unique_ptr<Table>> tables;  // outgrown ones stay for readers still in them
    uint32_t used = 0;

    void add_table(uint32_t capacity) {
      tables.push_back(std::make_unique<Table>(capacity));
      current.store(tables.back().get(), std::memory_order_release);
    }
    void grow() {
      const Table& old = *tables.back();
      auto bigger = std::make_unique<Table>((old.mask + 1) * 2);
      for (uint32_t i = 0; i <= old.mask; ++i) {
        const uint64_t stored = old.slots[i].key.load(std::memory_order_relaxed);
        if (stored != 0) place(*bigger, mix(stored - 1), stored, old.slots[i].value);
      }
      tables.push_back(std::move(bigger));
      current.store(tables.back().get(), std::memory_order_release);
    }
  };

  std::unique_ptr<std::array<Shard, 1u << kShardBits>> shards_ =
      std::make_unique<std::array<Shard, 1u << kShardBits>>();
};

}  // namespace npuport
