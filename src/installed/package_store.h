// Where the files of installed packages lie: a site-packages folder, or a wheel.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "installed/byte_source.h"
#include "installed/zip_archive.h"

namespace npuport {

// Paths are relative to the store with '/' between parts. Any number of threads may read.
class PackageStore {
 public:
  virtual ~PackageStore() = default;

  virtual Result<std::unique_ptr<ByteSource>> open(const std::string& path) = 0;
  virtual Result<std::string> read(const std::string& path, uint64_t limit) = 0;
};

// A folder. Links are not followed, at no part of a path, so that nothing outside is read.
class FolderStore : public PackageStore {
 public:
  // The error names the folder.
  static Result<std::shared_ptr<FolderStore>> at(const std::string& folder);

  // The names in a folder below, sorted; "" is the folder itself. Empty when it cannot be listed.
  std::vector<std::string> list(const std::string& path) const;
  bool is_folder(const std::string& path) const;

  Result<std::unique_ptr<ByteSource>> open(const std::string& path) override;
  Result<std::string> read(const std::string& path, uint64_t limit) override;

 private:
  explicit FolderStore(Descriptor folder) : folder_(std::move(folder)) {}
  Descriptor descend(const std::string& path, int flags) const;

  Descriptor folder_;
};

// A wheel: a ZIP archive (PEP 427).
class WheelStore : public PackageStore {
 public:
  // The error names the file.
  static Result<std::shared_ptr<WheelStore>> at(const std::string& file);

  ZipArchive& archive() { return *archive_; }

  Result<std::unique_ptr<ByteSource>> open(const std::string& path) override;
  Result<std::string> read(const std::string& path, uint64_t limit) override;

 private:
  explicit WheelStore(std::shared_ptr<ZipArchive> archive) : archive_(std::move(archive)) {}

  std::shared_ptr<ZipArchive> archive_;
};

}  // namespace npuport
