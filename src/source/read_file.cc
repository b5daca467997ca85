#include "source/read_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace npuport {
namespace {

Descriptor open_for_reading(int folder, const std::string& path) {
  constexpr int kFlags = O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY;
  return Descriptor(openat(folder, path.c_str(), kFlags));
}

bool same_state(const struct stat& a, const struct stat& b) {
  return a.st_size == b.st_size && a.st_mtim.tv_sec == b.st_mtim.tv_sec &&
         a.st_mtim.tv_nsec == b.st_mtim.tv_nsec;
}

void grow(FileBytes& bytes, size_t capacity) {
  auto larger = std::make_unique_for_overwrite<char[]>(capacity);
  std::memcpy(larger.get(), bytes.data.get(), bytes.size);
  bytes.data = std::move(larger);
}

// Reads to the end whatever the size was said to be: sizes in /proc are 0 and files grow. One spare
// byte makes a single read() show the end of an unchanged file.
void read_all(int fd, uint64_t expected, uint64_t limit, FileBytes& bytes) {
  size_t capacity = static_cast<size_t>(std::min(expected, limit)) + 1;
  bytes.data = std::make_unique_for_overwrite<char[]>(capacity);
  bytes.size = 0;
  while (true) {
    const ssize_t got = read(fd, bytes.data.get() + bytes.size, capacity - bytes.size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      bytes.error = "not readable: " + errno_text(errno);
      return;
    }
    bytes.size += static_cast<size_t>(got);
    if (bytes.size > limit) {
      bytes.too_large = true;
      return;
    }
    if (got == 0 || (bytes.size == expected && bytes.size < capacity)) return;
    if (bytes.size == capacity) {
      capacity = static_cast<size_t>(std::min<uint64_t>(capacity * 2 + 4096, limit + 1));
      grow(bytes, capacity);
    }
  }
}

}  // namespace

Descriptor::~Descriptor() {
  if (fd_ >= 0) close(fd_);
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

int Descriptor::release() { return std::exchange(fd_, -1); }

std::string errno_text(int error) {
  std::string text = std::generic_category().message(error);
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') {
    text[0] = static_cast<char>(text[0] + ('a' - 'A'));
  }
  return text;
}

std::string_view special_file_name(uint32_t mode) {
  if (S_ISFIFO(mode)) return "named pipe";
  if (S_ISSOCK(mode)) return "socket";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "device";
  if (S_ISLNK(mode)) return "symbolic link";
  if (S_ISDIR(mode)) return "folder";
  return "not a regular file";
}

bool has_shebang(int folder, const std::string& path) {
  const Descriptor file = open_for_reading(folder, path);
  char head[2];
  struct stat info;
  return file && fstat(file.get(), &info) == 0 && S_ISREG(info.st_mode) &&
         pread(file.get(), head, 2, 0) == 2 && head[0] == '#' && head[1] == '!';
}

FileBytes read_regular_file(int folder, const std::string& path, uint64_t limit) {
  FileBytes bytes;
  const Descriptor file = open_for_reading(folder, path);
  struct stat before;
  if (!file || fstat(file.get(), &before) != 0) {
    bytes.error = "not readable: " + errno_text(errno);
    return bytes;
  }
  if (!S_ISREG(before.st_mode)) {
    bytes.error = special_file_name(before.st_mode);
    return bytes;
  }
  for (int attempt = 0; attempt < 2; ++attempt) {
    read_all(file.get(), static_cast<uint64_t>(before.st_size), limit, bytes);
    struct stat after;
    if (!bytes.error.empty() || bytes.too_large || fstat(file.get(), &after) != 0) return bytes;
    bytes.changed = !same_state(before, after);
    if (!bytes.changed) return bytes;
    before = after;
    if (attempt == 0 && lseek(file.get(), 0, SEEK_SET) != 0) return bytes;
  }
  return bytes;
}

}  // namespace npuport
