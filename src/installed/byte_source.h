// Bytes that can be read at any place: a file on disk, an entry of an archive, a text in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "source/read_file.h"

namespace npuport {

class ByteSource {
 public:
  ByteSource() = default;
  virtual ~ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  virtual uint64_t size() const = 0;

  // Fills all of `out` with the bytes from `offset` on. False when they are not all there.
  virtual bool read(uint64_t offset, std::span<char> out) = 0;

  // Why the last read failed, for people; "" when the bytes simply end before.
  virtual std::string problem() const { return {}; }
};

class MemoryBytes : public ByteSource {
 public:
  explicit MemoryBytes(std::string bytes) : bytes_(std::move(bytes)) {}
  uint64_t size() const override { return bytes_.size(); }
  bool read(uint64_t offset, std::span<char> out) override;

 private:
  std::string bytes_;
};

// An open regular file. Reading does not move a file position, so that threads may share it.
class DiskBytes : public ByteSource {
 public:
  DiskBytes(Descriptor file, uint64_t size) : file_(std::move(file)), size_(size) {}
  uint64_t size() const override { return size_; }
  bool read(uint64_t offset, std::span<char> out) override;

 private:
  Descriptor file_;
  uint64_t size_;
};

}  // namespace npuport
