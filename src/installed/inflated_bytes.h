// A deflated stretch of a file, unpacked as far as it is read.
//
// Keeps the beginning and a window behind the place reached. A reader of ELF files asks for the
// beginning, then for ever later places, then for what lies just before: one pass over the stream.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "installed/byte_source.h"

namespace npuport {

class InflatedBytes : public ByteSource {
 public:
  struct Range {
    uint64_t begin = 0;   // in the file
    uint64_t packed = 0;  // bytes there
    uint64_t size = 0;    // bytes unpacked
  };
  InflatedBytes(ByteSource& file, Range range);
  ~InflatedBytes() override;

  uint64_t size() const override { return range_.size; }
  bool read(uint64_t offset, std::span<char> out) override;
  std::string problem() const override { return problem_; }

 private:
  struct Stream;

  bool restart();
  bool advance();
  bool fill_input();
  void keep(const char* data, size_t bytes);
  // Copies what is at hand from `offset` on; the number of bytes, 0 when none is.
  size_t copy(uint64_t offset, std::span<char> out) const;
  bool fail(std::string problem);

  ByteSource& file_;
  Range range_;
  std::unique_ptr<Stream> stream_;
  uint64_t consumed_ = 0;  // packed bytes handed to the stream
  uint64_t produced_ = 0;  // unpacked bytes so far
  int passes_ = 0;
  std::string head_;    // the first bytes of the entry
  std::string window_;  // the last bytes up to produced_
  std::string problem_;
};

}  // namespace npuport
