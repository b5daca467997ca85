// The headers of an ELF file: machine, linked libraries, sections. Format: System V gABI 4.1 and
// the ELF-64 object file format; both widths and byte orders.
//
// Reads only headers, the dynamic table and the string tables, in ascending order as far as the
// file allows, so that a file inside an archive is unpacked once. Every offset and count of the
// file is checked against its size and against a bound.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "installed/byte_source.h"

namespace npuport {

struct ElfSection {
  std::string name;
  uint64_t size = 0;  // bytes
};

// A stretch of the file that is loaded into memory.
struct ElfSegment {
  uint64_t offset = 0;
  uint64_t bytes = 0;    // in the file
  uint64_t address = 0;  // in memory
  bool writable = false;
};

struct ElfFile {
  uint16_t machine = 0;              // e_machine
  std::string soname;                // DT_SONAME
  std::vector<std::string> needed;   // DT_NEEDED, in file order
  std::vector<ElfSection> sections;  // none when the file is stripped of them
  std::vector<ElfSegment> segments;
  std::string damage;  // what could not be read beyond the headers; "" = all was
};

// Whether the bytes begin like an ELF file.
bool looks_like_elf(ByteSource& source);

// The error says what is wrong with the headers themselves.
Result<ElfFile> read_elf(ByteSource& source);

// "x86-64", "aarch64", else "machine 243" and the like.
std::string machine_name(uint16_t machine);

}  // namespace npuport
