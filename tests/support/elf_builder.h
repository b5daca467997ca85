// Small ELF files made field by field, sound or damaged, for tests.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace npuport::testing {

// A shared object with one loaded segment that holds everything, a dynamic table and sections.
struct ElfBuilder {
  uint16_t machine = 62;  // x86-64
  bool wide = true;
  bool big_endian = false;
  std::string soname;
  std::vector<std::string> needed;
  std::vector<std::pair<std::string, std::string>> sections;  // name, bytes
  bool strings_last = false;  // as patchelf leaves them: behind the section headers
  // Written into the header instead of the true values when not negative.
  int64_t claimed_sections = -1;
  int64_t claimed_segments = -1;
  int64_t claimed_section_offset = -1;
  int64_t claimed_name_section = -1;

  std::string build() const {
    const size_t header = wide ? 64 : 52;
    const size_t program = wide ? 56 : 32;
    const size_t section = wide ? 64 : 40;
    std::string strings(1, '\0');
    std::vector<std::pair<uint64_t, uint64_t>> dynamic;
    for (const std::string& name : needed) dynamic.emplace_back(1, add(strings, name));
    if (!soname.empty()) dynamic.emplace_back(14, add(strings, soname));
    const bool has_dynamic = !dynamic.empty();

    std::string names(1, '\0');
    std::vector<uint64_t> name_offsets;
    for (const auto& [name, bytes] : sections) name_offsets.push_back(add(names, name));
    const uint64_t own_name = add(names, ".shstrtab");

    std::string file(header + 2 * program, '\0');
    std::vector<uint64_t> places;
    for (const auto& [name, bytes] : sections) {
      places.push_back(file.size());
      file += bytes;
    }
    uint64_t strings_at = file.size();
    if (!strings_last) file += strings;
    const size_t dynamic_bytes = (dynamic.size() + 3) * 2 * word();
    const uint64_t dynamic_at = file.size();
    file += std::string(has_dynamic ? dynamic_bytes : 0, '\0');
    const uint64_t names_at = file.size();
    file += names;
    const uint64_t section_at = file.size();
    const size_t count = sections.size() + 2;
    file += std::string(count * section, '\0');
    if (strings_last) {
      strings_at = file.size();
      file += strings;
    }
    if (has_dynamic) {
      dynamic.emplace_back(5, kBase + strings_at);
      dynamic.emplace_back(10, strings.size());
      dynamic.emplace_back(0, 0);
      for (size_t i = 0; i < dynamic.size(); ++i) {
        put(file, dynamic_at + i * 2 * word(), dynamic[i].first, word());
        put(file, dynamic_at + (i * 2 + 1) * word(), dynamic[i].second, word());
      }
    }
    const auto put_section = [&](size_t index, uint64_t name, uint64_t at, uint64_t size) {
      const uint64_t base = section_at + index * section;
      put(file, base, name, 4);
      put(file, base + (wide ? 24 : 16), at, word());
      put(file, base + (wide ? 32 : 20), size, word());
    };
    for (size_t i = 0; i < sections.size(); ++i) {
      put_section(i + 1, name_offsets[i], places[i], sections[i].second.size());
    }
    put_section(count - 1, own_name, names_at, names.size());

    put_segment(file, header, 1, 0, file.size());
    put_segment(file, header + program, has_dynamic ? 2 : 0, dynamic_at, dynamic_bytes);
    file.replace(0, 4,
                 "\x7f"
                 "ELF");
    file[4] = wide ? 2 : 1;
    file[5] = big_endian ? 2 : 1;
    const auto or_true = [](int64_t claimed, uint64_t value) {
      return claimed < 0 ? value : static_cast<uint64_t>(claimed);
    };
    put(file, 18, machine, 2);
    put(file, wide ? 32 : 28, header, word());
    put(file, wide ? 40 : 32, or_true(claimed_section_offset, section_at), word());
    put(file, wide ? 54 : 42, program, 2);
    put(file, wide ? 56 : 44, or_true(claimed_segments, 2), 2);
    put(file, wide ? 58 : 46, section, 2);
    put(file, wide ? 60 : 48, or_true(claimed_sections, count), 2);
    put(file, wide ? 62 : 50, or_true(claimed_name_section, count - 1), 2);
    return file;
  }

 private:
  static constexpr uint64_t kBase = 0x1000;  // address of the first byte

  size_t word() const { return wide ? 8 : 4; }

  static uint64_t add(std::string& table, std::string_view name) {
    const uint64_t at = table.size();
    table += name;
    table += '\0';
    return at;
  }

  void put(std::string& file, uint64_t at, uint64_t value, size_t bytes) const {
    for (size_t i = 0; i < bytes; ++i) {
      file[at + (big_endian ? bytes - 1 - i : i)] = static_cast<char>(value >> (8 * i));
    }
  }

  void put_segment(std::string& file, uint64_t at, uint32_t type, uint64_t offset,
                   uint64_t bytes) const {
    put(file, at, type, 4);
    put(file, at + (wide ? 4 : 24), 4, 4);  // readable
    put(file, at + (wide ? 8 : 4), offset, word());
    put(file, at + (wide ? 16 : 8), kBase + offset, word());
    put(file, at + (wide ? 32 : 16), bytes, word());
  }
};

}  // namespace npuport::testing
