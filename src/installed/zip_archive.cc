#include "installed/zip_archive.h"

#include <algorithm>
#include <utility>

#include "installed/inflated_bytes.h"
#include "installed/zip_directory.h"

namespace npuport {
namespace {

// A stored entry: a window onto the archive.
class StoredBytes : public ByteSource {
 public:
  StoredBytes(ByteSource& archive, uint64_t offset, uint64_t size)
      : archive_(archive), offset_(offset), size_(size) {}
  uint64_t size() const override { return size_; }
  bool read(uint64_t offset, std::span<char> out) override {
    if (offset > size_ || out.size() > size_ - offset) return false;
    return archive_.read(offset_ + offset, out);
  }

 private:
  ByteSource& archive_;
  uint64_t offset_;
  uint64_t size_;
};

}  // namespace

Result<std::shared_ptr<ZipArchive>> ZipArchive::open(std::unique_ptr<ByteSource> source,
                                                     const ZipLimits& limits) {
  Result<ZipDirectory> directory = read_zip_directory(*source, limits);
  if (!directory) return directory.error();
  std::shared_ptr<ZipArchive> archive(new ZipArchive(std::move(source)));
  archive->entries_ = std::move(directory.value().entries);
  uint64_t left = limits.unpacked_bytes +
                  std::min<uint64_t>(archive->source_->size(), 1ull << 40) * limits.unpacked_ratio;
  for (ZipEntry& entry : archive->entries_) {
    entry.too_much = entry.size > left;
    if (!entry.too_much) left -= entry.size;
  }
  archive->refused_ = std::move(directory.value().refused);
  return archive;
}

const ZipEntry* ZipArchive::find(std::string_view name) const {
  const auto found =
      std::lower_bound(entries_.begin(), entries_.end(), name,
                       [](const ZipEntry& entry, std::string_view n) { return entry.name < n; });
  return found != entries_.end() && found->name == name ? &*found : nullptr;
}

Result<std::unique_ptr<ByteSource>> ZipArchive::open(const ZipEntry& entry) {
  if (entry.too_much) return Error{"unpacks to more than the limit for its archive"};
  char head[kZipLocalHeaderBytes];
  if (!source_->read(entry.header, head) || zip_u32(head) != kZipLocalHeader) {
    return Error{"its header in the archive is damaged"};
  }
  std::string name(zip_u16(head + 26), '\0');
  if (name.size() != entry.name.size() || !source_->read(entry.header + sizeof head, name) ||
      name != entry.name) {
    return Error{"it has another name in the archive than in its directory"};
  }
  const uint64_t begin = entry.header + sizeof head + name.size() + zip_u16(head + 28);
  if (begin > source_->size() || entry.packed > source_->size() - begin) {
    return Error{"it reaches beyond the end of the archive"};
  }
  if (!entry.deflated) {
    return std::unique_ptr<ByteSource>(std::make_unique<StoredBytes>(*source_, begin, entry.size));
  }
  return std::unique_ptr<ByteSource>(std::make_unique<InflatedBytes>(
      *source_, InflatedBytes::Range{begin, entry.packed, entry.size}));
}

Result<std::string> ZipArchive::read(const ZipEntry& entry, uint64_t limit) {
  if (entry.size > limit) return Error{"larger than " + std::to_string(limit >> 20) + " MiB"};
  Result<std::unique_ptr<ByteSource>> source = open(entry);
  if (!source) return source.error();
  std::string bytes(entry.size, '\0');
  if (!source.value()->read(0, bytes)) {
    const std::string problem = source.value()->problem();
    return Error{problem.empty() ? "shorter than its directory claims" : problem};
  }
  return bytes;
}

}  // namespace npuport
