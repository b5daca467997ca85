// Distributions as pip lays them out, written to a folder or packed as a wheel.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "support/zip_builder.h"

namespace npuport::testing {

struct FakeDistribution {
  std::string name;
  std::string version = "1.0";
  std::vector<std::string> requirements;                   // values of Requires-Dist
  std::vector<std::pair<std::string, std::string>> files;  // path, bytes

  std::string metadata() const {
    std::string text = "Metadata-Version: 2.1\nName: " + name + "\nVersion: " + version + "\n";
    for (const std::string& r : requirements) text += "Requires-Dist: " + r + "\n";
    return text + "\nA description.\n";
  }
  std::string folder() const { return name + "-" + version + ".dist-info"; }

  std::vector<std::pair<std::string, std::string>> all_files() const {
    std::vector<std::pair<std::string, std::string>> all = files;
    std::string record;
    for (const auto& [path, bytes] : files) record += path + ",sha256=x,1\n";
    all.emplace_back(folder() + "/METADATA", metadata());
    all.emplace_back(folder() + "/RECORD", record);
    return all;
  }

  std::string wheel() const {
    ZipBuilder builder;
    for (const auto& [path, bytes] : all_files()) builder.add(path, bytes);
    return builder.build();
  }

  // `tree` has write(path, bytes).
  template <typename Tree>
  void write_to(const Tree& tree, const std::string& prefix = "") const {
    for (const auto& [path, bytes] : all_files()) tree.write(prefix + path, bytes);
  }
};

}  // namespace npuport::testing
