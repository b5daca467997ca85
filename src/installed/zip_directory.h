// The central directory of a ZIP archive, checked.
#pragma once

#include <vector>

#include "base/result.h"
#include "installed/zip_archive.h"

namespace npuport {

struct ZipDirectory {
  std::vector<ZipEntry> entries;      // by name
  std::vector<RefusedEntry> refused;  // by name
};

Result<ZipDirectory> read_zip_directory(ByteSource& source, const ZipLimits& limits);

// Little-endian numbers of the format; the caller has checked the bounds.
inline uint16_t zip_u16(const char* at) {
  const auto byte = [&](int i) { return static_cast<uint16_t>(static_cast<uint8_t>(at[i])); };
  return static_cast<uint16_t>(byte(0) | byte(1) << 8);
}
inline uint32_t zip_u32(const char* at) {
  return zip_u16(at) | static_cast<uint32_t>(zip_u16(at + 2)) << 16;
}
inline uint64_t zip_u64(const char* at) {
  return zip_u32(at) | static_cast<uint64_t>(zip_u32(at + 4)) << 32;
}

inline constexpr uint32_t kZipLocalHeader = 0x04034b50;
inline constexpr size_t kZipLocalHeaderBytes = 30;

}  // namespace npuport
