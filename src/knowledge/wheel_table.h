// The census: what the package index and the conda channels list of distributions that the package
// table does not judge. Made by scripts/import_wheels.py.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "knowledge/sorted_text.h"

namespace npuport {

enum class WheelKind : uint8_t {
  kPure,      // no compiled code
  kCompiled,  // wheels per platform, or native sources in the repository
  kCuda,      // CUDA sources in the repository
  kSource,    // published as a source archive only; what it builds was not read
};

struct WheelRow {
  std::string_view name;     // normalised
  std::string_view version;  // "" when the index does not have it, only its repository
  std::string_view month;    // of the release, "2025-07"; "" when unknown
  WheelKind kind = WheelKind::kSource;
  std::string_view platforms;  // "any", or those of "aarch64,macos,windows,x86_64"; "" unknown
  // Among how many of the most downloaded: "1000", "5000", "15000"; "" for a rare one. A rare name
  // says nothing about a module that happens to be called the same.
  std::string_view rank;
  std::vector<std::string_view> requires_;  // bound to an accelerator, directly or through others
  // CUDA-only places in its own code that transfer_to_npu covers, and that a person must change.
  // Absent when its code was not read.
  struct Places {
    uint32_t automatic = 0;
    uint32_t manual = 0;
  };
  std::optional<Places> places;
  std::string_view mentions;  // a word in name or summary that asks for a closer look
  std::string_view source;

  bool has_wheel_for(std::string_view platform) const;
};

class WheelTable {
 public:
  static Result<WheelTable> open(std::string_view text);

  // By normalised name.
  std::optional<WheelRow> find(std::string_view distribution) const;

 private:
  SortedText text_;
};

enum class CondaKind : uint8_t {
  kNoarch,
  kCompiled,
  kNeedsCuda,  // a build that depends on the CUDA toolkit
  kCuda,       // part of the CUDA toolkit
};

struct CondaRow {
  std::string_view name;  // normalised
  std::string_view version;
  CondaKind kind = CondaKind::kCompiled;
  std::string_view source;
};

class CondaTable {
 public:
  static Result<CondaTable> open(std::string_view text);
  std::optional<CondaRow> find(std::string_view package) const;

 private:
  SortedText text_;
};

}  // namespace npuport
