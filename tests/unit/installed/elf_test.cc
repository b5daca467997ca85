#include "installed/elf.h"

#include <gtest/gtest.h>

#include "installed/module_evidence.h"
#include "knowledge/embedded.h"
#include "support/elf_builder.h"

namespace npuport {
namespace {

using testing::ElfBuilder;

Result<ElfFile> read(const std::string& bytes) {
  MemoryBytes source(bytes);
  return read_elf(source);
}

ElfFile sound(const ElfBuilder& builder) {
  const Result<ElfFile> file = read(builder.build());
  EXPECT_TRUE(file) << file.error().message;
  return file ? file.value() : ElfFile{};
}

ElfBuilder cuda_module() {
  ElfBuilder builder;
  builder.soname = "libops.so";
  builder.needed = {"libcudart.so.12", "libc10_cuda.so", "libc.so.6"};
  builder.sections = {{".text", "code"}, {".nv_fatbin", std::string(1000, 'x')}};
  return builder;
}

TEST(Elf, EveryWidthAndByteOrder) {
  for (const bool wide : {true, false}) {
    for (const bool big_endian : {false, true}) {
      for (const bool strings_last : {false, true}) {
        ElfBuilder builder = cuda_module();
        builder.wide = wide;
        builder.big_endian = big_endian;
        builder.strings_last = strings_last;
        const ElfFile file = sound(builder);
        EXPECT_EQ(file.machine, 62);
        EXPECT_EQ(file.soname, "libops.so");
        EXPECT_EQ(file.needed, builder.needed);
        ASSERT_EQ(file.sections.size(), 3u);
        EXPECT_EQ(file.sections[1].name, ".nv_fatbin");
        EXPECT_EQ(file.sections[1].size, 1000u);
        EXPECT_EQ(file.damage, "");
      }
    }
  }
}

TEST(Elf, WithoutSectionsTheDynamicTableIsEnough) {
  ElfBuilder builder = cuda_module();
  builder.claimed_section_offset = 0;
  builder.claimed_sections = 0;
  const ElfFile file = sound(builder);
  EXPECT_EQ(file.needed, builder.needed);
  EXPECT_TRUE(file.sections.empty());
  EXPECT_EQ(file.damage, "");
}

TEST(Elf, WhatIsNoElfFile) {
  EXPECT_FALSE(read(""));
  EXPECT_FALSE(read("#!/bin/sh\necho this is no module\n"));
  EXPECT_FALSE(read("/* GNU ld script */ INPUT(libfoo.so.1)"));
  std::string odd = cuda_module().build();
  odd[4] = 7;
  EXPECT_FALSE(read(odd));
}

// Whatever is cut off: no crash, and either an error or a note.
TEST(Elf, EveryTruncation) {
  const std::string whole = cuda_module().build();
  for (size_t size = 0; size < whole.size(); ++size) {
    const Result<ElfFile> file = read(whole.substr(0, size));
    EXPECT_TRUE(!file || !file.value().damage.empty()) << size;
  }
}

TEST(Elf, ClaimsBeyondTheFile) {
  for (const int64_t claimed : {int64_t{0xFFFF}, int64_t{0xFF00}}) {
    ElfBuilder builder = cuda_module();
    builder.claimed_sections = claimed;
    const ElfFile file = sound(builder);
    EXPECT_EQ(file.needed, builder.needed);  // what comes before survives
    EXPECT_NE(file.damage, "");
  }
  ElfBuilder far = cuda_module();
  far.claimed_section_offset = INT64_MAX;
  EXPECT_NE(sound(far).damage, "");
  ElfBuilder many = cuda_module();
  many.claimed_segments = 0xFFFF;
  EXPECT_FALSE(read(many.build()));
  ElfBuilder names = cuda_module();
  names.claimed_name_section = 60'000;
  EXPECT_NE(sound(names).damage, "");
}

// The count of sections is in the first section, and it is absurd.
TEST(Elf, HugeSectionCount) {
  ElfBuilder builder = cuda_module();
  builder.claimed_sections = 0;
  std::string bytes = builder.build();
  uint64_t section_at = 0;
  for (int i = 7; i >= 0; --i) section_at = section_at << 8 | static_cast<uint8_t>(bytes[40 + i]);
  bytes.replace(section_at + 32, 8, 8, '\x7f');
  const Result<ElfFile> file = read(bytes);
  ASSERT_TRUE(file);
  EXPECT_NE(file.value().damage, "");
}

TEST(Elf, Machines) {
  EXPECT_EQ(machine_name(62), "x86-64");
  EXPECT_EQ(machine_name(183), "aarch64");
  EXPECT_EQ(machine_name(243), "machine 243");
}

const CudaLibraryTable& libraries() {
  static const CudaLibraryTable table =
      CudaLibraryTable::parse(embedded("cuda_libraries.tsv")).value();
  return table;
}

ModuleEvidence evidence(const std::string& path, const std::string& bytes, bool look = false) {
  MemoryBytes source(bytes);
  return examine_module(path, source, libraries(), look);
}

TEST(ModuleEvidence, LinkedAndHeld) {
  const ModuleEvidence e = evidence("pkg/_C.so", cuda_module().build());
  EXPECT_EQ(e.links, (std::vector<std::string>{"libcudart.so.12", "libc10_cuda.so"}));
  EXPECT_EQ(e.sections, std::vector<std::string>{".nv_fatbin"});
  EXPECT_EQ(e.device_code_bytes, 1000u);
  EXPECT_EQ(e.machine, "x86-64");
  EXPECT_TRUE(e.needs_cuda());
}

TEST(ModuleEvidence, CodeAloneDoesNotNeedCuda) {
  ElfBuilder builder;
  builder.machine = 183;
  builder.needed = {"libc.so.6"};
  builder.sections = {{"__nv_relfatbin", "xx"}, {".nvFatBinSegment", "yy"}};
  const ModuleEvidence e = evidence("pkg/_C.so", builder.build());
  EXPECT_TRUE(e.is_cuda());
  EXPECT_FALSE(e.needs_cuda());
  EXPECT_EQ(e.machine, "aarch64");
}

TEST(ModuleEvidence, BundledCopies) {
  ElfBuilder builder;
  builder.soname = "libcudart-8774224f.so.12.4.127";
  EXPECT_EQ(evidence("pkg.libs/libcudart-8774224f.so.12.4.127", builder.build()).provides,
            "libcudart-8774224f.so.12.4.127");
  builder.soname.clear();
  EXPECT_EQ(evidence("nvidia/lib/libcudart.so.12", builder.build()).provides, "libcudart.so.12");
  builder.soname = "libgomp-a34b3233.so.1";
  EXPECT_FALSE(evidence("pkg.libs/libgomp-a34b3233.so.1", builder.build()).is_cuda());
}

TEST(ModuleEvidence, NamesOfLibrariesToOpen) {
  ElfBuilder builder;
  builder.sections = {{".rodata", std::string("\0libcuda.so.1\0/opt/lib/libnvrtc.so.12\0"
                                              "see libcudart.so.11 for more\0libcublas.so.txt\0",
                                              83)}};
  EXPECT_TRUE(evidence("pkg/_C.so", builder.build(), false).loads.empty());
  const ModuleEvidence e = evidence("pkg/_C.so", builder.build(), true);
  EXPECT_EQ(e.loads, (std::vector<std::string>{"libcuda.so.1", "libnvrtc.so.12"}));
  EXPECT_FALSE(e.is_cuda());
}

// A name that lies across the border of two pieces, in a large module.
TEST(ModuleEvidence, NamesAcrossPieces) {
  for (const size_t before : {262'000u, 262'090u, 262'130u, 524'000u, 524'150u}) {
    ElfBuilder builder;
    builder.sections = {{".rodata", std::string(before, '\0') + "libcuda.so.1" + '\0'}};
    EXPECT_EQ(evidence("a.so", builder.build(), true).loads.size(), 1u) << before;
  }
}

TEST(ModuleEvidence, NotAnElfFile) {
  const ModuleEvidence e = evidence("pkg/libfoo.so", "INPUT(libfoo.so.1)");
  EXPECT_EQ(e.machine, "");
  EXPECT_EQ(e.problem, "");
  EXPECT_FALSE(e.is_cuda());
}

}  // namespace
}  // namespace npuport
