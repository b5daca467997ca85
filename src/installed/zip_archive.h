// A ZIP archive that is read in place: its directory, and single entries as streams. Nothing is
// ever unpacked to disk. Format: PKWARE APPNOTE 6.3.10, with zip64; entries stored or deflated.
//
// An archive is refused as a whole when its directory does not hold together: more entries or bytes
// than the limits, entries that overlap, parts outside the file. An entry is refused, and listed,
// when it is encrypted, compressed in another way, has a name that leads elsewhere, or claims a
// size that its bytes cannot have.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "installed/byte_source.h"

namespace npuport {

struct ZipLimits {
  uint64_t entries = 100'000;
  uint64_t directory_bytes = 32ull << 20;
  // What the entries may unpack to in total: this, and so many times the archive's size. Entries
  // are admitted by name and the size that they claim; none unpacks to more than that.
  uint64_t unpacked_bytes = 512ull << 20;
  uint64_t unpacked_ratio = 12;
};

struct ZipEntry {
  std::string name;  // '/' between parts, relative, without ".."
  uint64_t header = 0;
  uint64_t packed = 0;  // bytes in the archive
  uint64_t size = 0;    // bytes unpacked, as the directory claims
  bool deflated = false;
  bool too_much = false;  // beyond the limit of the archive; open() refuses it
};

struct RefusedEntry {
  std::string name;  // bytes as in the archive
  std::string reason;
};

class ZipArchive {
 public:
  // The error has no path in front.
  static Result<std::shared_ptr<ZipArchive>> open(std::unique_ptr<ByteSource> source,
                                                  const ZipLimits& limits = {});

  const std::vector<ZipEntry>& entries() const { return entries_; }      // by name
  const std::vector<RefusedEntry>& refused() const { return refused_; }  // by name
  const ZipEntry* find(std::string_view name) const;

  // The unpacked bytes of an entry. Cheap to read forwards; a step far back unpacks again from the
  // start. The archive must outlive it; any number of threads may each read an entry of their own.
  Result<std::unique_ptr<ByteSource>> open(const ZipEntry& entry);

  // All of an entry of at most `limit` bytes.
  Result<std::string> read(const ZipEntry& entry, uint64_t limit);

 private:
  explicit ZipArchive(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {}

  std::unique_ptr<ByteSource> source_;
  std::vector<ZipEntry> entries_;
  std::vector<RefusedEntry> refused_;
};

}  // namespace npuport
