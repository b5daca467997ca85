#include "installed/byte_source.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace npuport {

bool MemoryBytes::read(uint64_t offset, std::span<char> out) {
  if (offset > bytes_.size() || out.size() > bytes_.size() - offset) return false;
  if (!out.empty()) std::memcpy(out.data(), bytes_.data() + offset, out.size());
  return true;
}

bool DiskBytes::read(uint64_t offset, std::span<char> out) {
  if (offset > size_ || out.size() > size_ - offset) return false;
  while (!out.empty()) {
    const ssize_t got = pread(file_.get(), out.data(), out.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    out = out.subspan(static_cast<size_t>(got));
    offset += static_cast<uint64_t>(got);
  }
  return true;
}

}  // namespace npuport
