#include "installed/elf.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

namespace npuport {
namespace {

constexpr std::string_view kMagic =
    "\x7f"
    "ELF";
constexpr uint32_t kMaxSegments = 1024;
constexpr uint64_t kMaxSections = 65'536;
constexpr uint64_t kMaxDynamicBytes = 1 << 20;
constexpr uint64_t kMaxNameBytes = 4096;
constexpr uint64_t kMaxStringBytes = 4 << 20;
constexpr size_t kMaxNeeded = 1024;

constexpr uint32_t kLoad = 1;     // PT_LOAD
constexpr uint32_t kDynamic = 2;  // PT_DYNAMIC
constexpr uint32_t kWritable = 2;
constexpr uint64_t kDtNeeded = 1;
constexpr uint64_t kDtStrtab = 5;
constexpr uint64_t kDtStrsz = 10;
constexpr uint64_t kDtSoname = 14;
constexpr uint64_t kStringIndexElsewhere = 0xFFFF;  // SHN_XINDEX

constexpr uint16_t kX86_64 = 62;
constexpr uint16_t kAarch64 = 183;

// Places of the fields that are read, for one width.
struct Layout {
  size_t header, program, section, dynamic;  // sizes of the records
  size_t phoff, shoff, phentsize, phnum, shentsize, shnum, shstrndx;
  size_t p_flags, p_offset, p_vaddr, p_filesz;
  size_t sh_offset, sh_size, sh_link;
};
constexpr Layout k32 = {52, 32, 40, 8, 28, 32, 42, 44, 46, 48, 50, 24, 4, 8, 16, 16, 20, 24};
constexpr Layout k64 = {64, 56, 64, 16, 32, 40, 54, 56, 58, 60, 62, 4, 8, 16, 32, 24, 32, 40};

class Reader {
 public:
  explicit Reader(ByteSource& source) : source_(source) {}

  Result<ElfFile> run() {
    std::array<char, 64> head{};
    if (!source_.read(0, std::span(head).first(16))) return broken("shorter than an ELF header");
    if (std::string_view(head.data(), 4) != kMagic) return Error{"no ELF file"};
    wide_ = head[4] == 2;
    if (!wide_ && head[4] != 1) return Error{"an ELF file of unknown width"};
    big_endian_ = head[5] == 2;
    if (!big_endian_ && head[5] != 1) return Error{"an ELF file of unknown byte order"};
    layout_ = wide_ ? &k64 : &k32;
    if (!source_.read(0, std::span(head).first(layout_->header))) {
      return broken("shorter than an ELF header");
    }
    header_ = head.data();
    file_.machine = u16(header_ + 18);
    if (!read_segments()) return broken("its program headers are not in the file");
    const bool dynamic = read_dynamic();
    if (!dynamic) note("its dynamic table is damaged");
    // Last, because the strings lie near the start, which is cheap to go back to, or behind the
    // section headers, where patchelf moves them.
    if (!read_sections()) note("its section headers are damaged");
    if (dynamic && !read_dynamic_strings()) note("its dynamic table is damaged");
    return std::move(file_);
  }

 private:
  Error broken(const char* what) const {
    const std::string problem = source_.problem();
    return Error{problem.empty() ? what : problem};
  }

  void note(const char* what) {
    const std::string problem = source_.problem();
    if (!file_.damage.empty()) file_.damage += "; ";
    file_.damage += problem.empty() ? what : problem;
  }

  bool read_segments() {
    const uint64_t offset = word(header_ + layout_->phoff);
    const uint32_t count = u16(header_ + layout_->phnum);
    if (count == 0) return true;
    if (count > kMaxSegments || u16(header_ + layout_->phentsize) != layout_->program) return false;
    std::string table(count * layout_->program, '\0');
    if (!source_.read(offset, table)) return false;
    for (uint32_t i = 0; i < count; ++i) {
      const char* at = table.data() + i * layout_->program;
      const uint32_t type = u32(at);
      if (type != kLoad && type != kDynamic) continue;
      const ElfSegment segment{word(at + layout_->p_offset), word(at + layout_->p_filesz),
                               word(at + layout_->p_vaddr),
                               (u32(at + layout_->p_flags) & kWritable) != 0};
      if (type == kLoad) file_.segments.push_back(segment);
      if (type == kDynamic && !dynamic_) dynamic_ = segment;
    }
    return true;
  }

  // The place in the file of an address in memory.
  std::optional<uint64_t> file_offset(uint64_t address) const {
    for (const ElfSegment& s : file_.segments) {
      if (address >= s.address && address - s.address < s.bytes) {
        return s.offset + (address - s.address);
      }
    }
    return std::nullopt;
  }

