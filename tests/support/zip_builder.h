// ZIP archives made entry by entry, sound or damaged, for tests.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace npuport::testing {

class ZipBuilder {
 public:
  struct Entry {
    std::string name;
    std::string packed;
    uint64_t size = 0;  // as the directory claims
    uint16_t method = 8;
    uint16_t flags = 0;
    uint64_t header = UINT64_MAX;  // set to lie about its place
    std::string local_name;        // "" = the same
  };

  ZipBuilder& add(const std::string& name, const std::string& bytes, bool deflated = true) {
    entries_.push_back({name, deflated ? deflate_raw(bytes) : bytes, bytes.size(),
                        static_cast<uint16_t>(deflated ? 8 : 0)});
    return *this;
  }
  Entry& last() { return entries_.back(); }
  bool zip64 = false;
  uint64_t claimed_entries = UINT64_MAX;
  std::string comment;

  std::string build() const {
    std::string file;
    std::string directory;
    for (const Entry& e : entries_) {
      const uint64_t at = e.header == UINT64_MAX ? file.size() : e.header;
      const std::string& name = e.local_name.empty() ? e.name : e.local_name;
      file += u32(0x04034b50) + u16(20) + u16(e.flags) + u16(e.method) + u32(0) + u32(0) +
              u32(e.packed.size()) + u32(e.size) + u16(name.size()) + u16(0) + name + e.packed;
      std::string extra;
      if (zip64) extra = u16(1) + u16(24) + u64(e.size) + u64(e.packed.size()) + u64(at);
      const uint64_t none = 0xFFFFFFFF;
      directory += u32(0x02014b50) + u16(45) + u16(45) + u16(e.flags) + u16(e.method) + u32(0) +
                   u32(0) + u32(zip64 ? none : e.packed.size()) + u32(zip64 ? none : e.size) +
                   u16(e.name.size()) + u16(extra.size()) + u16(0) + u16(0) + u16(0) + u32(0) +
                   u32(zip64 ? none : at) + e.name + extra;
    }
    const uint64_t begin = file.size();
    const uint64_t count = claimed_entries == UINT64_MAX ? entries_.size() : claimed_entries;
    file += directory;
    if (zip64) {
      const uint64_t record = file.size();
      file += u32(0x06064b50) + u64(44) + u16(45) + u16(45) + u32(0) + u32(0) + u64(count) +
              u64(count) + u64(directory.size()) + u64(begin);
      file += u32(0x07064b50) + u32(0) + u64(record) + u32(1);
    }
    file += u32(0x06054b50) + u16(0) + u16(0) + u16(zip64 ? 0xFFFF : count) +
            u16(zip64 ? 0xFFFF : count) + u32(zip64 ? 0xFFFFFFFF : directory.size()) +
            u32(zip64 ? 0xFFFFFFFF : begin) + u16(comment.size()) + comment;
    return file;
  }

  static std::string deflate_raw(const std::string& bytes) {
    z_stream z{};
    if (deflateInit2(&z, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::runtime_error("deflateInit2");
    }
    std::string out(deflateBound(&z, bytes.size()), '\0');
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    z.avail_in = static_cast<uInt>(bytes.size());
    z.next_out = reinterpret_cast<Bytef*>(out.data());
    z.avail_out = static_cast<uInt>(out.size());
    deflate(&z, Z_FINISH);
    out.resize(z.total_out);
    deflateEnd(&z);
    return out;
  }

 private:
  static std::string number(uint64_t value, size_t bytes) {
    std::string out;
    for (size_t i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
    return out;
  }
  static std::string u16(uint64_t value) { return number(value, 2); }
  static std::string u32(uint64_t value) { return number(value, 4); }
  static std::string u64(uint64_t value) { return number(value, 8); }

  std::vector<Entry> entries_;
};

}  // namespace npuport::testing
