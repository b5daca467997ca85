#include "source/git_index.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace npuport {
namespace {

// Checked reads: every function returns nothing once the bytes run out.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  size_t at() const { return at_; }

  std::optional<uint32_t> big_endian(size_t width) {
    if (bytes_.size() - at_ < width) return std::nullopt;
    uint32_t value = 0;
    for (size_t i = 0; i < width; ++i) value = value << 8 | static_cast<uint8_t>(bytes_[at_++]);
    return value;
  }

  bool skip(size_t count) {
    if (bytes_.size() - at_ < count) return false;
    at_ += count;
    return true;
  }

  std::optional<std::string_view> until_nul() {
    const size_t end = bytes_.find('\0', at_);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view text = bytes_.substr(at_, end - at_);
    at_ = end + 1;
    return text;
  }

  // The offset encoding of pack files, which version 4 uses for the length of the dropped suffix.
  std::optional<size_t> variable_width() {
    size_t value = 0;
    for (int bytes = 0; bytes < 5; ++bytes) {
      const auto byte = big_endian(1);
      if (!byte) return std::nullopt;
      value = (bytes == 0 ? 0 : (value + 1) << 7) + (*byte & 0x7F);
      if ((*byte & 0x80) == 0) return value;
    }
    return std::nullopt;
  }

 private:
  std::string_view bytes_;
  size_t at_ = 0;
};

constexpr size_t kStatBytes = 40;    // times, device, inode, mode, owner, size
constexpr size_t kObjectBytes = 20;  // SHA-1
constexpr uint32_t kExtendedFlag = 0x4000;

// The name of the next entry; `last` is the one before.
std::optional<std::string> read_name(Reader& reader, uint32_t version, const std::string& last) {
  const size_t begin = reader.at();
  if (!reader.skip(kStatBytes + kObjectBytes)) return std::nullopt;
  const auto flags = reader.big_endian(2);
  if (!flags) return std::nullopt;
  if (version >= 3 && (*flags & kExtendedFlag) != 0 && !reader.skip(2)) return std::nullopt;
  if (version == 4) {
    const auto dropped = reader.variable_width();
    const auto suffix = reader.until_nul();
    if (!dropped || !suffix || *dropped > last.size()) return std::nullopt;
    return last.substr(0, last.size() - *dropped).append(*suffix);
  }
  const auto name = reader.until_nul();
  if (!name) return std::nullopt;
  const size_t used = reader.at() - begin;  // one NUL is read; entries are padded to 8 bytes
  if (!reader.skip((8 - used % 8) % 8)) return std::nullopt;
  return std::string(*name);
}

}  // namespace

GitIndex GitIndex::parse(std::string_view bytes) {
  Reader reader(bytes);
  const bool is_index = bytes.starts_with("DIRC") && reader.skip(4);
  const auto version = reader.big_endian(4);
  const auto count = reader.big_endian(4);
  if (!is_index || !version || !count || *version < 2 || *version > 4) return {};
  GitIndex index;
  std::string last;
  for (uint32_t i = 0; i < *count; ++i) {
    auto name = read_name(reader, *version, last);
    if (!name || name->empty() || *name < last) return {};  // names ascend: this is another format
    last = *name;
    index.paths_.push_back(std::move(*name));
  }
  return index;
}

bool GitIndex::tracks(std::string_view path) const {
  return std::binary_search(paths_.begin(), paths_.end(), path);
}

bool GitIndex::tracks_below(std::string_view folder) const {
  const std::string prefix = std::string(folder) + '/';
  const auto at = std::lower_bound(paths_.begin(), paths_.end(), prefix);
  return at != paths_.end() && at->starts_with(prefix);
}

}  // namespace npuport