  bool read_dynamic() {
    if (!dynamic_) return true;
    std::string table(std::min(dynamic_->bytes, kMaxDynamicBytes), '\0');
    if (!source_.read(dynamic_->offset, table)) return false;
    uint64_t strings = 0;
    const size_t half = layout_->dynamic / 2;
    for (size_t at = 0; at + layout_->dynamic <= table.size(); at += layout_->dynamic) {
      const uint64_t tag = word(table.data() + at);
      const uint64_t value = word(table.data() + at + half);
      if (tag == 0) break;
      if (tag == kDtNeeded && needed_.size() < kMaxNeeded) needed_.push_back(value);
      if (tag == kDtSoname) soname_ = value;
      if (tag == kDtStrtab) strings = value;
      if (tag == kDtStrsz) string_bytes_ = value;
    }
    if (needed_.empty() && !soname_) return true;
    const std::optional<uint64_t> begin = file_offset(strings);
    if (begin) strings_ = *begin;
    return begin.has_value();
  }

  bool read_dynamic_strings() {
    bool sound = true;
    const auto string = [&](uint64_t offset) {
      std::string name;
      if (offset >= string_bytes_ ||
          !read_string(strings_ + offset, string_bytes_ - offset, name)) {
        sound = false;
      }
      return name;
    };
    for (const uint64_t offset : needed_) {
      std::string name = string(offset);
      if (!name.empty()) file_.needed.push_back(std::move(name));
    }
    if (soname_) file_.soname = string(*soname_);
    return sound;
  }

  // The bytes up to the NUL, which must come within `limit` bytes.
  bool read_string(uint64_t offset, uint64_t limit, std::string& out) {
    if (offset > source_.size()) return false;
    limit = std::min({limit, kMaxNameBytes, source_.size() - offset});
    char piece[64];
    for (uint64_t done = 0; done < limit;) {
      const size_t n = std::min<uint64_t>(sizeof piece, limit - done);
      if (!source_.read(offset + done, std::span(piece).first(n))) return false;
      const std::string_view read(piece, n);
      const size_t end = read.find('\0');
      out += read.substr(0, end);
      if (end != std::string_view::npos) return true;
      done += n;
    }
    return false;
  }

  bool read_sections() {
    const uint64_t offset = word(header_ + layout_->shoff);
    if (offset == 0) return true;
    if (u16(header_ + layout_->shentsize) != layout_->section) return false;
    uint64_t count = u16(header_ + layout_->shnum);
    uint64_t names = u16(header_ + layout_->shstrndx);
    if (count == 0 || names == kStringIndexElsewhere) {
      // More than fit into the header: the first, empty section holds them.
      std::string first(layout_->section, '\0');
      if (!source_.read(offset, first)) return false;
      if (count == 0) count = word(first.data() + layout_->sh_size);
      if (names == kStringIndexElsewhere) names = u32(first.data() + layout_->sh_link);
    }
    if (count == 0) return true;
    if (count > kMaxSections || names >= count) return false;
    std::string table(count * layout_->section, '\0');
    if (!source_.read(offset, table)) return false;
    const char* name_section = table.data() + names * layout_->section;
    const uint64_t name_offset = word(name_section + layout_->sh_offset);
    const uint64_t name_bytes = word(name_section + layout_->sh_size);
    if (name_bytes > kMaxStringBytes) return false;
    std::string all_names(name_bytes, '\0');
    if (!source_.read(name_offset, all_names)) return false;
    uint64_t budget = kMaxStringBytes;  // names may share their bytes
    for (uint64_t i = 0; i < count; ++i) {
      const char* at = table.data() + i * layout_->section;
      const uint32_t name = u32(at);
      if (name >= all_names.size()) continue;
      const std::string_view piece = std::string_view(all_names).substr(name, kMaxNameBytes);
      const std::string_view text = piece.substr(0, piece.find('\0'));
      if (text.empty() || text.size() == kMaxNameBytes || text.size() > budget) continue;
      budget -= text.size();
      file_.sections.push_back({std::string(text), word(at + layout_->sh_size)});
    }
    return true;
  }

  uint64_t number(const char* at, size_t bytes) const {
    uint64_t value = 0;
    for (size_t i = 0; i < bytes; ++i) {
      value = value << 8 | static_cast<uint8_t>(at[big_endian_ ? i : bytes - 1 - i]);
    }
    return value;
  }
  uint16_t u16(const char* at) const { return static_cast<uint16_t>(number(at, 2)); }
  uint32_t u32(const char* at) const { return static_cast<uint32_t>(number(at, 4)); }
  uint64_t word(const char* at) const { return number(at, wide_ ? 8 : 4); }

  ByteSource& source_;
  const Layout* layout_ = nullptr;
  const char* header_ = nullptr;
  bool wide_ = false;
  bool big_endian_ = false;
  std::optional<ElfSegment> dynamic_;
  std::vector<uint64_t> needed_;  // offsets in the dynamic strings
  std::optional<uint64_t> soname_;
  uint64_t strings_ = 0;  // their place in the file
  uint64_t string_bytes_ = 0;
  ElfFile file_;
};

}  // namespace

bool looks_like_elf(ByteSource& source) {
  std::array<char, 4> head{};
  return source.read(0, head) && std::string_view(head.data(), 4) == kMagic;
}

Result<ElfFile> read_elf(ByteSource& source) { return Reader(source).run(); }

std::string machine_name(uint16_t machine) {
  if (machine == kX86_64) return "x86-64";
  if (machine == kAarch64) return "aarch64";
  return "machine " + std::to_string(machine);
}

}  // namespace npuport
