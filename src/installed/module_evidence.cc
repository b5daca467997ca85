#include "installed/module_evidence.h"

#include <algorithm>
#include <string_view>

#include "installed/elf.h"

namespace npuport {
namespace {

constexpr uint64_t kMaxSearchedBytes = 64ull << 20;
constexpr size_t kChunkBytes = 256 << 10;
constexpr size_t kLongestName = 128;
constexpr size_t kMaxNames = 32;

void add_once(std::vector<std::string>& list, std::string_view text) {
  if (list.size() < kMaxNames && std::find(list.begin(), list.end(), text) == list.end()) {
    list.emplace_back(text);
  }
}

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '+' || c == '.';
}

// Names of CUDA libraries that stand between NULs, alone or at the end of a path.
void find_names(std::string_view bytes, const CudaLibraryTable& libraries,
                std::vector<std::string>& out) {
  size_t done = 0;
  for (size_t at = bytes.find(".so"); at != std::string_view::npos; at = bytes.find(".so", done)) {
    size_t begin = at;
    while (begin > done && at - begin < kLongestName && is_name_char(bytes[begin - 1])) --begin;
    size_t end = at + 3;
    while (end < bytes.size() && end - at < kLongestName && is_name_char(bytes[end])) ++end;
    done = end;
    const bool whole = (begin == 0 || bytes[begin - 1] == '\0' || bytes[begin - 1] == '/') &&
                       (end == bytes.size() || bytes[end] == '\0');
    const std::string_view name = bytes.substr(begin, end - begin);
    if (whole && libraries.is_library(name)) add_once(out, name);
  }
}

// Where the strings of a program are: what is loaded and cannot be written.
void search_segments(const ElfFile& elf, ByteSource& source, const CudaLibraryTable& libraries,
                     std::vector<std::string>& out) {
  uint64_t budget = kMaxSearchedBytes;
  std::string chunk;
  for (const ElfSegment& segment : elf.segments) {
    if (segment.writable || segment.offset >= source.size()) continue;
    const uint64_t end = segment.offset + std::min(segment.bytes, source.size() - segment.offset);
    for (uint64_t at = segment.offset; at < end && budget > 0;) {
      const uint64_t bytes = std::min({static_cast<uint64_t>(kChunkBytes), end - at, budget});
      chunk.resize(bytes);
      if (!source.read(at, chunk)) return;
      find_names(chunk, libraries, out);
      budget -= bytes;
      if (at + bytes == end || bytes <= 2 * kLongestName) break;
      at += bytes - 2 * kLongestName;  // a name may lie across the border
    }
  }
}

}  // namespace

ModuleEvidence examine_module(const std::string& path, ByteSource& source,
                              const CudaLibraryTable& libraries, bool look_for_names) {
  ModuleEvidence evidence;
  evidence.path = path;
  if (!looks_like_elf(source)) {
    evidence.problem = source.problem();
    return evidence;
  }
  const Result<ElfFile> read = read_elf(source);
  if (!read) {
    evidence.problem = read.error().message;
    return evidence;
  }
  const ElfFile& elf = read.value();
  evidence.machine = machine_name(elf.machine);
  evidence.problem = elf.damage;
  const std::string_view file_name = std::string_view(path).substr(path.rfind('/') + 1);
  for (const std::string_view own : {std::string_view(elf.soname), file_name}) {
    if (evidence.provides.empty() && libraries.is_library(own)) evidence.provides = own;
  }
  for (const std::string& library : elf.needed) {
    if (libraries.is_library(library)) add_once(evidence.links, library);
  }
  for (const ElfSection& section : elf.sections) {
    if (!libraries.is_device_section(section.name)) continue;
    add_once(evidence.sections, section.name);
    evidence.device_code_bytes += section.size;
  }
  if (look_for_names && !evidence.is_cuda()) {
    search_segments(elf, source, libraries, evidence.loads);
  }
  return evidence;
}

}  // namespace npuport
