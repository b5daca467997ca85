#include "installed/zip_directory.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace npuport {
namespace {

constexpr uint32_t kEntryHeader = 0x02014b50;
constexpr uint32_t kEnd = 0x06054b50;
constexpr uint32_t kEnd64 = 0x06064b50;
constexpr uint32_t kLocator64 = 0x07064b50;
constexpr size_t kEntryHeaderBytes = 46;
constexpr size_t kEndBytes = 22;
constexpr size_t kEnd64Bytes = 56;
constexpr size_t kLocator64Bytes = 20;
constexpr size_t kMaxCommentBytes = 0xFFFF;
constexpr uint16_t kEncrypted = 1;
constexpr uint16_t kStored = 0;
constexpr uint16_t kDeflated = 8;
// No deflate stream expands further: 258 bytes take at least two bits.
constexpr uint64_t kMaxRatio = 1032;
constexpr uint64_t kMaxSize = 1ull << 40;

Error damaged(std::string_view what) {
  return Error{"not a sound zip archive: " + std::string(what)};
}

// Where the directory lies.
struct Place {
  uint64_t offset = 0;
  uint64_t bytes = 0;
  uint64_t entries = 0;
  uint64_t end = 0;  // nothing of the directory or the entries lies behind
};

std::optional<Place> read_end64(ByteSource& source, uint64_t end) {
  char locator[kLocator64Bytes];
  char record[kEnd64Bytes];
  if (end < kLocator64Bytes || !source.read(end - kLocator64Bytes, locator)) return std::nullopt;
  if (zip_u32(locator) != kLocator64) return std::nullopt;
  const uint64_t at = zip_u64(locator + 8);
  if (at > end - kLocator64Bytes || !source.read(at, record)) return std::nullopt;
  if (zip_u32(record) != kEnd64) return std::nullopt;
  return Place{zip_u64(record + 48), zip_u64(record + 40), zip_u64(record + 32), at};
}

Result<Place> find_directory(ByteSource& source) {
  const uint64_t size = source.size();
  if (size < kEndBytes) return damaged("too short");
  std::string tail(std::min<uint64_t>(size, kEndBytes + kMaxCommentBytes), '\0');
  if (!source.read(size - tail.size(), tail)) return damaged("cannot be read");
  for (size_t at = tail.size() - kEndBytes + 1; at-- > 0;) {
    if (zip_u32(tail.data() + at) != kEnd) continue;
    const char* record = tail.data() + at;
    if (at + kEndBytes + zip_u16(record + 20) > tail.size()) continue;
    const uint64_t end = size - tail.size() + at;
    Place place{zip_u32(record + 16), zip_u32(record + 12), zip_u16(record + 10), end};
    const bool large =
        place.offset == 0xFFFFFFFF || place.bytes == 0xFFFFFFFF || place.entries == 0xFFFF;
    if (const std::optional<Place> place64 = read_end64(source, end)) {
      place = *place64;
    } else if (large && place.entries != 0xFFFF) {
      return damaged("its zip64 record is missing");
    }
    if (place.offset > place.end || place.bytes > place.end - place.offset) {
      return damaged("its directory lies outside the file");
    }
    return place;
  }
  return damaged("no end of the directory");
}

// "" when the name is one that a tool may write below a folder.
std::string_view name_problem(std::string_view name) {
  if (name.empty()) return "no name";
  if (name.find('\0') != std::string_view::npos) return "a NUL in its name";
  if (name[0] == '/' || name.find('\\') != std::string_view::npos ||
      (name.size() > 1 && name[1] == ':')) {
    return "its name is no relative path";
  }
  while (!name.empty()) {
    const std::string_view part = name.substr(0, name.find('/'));
    if (part == "..") return "its name leads out of the archive";
    name.remove_prefix(std::min(name.size(), part.size() + 1));
  }
  return {};
}

// Sizes and offset of 0xFFFFFFFF stand in the zip64 extra field, in this order.
bool read_extra64(std::string_view extra, uint64_t& size, uint64_t& packed, uint64_t& header) {
  while (extra.size() >= 4) {
    const size_t bytes = zip_u16(extra.data() + 2);
    if (bytes > extra.size() - 4) return false;
    if (zip_u16(extra.data()) == 1) {
      std::string_view field = extra.substr(4, bytes);
      for (uint64_t* value : {&size, &packed, &header}) {
        if (*value != 0xFFFFFFFF) continue;
        if (field.size() < 8) return false;
        *value = zip_u64(field.data());
        field.remove_prefix(8);
      }
      return true;
    }
    extra.remove_prefix(4 + bytes);
  }
  return false;
}

// Two entries that share bytes are how a small archive unpacks to an endless one.
bool overlap(std::vector<std::pair<uint64_t, uint64_t>>& ranges, uint64_t end) {
  std::sort(ranges.begin(), ranges.end());
  for (size_t i = 0; i < ranges.size(); ++i) {
    const uint64_t next = i + 1 < ranges.size() ? ranges[i + 1].first : end;
    if (ranges[i].second > next) return true;
  }
  return false;
}

template <typename Named>
void sort_by_name(std::vector<Named>& list) {
  std::stable_sort(list.begin(), list.end(),
                   [](const Named& a, const Named& b) { return a.name < b.name; });
}

}  // namespace

