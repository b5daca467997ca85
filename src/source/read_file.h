// Reads regular files, and nothing else.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace npuport {

// An open file descriptor, closed at the end of its life.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;

  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  int release();

 private:
  int fd_;
};

struct FileBytes {
  std::unique_ptr<char[]> data;
  size_t size = 0;
  bool changed = false;    // it changed while it was read, twice in a row
  bool too_large = false;  // more than `limit` bytes
  std::string error;       // why it was not read; empty when it was

  std::string_view view() const { return {data.get(), size}; }
};

// Opens `path` below `folder` without following a link in its last part and without ever blocking
// (a pipe, socket or device is an error), and reads at most `limit` bytes. A file that changes
// meanwhile is read once more.
FileBytes read_regular_file(int folder, const std::string& path, uint64_t limit);

// Does the file begin with "#!"? False as well when it cannot be read.
bool has_shebang(int folder, const std::string& path);

// "permission denied" and the like, for reasons.
std::string errno_text(int error);

// What a non-regular file is, from st_mode, for reasons.
std::string_view special_file_name(uint32_t mode);

}  // namespace npuport
