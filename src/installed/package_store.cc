#include "installed/package_store.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace npuport {
namespace {

constexpr size_t kMaxNames = 200'000;

Error too_large(uint64_t limit) {
  return Error{"larger than " + std::to_string(limit >> 20) + " MiB"};
}

}  // namespace

Result<std::shared_ptr<FolderStore>> FolderStore::at(const std::string& folder) {
  Descriptor fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd) return Error{folder + ": cannot be read: " + errno_text(errno)};
  return std::shared_ptr<FolderStore>(new FolderStore(std::move(fd)));
}

// Part by part: openat would follow a link in the middle of a path.
Descriptor FolderStore::descend(const std::string& path, int flags) const {
  Descriptor at(fcntl(folder_.get(), F_DUPFD_CLOEXEC, 0));
  std::string_view rest = path;
  while (at && !rest.empty()) {
    const std::string part(rest.substr(0, rest.find('/')));
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      errno = ENOENT;
      return Descriptor();
    }
    const int how = rest.empty() ? flags : O_DIRECTORY;
    constexpr int kAlways = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY;
    at = Descriptor(openat(at.get(), part.c_str(), kAlways | how));
  }
  return at;
}

std::vector<std::string> FolderStore::list(const std::string& path) const {
  // A descriptor of its own: listing moves a position that copies share.
  Descriptor at = path.empty()
                      ? Descriptor(openat(folder_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
                      : descend(path, O_DIRECTORY);
  std::vector<std::string> names;
  if (!at) return names;
  DIR* folder = fdopendir(at.get());
  if (folder == nullptr) return names;
  at.release();
  while (const dirent* entry = readdir(folder)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != ".." && names.size() < kMaxNames) names.emplace_back(name);
  }
  closedir(folder);
  std::sort(names.begin(), names.end());
  return names;
}

bool FolderStore::is_folder(const std::string& path) const {
  return static_cast<bool>(descend(path, O_DIRECTORY));
}

Result<std::unique_ptr<ByteSource>> FolderStore::open(const std::string& path) {
  Descriptor file = descend(path, 0);
  struct stat info;
  if (!file || fstat(file.get(), &info) != 0) {
    return Error{"not readable: " + errno_text(errno)};
  }
  if (!S_ISREG(info.st_mode)) return Error{std::string(special_file_name(info.st_mode))};
  return std::unique_ptr<ByteSource>(
      std::make_unique<DiskBytes>(std::move(file), static_cast<uint64_t>(info.st_size)));
}

Result<std::string> FolderStore::read(const std::string& path, uint64_t limit) {
  Result<std::unique_ptr<ByteSource>> source = open(path);
  if (!source) return source.error();
  if (source.value()->size() > limit) return too_large(limit);
  std::string bytes(source.value()->size(), '\0');
  if (!source.value()->read(0, bytes)) return Error{"changed while it was read"};
  return bytes;
}

Result<std::shared_ptr<WheelStore>> WheelStore::at(const std::string& file) {
  Descriptor fd(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  struct stat info;
  if (!fd || fstat(fd.get(), &info) != 0) {
    return Error{file + ": cannot be read: " + errno_text(errno)};
  }
  if (!S_ISREG(info.st_mode)) {
    return Error{file + ": " + std::string(special_file_name(info.st_mode))};
  }
  Result<std::shared_ptr<ZipArchive>> archive = ZipArchive::open(
      std::make_unique<DiskBytes>(std::move(fd), static_cast<uint64_t>(info.st_size)));
  if (!archive) return Error{file + ": " + archive.error().message};
  return std::shared_ptr<WheelStore>(new WheelStore(std::move(archive.value())));
}

Result<std::unique_ptr<ByteSource>> WheelStore::open(const std::string& path) {
  const ZipEntry* entry = archive_->find(path);
  if (entry == nullptr) return Error{"not in the archive"};
  return archive_->open(*entry);
}

Result<std::string> WheelStore::read(const std::string& path, uint64_t limit) {
  const ZipEntry* entry = archive_->find(path);
  if (entry == nullptr) return Error{"not in the archive"};
  return archive_->read(*entry, limit);
}

}  // namespace npuport