Result<ZipDirectory> read_zip_directory(ByteSource& source, const ZipLimits& limits) {
  const Result<Place> found = find_directory(source);
  if (!found) return found.error();
  const Place& place = found.value();
  if (place.entries > limits.entries) {
    return Error{"has " + std::to_string(place.entries) + " entries; at most " +
                 std::to_string(limits.entries) + " are read"};
  }
  if (place.bytes > limits.directory_bytes) return Error{"its directory is too large"};
  std::string bytes(place.bytes, '\0');
  if (!source.read(place.offset, bytes)) return damaged("its directory cannot be read");

  ZipDirectory directory;
  std::vector<std::pair<uint64_t, uint64_t>> ranges;
  std::string_view rest = bytes;
  for (uint64_t i = 0; i < place.entries; ++i) {
    if (rest.size() < kEntryHeaderBytes || zip_u32(rest.data()) != kEntryHeader) {
      return damaged("its directory ends early");
    }
    const char* head = rest.data();
    const size_t name_bytes = zip_u16(head + 28);
    const size_t extra_bytes = zip_u16(head + 30);
    const size_t all = kEntryHeaderBytes + name_bytes + extra_bytes + zip_u16(head + 32);
    if (rest.size() < all) return damaged("its directory ends early");
    const std::string_view name = rest.substr(kEntryHeaderBytes, name_bytes);
    const std::string_view extra = rest.substr(kEntryHeaderBytes + name_bytes, extra_bytes);
    ZipEntry entry;
    entry.name = name;
    entry.packed = zip_u32(head + 20);
    entry.size = zip_u32(head + 24);
    entry.header = zip_u32(head + 42);
    const uint16_t flags = zip_u16(head + 8);
    const uint16_t method = zip_u16(head + 10);
    rest.remove_prefix(all);
    const bool large =
        entry.size == 0xFFFFFFFF || entry.packed == 0xFFFFFFFF || entry.header == 0xFFFFFFFF;
    if (large && !read_extra64(extra, entry.size, entry.packed, entry.header)) {
      return damaged("an entry without its zip64 sizes");
    }
    if (entry.packed > place.offset || entry.header > place.offset) {
      return damaged("an entry outside the file");
    }
    ranges.emplace_back(entry.header,
                        entry.header + kZipLocalHeaderBytes + name_bytes + entry.packed);
    entry.deflated = method == kDeflated;
    const auto refuse = [&](std::string_view reason) {
      directory.refused.push_back({std::string(name), std::string(reason)});
    };
    if (const std::string_view problem = name_problem(name); !problem.empty()) {
      refuse(problem);
    } else if ((flags & kEncrypted) != 0) {
      refuse("encrypted");
    } else if (method != kStored && method != kDeflated) {
      refuse("compression method " + std::to_string(method) + " is not read");
    } else if (entry.size > kMaxSize || (!entry.deflated && entry.size != entry.packed) ||
               (entry.deflated && entry.size / kMaxRatio > entry.packed)) {
      refuse("claims a size that its bytes cannot have");
    } else if (!name.ends_with('/')) {
      directory.entries.push_back(std::move(entry));
    }
  }
  if (overlap(ranges, place.offset)) return damaged("entries overlap");
  sort_by_name(directory.entries);
  sort_by_name(directory.refused);
  const auto same = [](const ZipEntry& a, const ZipEntry& b) { return a.name == b.name; };
  const auto twice = std::adjacent_find(directory.entries.begin(), directory.entries.end(), same);
  if (twice != directory.entries.end()) return damaged("two entries are named " + twice->name);
  return directory;
}

}  // namespace npuport
